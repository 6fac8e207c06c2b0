import type { Sql, Tx } from '../connection/connect.ts';
import { openCheckpoint, type SignedCheckpoint } from '../seal/checkpoint.ts';
import { isKeyOf, KeyOrder } from '../seal/keyOrder.ts';
import {
  BEGINNING,
  inWords,
  isAfter,
  LEAF_BYTES,
  type LeafPosition,
  leafHasher,
  microsOf,
  placeAt,
} from '../seal/leaves.ts';
import { GrowingTree, type TileHash } from '../seal/merkle.ts';
import { newestSeal, type Seal, sealOfSize, sealsAfter } from '../seal/readSeals.ts';

/** `seal`: its number, or words. `events`: the covered events lie after the first place, up to the second. null: the seal itself is wrong. */
export type WrongSeal = {
  seal: number | null;
  events: { after: LeafPosition; to: LeafPosition } | null;
  reason: string;
};
/** An event that was recorded at another time than its checkpoints allow. */
export type MisdatedEvent = { tenant: string; streamId: string; version: number; recordedAt: string };
/**
 * `waiting`: events that no seal covers yet. `late`: how many of them are older than a worker needs, and the first. `misdated`: how many events are
 * older than the checkpoint before them, or newer than their own, and which, up to MOST_MISDATED.
 */
export type SealsVerified = {
  seals: number;
  events: number;
  waiting: number;
  late: { events: number; first: MisdatedEvent | null };
  misdated: { events: number; named: readonly MisdatedEvent[] };
  wrong: WrongSeal | null;
};

/** A worker seals every minute: what is older has no worker, or its seal was removed. */
export const LATE_MINUTES = 10;
/** A commit may wait between its time and its place, and the clocks of hosts differ. */
const TOLERANCE_MICROS = 5n * 60_000_000n;

/** So many misdated events are named. */
const MOST_MISDATED = 1_000;

const SEALS_A_PAGE = 1_000;
const EVENTS_A_PAGE = 32_768;
const ROW_BYTES = LEAF_BYTES + 8;
/** The times of PostgreSQL begin in 2000. */
const POSTGRES_EPOCH_MICROS = 946_684_800_000_000n;

const wrongSeal = (seal: Seal, after: LeafPosition, reason: string): WrongSeal => ({
  seal: seal.number,
  events: {
    after: { epoch: after.epoch, tx: after.tx, position: after.position },
    to: { epoch: seal.epoch, tx: seal.tx, position: seal.position },
  },
  reason,
});

/** The checkpoint of a seal that is right alone and after the one before it; else its flaw. */
function checkpointOf(seal: Seal, before: Seal | null, keys: KeyOrder): SignedCheckpoint | string {
  if (seal.number !== (before?.number ?? 0) + 1) return 'a seal before it is missing';
  const checkpoint = openCheckpoint(seal.note);
  if (!checkpoint || !keys.takes(checkpoint)) return 'it was altered, or not signed with the key of this installation';
  const isSame = checkpoint.size === seal.size && checkpoint.sealedAt.slice(0, 19) === seal.sealedAt.slice(0, 19);
  if (!isSame) return 'it was altered: its signature says something else';
  if (seal.size <= (before?.size ?? 0) || !isAfter(seal, before ?? BEGINNING))
    return 'it ends before the seal before it';
  return checkpoint;
}

/** Those after a number up to another: a worker may add more. */
export async function* sealsBetween(sql: Sql | Tx, after: number, newest: number): AsyncGenerator<Seal> {
  for (let number = after, page: Seal[] | null = null; page === null || page.length === SEALS_A_PAGE; ) {
    page = await sealsAfter(sql, number, SEALS_A_PAGE);
    yield* page.filter((seal) => seal.number <= newest);
    number = page.at(-1)?.number ?? number;
  }
}

/** All leaves after a place up to another, in pages, each leaf with the time of its event. The next page is on its way while one is worked on. */
export async function* leafPages(sql: Sql | Tx, from: LeafPosition, to: LeafPosition): AsyncGenerator<Buffer> {
  const load = async (after: LeafPosition): Promise<Buffer> => {
    const [row] = await sql<{ leaves: Buffer | null }[]>`
      select log.leaves(${after.epoch}, ${after.tx}::text::xid8, ${after.position}, ${to.epoch}, ${to.tx}::text::xid8, ${to.position},
        ${EVENTS_A_PAGE}) as leaves`;
    return row?.leaves ?? Buffer.alloc(0);
  };
  for (let next = load(from); ; ) {
    const page = await next;
    const isFull = page.length === EVENTS_A_PAGE * ROW_BYTES;
    if (isFull) next = load(placeAt(page, page.length - ROW_BYTES));
    next.catch(() => undefined);
    yield page;
    if (!isFull) return;
  }
}

/** Goes through the leaves after a seal, and compares the tree with each seal where it ends. */
export class SealedTree {
  readonly misdated: LeafPosition[] = [];
  misdatedEvents = 0;
  private seal: Seal | null = null;
  private checkpoint: SignedCheckpoint | null = null;
  private hash = leafHasher('1970-01-01T00:00:00.000000Z');
  private earliest = 0n;
  private latest = 0n;
  seals = 0;

  /** `before`: the seal that `tree` has grown to; null: none. */
  constructor(
    private readonly keys: KeyOrder,
    private readonly rest: AsyncGenerator<Seal>,
    readonly tree: GrowingTree,
    public before: Seal | null = null,
  ) {}

  /** Takes the next seal; false: there is none. */
  private async advance(): Promise<WrongSeal | boolean> {
    const { before } = this;
    const next = await this.rest.next();
    if (next.done) return false;
    const checkpoint = checkpointOf(next.value, before, this.keys);
    if (typeof checkpoint === 'string') return wrongSeal(next.value, before ?? BEGINNING, checkpoint);
    this.seal = next.value;
    this.checkpoint = checkpoint;
    this.hash = leafHasher(next.value.sealedAt);
    const micros = (time: string) => BigInt(microsOf(time)) - POSTGRES_EPOCH_MICROS;
    this.earliest = before ? micros(before.sealedAt) - TOLERANCE_MICROS : -(2n ** 63n);
    this.latest = micros(next.value.sealedAt) + TOLERANCE_MICROS;
    return true;
  }

  private take(page: Buffer, at: number): void {
    const micros = page.readBigInt64BE(at + LEAF_BYTES);
    if (micros < this.earliest || micros > this.latest) {
      this.misdatedEvents += 1;
      if (this.misdated.length < MOST_MISDATED) this.misdated.push(placeAt(page, at));
    }
    this.tree.append(this.hash(page, at));
  }

  /** Whether the seal, which ends here, is over these events. */
  private flawAtEnd(end: LeafPosition): WrongSeal | null {
    const { seal, checkpoint, before } = this;
    if (!seal || !checkpoint) return null;
    if (isAfter(end, seal) || isAfter(seal, end)) return this.wrongCount();
    if (!checkpoint.root.equals(this.tree.root()))
      return wrongSeal(
        seal,
        before ?? BEGINNING,
        'an event in it was changed, removed, added or moved since, or its time',
      );
    this.before = seal;
    this.seal = null;
    this.seals += 1;
    return null;
  }

  private wrongCount(): WrongSeal | null {
    const { seal, before } = this;
    return seal && wrongSeal(seal, before ?? BEGINNING, 'there are more or fewer events in it than were sealed');
  }

  async takePage(page: Buffer): Promise<WrongSeal | null> {
    for (let at = 0; at < page.length; at += ROW_BYTES) {
      if (!this.seal) {
        const next = await this.advance();
        if (next === false) return null;
        if (next !== true) return next;
      }
      this.take(page, at);
      if (this.tree.size !== this.seal?.size) continue;
      const flaw = this.flawAtEnd(placeAt(page, at));
      if (flaw) return flaw;
    }
    return null;
  }

  /** After the last page: the flaw of a seal that goes on, or of one without any event. */
  async finish(): Promise<WrongSeal | null> {
    if (this.seal) return this.wrongCount();
    const next = await this.advance();
    return next === true ? this.wrongCount() : next || null;
  }
}

/** Whether the hashes of all tiles are those of the tree, and no tile waits for a tree to come. */
async function tilesFlaw(
  sql: Sql | Tx,
  made: readonly TileHash[],
  { seals, tree }: SealedTree,
): Promise<WrongSeal | null> {
  const [row] = await sql<{ differ: boolean }[]>`
    select exists (
      select from (
        -- those between have a seal of just now
        select level, index, hash from (select *, (index + 1::numeric) * 256::numeric ^ level as size from log.tile_hashes) h
        where size <= ${String(tree.size)}::numeric or size > (select coalesce(max(s.size), 0) from log.seals s)) t
      full join unnest(${made.map(({ level }) => level)}::int[], ${made.map(({ index }) => String(index))}::text[]::bigint[],
        ${made.map((one) => one.hash.toString('hex'))}::text[]) as m (level, index, hash) using (level, index)
      where t.hash is distinct from decode(m.hash, 'hex')) as differ`;
  return row?.differ ? { seal: seals, events: null, reason: 'a tile of its tree was altered' } : null;
}

/** In the order of the log. */
async function eventsAt(sql: Sql | Tx, places: readonly LeafPosition[]): Promise<MisdatedEvent[]> {
  if (places.length === 0) return [];
  return sql<MisdatedEvent[]>`
    select e.tenant_id as tenant, e.stream_id as "streamId", e.version, e.recorded_at::text as "recordedAt"
    from json_to_recordset(${JSON.stringify(places)}::text::json) as p (epoch int, tx text, position bigint)
    join log.events e on (e.epoch, e.tx, e.position) = (p.epoch, p.tx::xid8, p.position)
    order by e.epoch, e.tx, e.position`;
}

type Rest = { held: number; waiting: number; late: number; first: LeafPosition | null };

async function restOf(sql: Sql | Tx, end: LeafPosition): Promise<Rest> {
  const [row] = await sql<Rest[]>`
    select count(*)::int as held, count(*) filter (where waits)::int as waiting, count(*) filter (where is_late)::int as late,
      (array_agg(json_build_object('epoch', epoch, 'tx', tx::text, 'position', position::text) order by epoch, tx, position)
        filter (where is_late))[1] as first
    from (
      select x.*, x.waits and x.recorded_at < clock_timestamp() - make_interval(mins => ${LATE_MINUTES}) as is_late
      from (
        select e.epoch, e.tx, e.position, e.recorded_at,
          (e.epoch, e.tx, e.position) > (${end.epoch}, ${end.tx}::text::xid8, ${end.position}) as waits
        from log.events e) x) of`;
  return row ?? { held: 0, waiting: 0, late: 0, first: null };
}

/**
 * Recomputes the tree from all events, and compares it with every seal. Each must be signed by this installation's key. So each event before the
 * end of the newest is in it, at its place, and was recorded between two checkpoints. Stops at the first seal that is wrong. `sql`: the owner's.
 */
export async function verifySeals(sql: Sql | Tx, installation: string): Promise<SealsVerified> {
  const newest = await newestSeal(sql);
  const end = newest ?? BEGINNING;
  const tiles: TileHash[] = [];
  const keys = await KeyOrder.read(sql, installation);
  const tree = new GrowingTree((made) => tiles.push(made));
  const sealed = new SealedTree(keys, sealsBetween(sql, 0, newest?.number ?? 0), tree);
  let wrong: WrongSeal | null = keys.broken
    ? {
        seal: sealed.seals,
        events: null,
        reason: 'the notes of the rotations of the signing key do not lead to the key of this installation',
      }
    : null;
  for await (const page of leafPages(sql, BEGINNING, end)) {
    if (wrong) break;
    wrong = await sealed.takePage(page);
  }
  wrong ??= await sealed.finish();
  wrong ??= await tilesFlaw(sql, tiles, sealed);
  const { held, waiting, late, first } = await restOf(sql, end);
  const events = sealed.tree.size;
  if (!wrong && held - waiting !== events) {
    const reason = 'the log holds events at places that no seal reaches, before all others or nowhere';
    wrong = { seal: sealed.seals, events: null, reason };
  }
  return {
    seals: sealed.seals,
    events,
    waiting,
    late: { events: late, first: (await eventsAt(sql, first ? [first] : []))[0] ?? null },
    misdated: { events: sealed.misdatedEvents, named: await eventsAt(sql, sealed.misdated) },
    wrong,
  };
}

/** Whether the database still has the checkpoint of an outside file, under the same key. */
export async function verifyAgainst(sql: Sql | Tx, kept: SignedCheckpoint, own: string): Promise<WrongSeal | null> {
  const wrong = (reason: string): WrongSeal => ({ seal: null, events: null, reason });
  if (!isKeyOf(kept, own) && !(await KeyOrder.read(sql, own)).knows(kept.installation))
    return wrong('the file was signed by another installation, so it cannot be compared');
  const same = await sealOfSize(sql, kept.size);
  if (!same)
    return wrong(
      'the database does not have this checkpoint: its log was cut off or rewritten, or the database is an older copy',
    );
  return openCheckpoint(same.note)?.body === kept.body
    ? null
    : wrong('the database has another checkpoint of this size: its log was rewritten');
}

/** Where that is, for a person: places are epoch/transaction/position. */
export function sealPosition({ seal, events }: WrongSeal): string {
  if (events === null) return seal === null ? 'the checkpoint outside' : `seal ${seal}`;
  const from = isAfter(events.after, BEGINNING) ? `after ${inWords(events.after)} ` : '';
  return `seal ${seal}, events ${from}up to ${inWords(events.to)}`;
}
