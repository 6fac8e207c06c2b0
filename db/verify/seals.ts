import type { KeyObject } from 'node:crypto';
import type { Sql, Tx } from '../connection/connect.ts';
import { BEGINNING, inWords, isAfter, LEAF_BYTES, type LeafPosition, placeAt } from '../seal/leaves.ts';
import { rootOf, treeOf } from '../seal/merkle.ts';
import { sealNumbered, sealsAfter } from '../seal/readSeals.ts';
import { digestOf, isSignedBy, publicKeyText, readPublicKey, type Seal, sameSeal } from '../seal/seal.ts';
import type { SealFile } from '../seal/sealFile.ts';

/** `events`: the covered events lie after the first place, up to the second. null: the seal itself is wrong. */
export type WrongSeal = { seal: number; events: { after: LeafPosition; to: LeafPosition } | null; reason: string };
/** `waiting`: events that no seal covers yet; `late`: those of them that have waited for some minutes. */
export type SealsVerified = { seals: number; events: number; waiting: number; late: number; wrong: WrongSeal | null };

/** A worker seals every minute: what is older has no worker, or its seal was removed. */
export const LATE_MINUTES = 5;

const SEALS_A_PAGE = 1_000;
/** Events that are read at a time, unless one seal covers more. */
const EVENTS_A_GROUP = 32_768;

const wrongSeal = (seal: Seal, after: LeafPosition, reason: string): WrongSeal => ({
  seal: seal.number,
  events: {
    after: { epoch: after.epoch, tx: after.tx, position: after.position },
    to: { epoch: seal.epoch, tx: seal.tx, position: seal.position },
  },
  reason,
});

/** The flaw of a seal alone and after the one before it. */
function flawOf(seal: Seal, before: Seal | null, publicKey: KeyObject): string | null {
  if (seal.number !== (before?.number ?? 0) + 1) return 'a seal before it is missing';
  if (!isSignedBy(seal, publicKey)) return 'it was altered, or not signed with this SECRET_KEY';
  if (seal.previous !== (before ? digestOf(before) : '')) return 'it does not follow from the seal before it';
  if (!isAfter(seal, before ?? BEGINNING)) return 'it ends before the seal before it';
  return null;
}

/** Seals that follow each other. `after` is the end of the seal before them. `wrong`: the seal after them has a flaw. */
type Group = { after: LeafPosition; seals: Seal[]; wrong: WrongSeal | null };

async function* groupsOf(sql: Sql | Tx, publicKey: KeyObject): AsyncGenerator<Group> {
  let before: Seal | null = null;
  let group: Group = { after: BEGINNING, seals: [], wrong: null };
  let events = 0;
  for (let page: Seal[] | null = null; page === null || page.length === SEALS_A_PAGE; ) {
    page = await sealsAfter(sql, before?.number ?? 0, SEALS_A_PAGE);
    for (const seal of page) {
      const flaw = flawOf(seal, before, publicKey);
      if (flaw) {
        yield { ...group, wrong: wrongSeal(seal, before ?? BEGINNING, flaw) };
        return;
      }
      group.seals.push(seal);
      events += seal.events;
      before = seal;
      if (events < EVENTS_A_GROUP) continue;
      yield group;
      group = { after: seal, seals: [], wrong: null };
      events = 0;
    }
  }
  yield group;
}

/** The leaves of all events after one place and up to another. */
export async function leavesBetween(sql: Sql | Tx, after: LeafPosition, to: LeafPosition): Promise<Buffer> {
  const [row] = await sql<{ leaves: Buffer | null }[]>`
    select string_agg(int4send(e.epoch) || xid8send(e.tx) || int8send(e.position) || e.hash, ''::bytea
                      order by e.epoch, e.tx, e.position) as leaves
    from log.events e
    where (e.epoch, e.tx, e.position) > (${after.epoch}, ${after.tx}::text::xid8, ${after.position})
      and (e.epoch, e.tx, e.position) <= (${to.epoch}, ${to.tx}::text::xid8, ${to.position})`;
  return row?.leaves ?? Buffer.alloc(0);
}

/** Each group with its leaves; those of the next one are on their way while one is worked on. */
async function* withLeaves(sql: Sql | Tx, groups: AsyncIterable<Group>): AsyncGenerator<Group & { leaves: Buffer }> {
  let ready: Promise<Group & { leaves: Buffer }> | null = null;
  for await (const group of groups) {
    const last = group.seals.at(-1);
    const loading = (last ? leavesBetween(sql, group.after, last) : Promise.resolve(Buffer.alloc(0))).then(
      (leaves) => ({
        ...group,
        leaves,
      }),
    );
    loading.catch(() => undefined);
    if (ready) yield await ready;
    ready = loading;
  }
  if (ready) yield await ready;
}

/** Whether the leaves from `first` on are those that the seal covers. */
function coverageFlaw(seal: Seal, leaves: Buffer, first: number, isLast: boolean): string | null {
  const found = leaves.length / LEAF_BYTES;
  const end = first + seal.events;
  const ends = end <= found && !isAfter(placeAt(leaves, end - 1), seal) && !isAfter(seal, placeAt(leaves, end - 1));
  if (!ends || (isLast && end !== found)) return 'there are more or fewer events in it than were sealed';
  const root = rootOf(treeOf(leaves.subarray(first * LEAF_BYTES, end * LEAF_BYTES), LEAF_BYTES)).toString('hex');
  return root === seal.root ? null : 'an event in it was changed, removed, added or moved since';
}

/**
 * Recomputes every seal from its events. Each must be signed, name its predecessor and begin at its end. So each event before the end of the newest
 * is in exactly one. Stops at the first seal that is wrong. `sql`: the owner's.
 */
export async function verifySeals(sql: Sql | Tx, publicKey: KeyObject): Promise<SealsVerified> {
  const seen = { seals: 0, events: 0 };
  let end: LeafPosition = BEGINNING;
  for await (const { seals, leaves, wrong } of withLeaves(sql, groupsOf(sql, publicKey))) {
    let first = 0;
    for (const [index, seal] of seals.entries()) {
      const flaw = coverageFlaw(seal, leaves, first, index === seals.length - 1);
      if (flaw) return { ...seen, waiting: 0, late: 0, wrong: wrongSeal(seal, end, flaw) };
      first += seal.events;
      end = seal;
      seen.seals += 1;
      seen.events += seal.events;
    }
    if (wrong) return { ...seen, waiting: 0, late: 0, wrong };
  }
  const [row] = await sql<{ held: number; waiting: number; late: number }[]>`
    select count(*)::int as held, count(*) filter (where waits)::int as waiting,
      count(*) filter (where waits and recorded_at < clock_timestamp() - make_interval(mins => ${LATE_MINUTES}))::int as late
    from (
      select e.recorded_at, (e.epoch, e.tx, e.position) > (${end.epoch}, ${end.tx}::text::xid8, ${end.position}) as waits
      from log.events e) of`;
  const { held, waiting, late } = row ?? { held: 0, waiting: 0, late: 0 };
  if (held - waiting === seen.events) return { ...seen, waiting, late, wrong: null };
  const reason = 'the log holds events at places that no seal reaches, before all others or nowhere';
  return { ...seen, waiting, late, wrong: { seal: seen.seals, events: null, reason } };
}

/** Whether the database still has the seal of an outside file, bit for bit, under the same key. */
export async function verifyAgainst(
  sql: Sql | Tx,
  { publicKey, seal }: SealFile,
  own: KeyObject,
): Promise<WrongSeal | null> {
  const wrong = (reason: string): WrongSeal => ({ seal: seal.number, events: null, reason });
  const key = readPublicKey(publicKey);
  if (!key || !isSignedBy(seal, key)) return wrong('the file was altered: its own signature does not hold');
  if (publicKey !== publicKeyText(own))
    return wrong('the file was signed with another SECRET_KEY than this installation has');
  const same = await sealNumbered(sql, seal.number);
  if (!same)
    return wrong('the database does not have this seal: its log was cut off, or the database is an older copy');
  return sameSeal(same, seal) ? null : wrong('the database has another seal of this number: its log was rewritten');
}

/** Where that is, for a person: places are epoch/transaction/position. */
export function sealPosition({ seal, events }: WrongSeal): string {
  if (events === null) return `seal ${seal}`;
  const from = isAfter(events.after, BEGINNING) ? `after ${inWords(events.after)} ` : '';
  return `seal ${seal}, events ${from}up to ${inWords(events.to)}`;
}
