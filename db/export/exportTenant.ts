import { createHash } from 'node:crypto';
import { personOf } from '../../events/shared/event.ts';
import { writeWhole } from '../backup/wholeFile.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { CannotStart } from '../installation/settings.ts';
import { openStored } from '../log/stored.ts';
import { BEGINNING, isAfter, LEAF_BYTES, type LeafPosition, placeAt, placeBytes } from '../seal/leaves.ts';
import { inclusionProof } from '../seal/merkle.ts';
import { newestSeal, type Seal, sealsAfter } from '../seal/readSeals.ts';
import { signingKey } from '../seal/signingKey.ts';
import { leavesAfter, treeNodes } from '../seal/treeNodes.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { personKeys } from '../vault/personKeys.ts';
import { verifyRecord } from '../verify/verifyLog.ts';
import { type ExportedEvent, type ExportHeader, type ExportLine, signedEnd } from './format.ts';

/** The tenant, the time (ISO 8601; null is no bound), and whether personal texts are opened. */
export type ExportRequest = { tenant: string; from: string | null; to: string | null; open: boolean };

const ROWS_A_FETCH = 2_000;
const SEALS_A_PAGE = 200;
const LEAVES_A_PAGE = 32_768;

type Row = Omit<ExportedEvent, 'leaf' | 'sealedAt' | 'proof' | 'personal'>;

/** The tenant's events up to a place, in the order of the tail. A cursor holds one page at a time. */
async function* eventsOf(tx: Tx, { tenant, from, to }: ExportRequest, upTo: LeafPosition): AsyncGenerator<Row[]> {
  const since = from ? tx`and e.recorded_at >= ${from}::text::timestamptz` : tx``;
  const until = to ? tx`and e.recorded_at < ${to}::text::timestamptz` : tx``;
  await tx`
    declare exported no scroll cursor for
    select e.stream_id as "streamId", e.version, e.type, e.schema_version as schema, e.payload::text as payload, e.actor,
      e.correlation_id as "correlationId", e.causation_id as "causationId",
      to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "recordedAt",
      e.epoch, e.tx::text as tx, e.position::text as position, coalesce(encode(p.hash, 'hex'), '') as previous, encode(e.hash, 'hex') as hash
    from log.events e
    left join log.events p on p.tenant_id = e.tenant_id and p.stream_id = e.stream_id and p.version = e.version - 1
    where e.tenant_id = ${tenant} ${since} ${until}
      and (e.epoch, e.tx, e.position) <= (${upTo.epoch}, ${upTo.tx}::text::xid8, ${upTo.position})
    order by e.epoch, e.tx, e.position`;
  for (;;) {
    const rows = await tx.unsafe<Row[]>(`fetch ${ROWS_A_FETCH} from exported`);
    yield rows;
    if (rows.length < ROWS_A_FETCH) return;
  }
}

async function* sealsInOrder(tx: Tx): AsyncGenerator<Seal> {
  for (let number = 0, page: Seal[] | null = null; page === null || page.length === SEALS_A_PAGE; ) {
    page = await sealsAfter(tx, number, SEALS_A_PAGE);
    yield* page;
    number = page.at(-1)?.number ?? number;
  }
}

/** The number of the leaf at a place, which is among them. */
function leafNumber(leaves: Buffer, place: LeafPosition): number {
  const wanted = placeBytes(place);
  let [low, high] = [0, leaves.length / LEAF_BYTES - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    const at = middle * LEAF_BYTES;
    if (leaves.compare(wanted, 0, wanted.length, at, at + wanted.length) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The leaf of a place in the log's tree, and the time in it; asked for places in their order. */
function leafFinder(tx: Tx): (place: LeafPosition) => Promise<{ leaf: number; sealedAt: string }> {
  const seals = sealsInOrder(tx);
  let seal: Seal | null = null;
  let before: Seal | null = null;
  let page: { first: number; leaves: Buffer; end: LeafPosition } = {
    first: 0,
    leaves: Buffer.alloc(0),
    end: BEGINNING,
  };
  const turnTo = async (first: number, after: LeafPosition) => {
    const leaves = await leavesAfter(tx, after, LEAVES_A_PAGE);
    page = { first, leaves, end: placeAt(leaves, leaves.length - LEAF_BYTES) };
  };
  return async (place) => {
    while (seal === null || isAfter(place, seal)) {
      const next = await seals.next();
      if (next.done) throw new Error('An event is beyond the newest seal.');
      before = seal;
      seal = next.value;
    }
    while (isAfter(place, page.end)) {
      if (before && isAfter(before, page.end)) await turnTo(before.size, before);
      else await turnTo(page.first + page.leaves.length / LEAF_BYTES, page.end);
    }
    return { leaf: page.first + leafNumber(page.leaves, place), sealedAt: seal.sealedAt };
  };
}

/** The sealed texts of a page of events, opened: undefined where an event has none. */
async function opened(tx: Tx, master: MasterKey, tenant: string, rows: readonly Row[]) {
  const persons = [...new Set(rows.map(({ streamId }) => personOf(streamId)))];
  const keys = await personKeys(tx, master, tenant, persons);
  return rows.map(({ streamId, version, payload }) =>
    openStored(streamId, version, JSON.parse(payload) as unknown, keys.get(personOf(streamId))),
  );
}

async function* linesOf(tx: Tx, master: MasterKey, wanted: ExportRequest, upTo: Seal): AsyncGenerator<ExportLine> {
  const leafOf = leafFinder(tx);
  const node = treeNodes(tx);
  for await (const rows of eventsOf(tx, wanted, upTo)) {
    const personal = wanted.open ? await opened(tx, master, wanted.tenant, rows) : [];
    for (const [index, row] of rows.entries()) {
      const { leaf, sealedAt } = await leafOf(row);
      const proof = (await inclusionProof(node, leaf, upTo.size)).map((hash) => hash.toString('base64'));
      const text = personal[index];
      const beside = text && { personal: text.value, ...(text.unreadable ? { unreadable: true as const } : {}) };
      yield { ...row, leaf, sealedAt, proof, ...beside };
    }
  }
}

/** A wrong record is not signed. The tenant's chains and all seals are checked in the exported snapshot. */
async function mustHold(tx: Tx, master: MasterKey, tenant: string): Promise<void> {
  const [wrong] = (await verifyRecord(tx, master, { tenant })).flatMap((check) => check.wrong);
  if (wrong)
    throw new CannotStart(`The record is wrong, so nothing was exported. ${wrong.at}: ${wrong.reason}.`, 'wrong');
}

/**
 * Verifies a tenant's record and writes its sealed events of some time to `file`, as one snapshot sees them. It only reads, so it holds no
 * tail of the log back. `sql`: the owner's; what is to be in it was sealed before. Throws CannotStart when the record is wrong, or the
 * file cannot be written; then no file is left.
 */
export async function exportTenant(
  sql: Sql,
  master: MasterKey,
  wanted: ExportRequest,
  file: string,
  { overwrite }: { overwrite: boolean },
): Promise<{ header: ExportHeader; events: number }> {
  const key = await signingKey(sql, master);
  const done = await sql.begin('isolation level repeatable read read only', async (tx) => {
    // a slow disk may keep us waiting
    await tx`select set_config('idle_in_transaction_session_timeout', '0', true)`;
    await mustHold(tx, master, wanted.tenant);
    const upTo = await newestSeal(tx);
    if (!upTo) throw new CannotStart('Nothing is sealed yet, so nothing was exported. Run npm run audit -- seal.');
    const header: ExportHeader = {
      format: 'partner-pilot export',
      version: 1,
      tenant: wanted.tenant,
      from: wanted.from,
      to: wanted.to,
      exportedAt: new Date().toISOString(),
      opened: wanted.open,
      checkpoint: upTo.note,
    };
    let events = 0;
    async function* pieces(sealed: Seal): AsyncGenerator<Buffer> {
      const whole = createHash('sha256');
      const piece = (line: ExportLine) => {
        const bytes = Buffer.from(`${JSON.stringify(line)}\n`);
        whole.update(bytes);
        return bytes;
      };
      yield piece(header);
      for await (const line of linesOf(tx, master, wanted, sealed)) {
        if ('leaf' in line) events += 1;
        yield piece(line);
      }
      yield piece({ end: signedEnd({ events, sha256: whole.copy().digest('hex') }, key) });
    }
    await writeWhole(file, pieces(upTo), { overwrite, gzip: false });
    return { header, events };
  });
  return done as { header: ExportHeader; events: number };
}
