/** The events of a database or of an export, in the order of the log, to be compared. */
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileTrouble } from '../backup/wholeFile.ts';
import type { Tx } from '../connection/connect.ts';
import { CannotStart } from '../installation/settings.ts';
import type { ComparedEvent } from '../verify/compareLogs.ts';
import { type ExportedEvent, type ExportHeader, isExport } from './format.ts';

const EVENTS_A_PAGE = 1_000;

/** The part of a log that an export has. null: all of it. */
export type Part = Pick<ExportHeader, 'tenant' | 'from' | 'to'> | null;

/** Throws CannotStart if row-level security hides events from this login. */
async function mustSee(tx: Tx, part: Part): Promise<void> {
  if (part) {
    await tx`select set_config('app.tenant', ${part.tenant}, true)`;
    return;
  }
  const [row] = await tx<{ sees: boolean }[]>`
    select not row_security_active('log.events') or pg_has_role('partner_pilot_audit', 'usage') as sees`;
  if (!row?.sees)
    throw new CannotStart('This login does not see the events of all. Take the address of the owner or of an auditor.');
}

/** `tx`: read only, in one snapshot. Only what can get no event before it is read. */
export async function* pagesOfDatabase(tx: Tx, part: Part): AsyncGenerator<ComparedEvent[]> {
  await tx`select set_config('idle_in_transaction_session_timeout', '0', true), set_config('enable_seqscan', 'on', true)`;
  await mustSee(tx, part);
  const ofTenant = part ? tx`and e.tenant_id = ${part.tenant}` : tx``;
  const since = part?.from ? tx`and e.recorded_at >= ${part.from}::text::timestamptz` : tx``;
  const until = part?.to ? tx`and e.recorded_at < ${part.to}::text::timestamptz` : tx``;
  await tx`
    declare compared no scroll cursor for
    select e.epoch, e.tx::text as tx, e.position::text as position, e.tenant_id as tenant, e.stream_id as "streamId", e.version, e.type,
      e.schema_version as schema, e.payload::text as payload, e.actor, e.correlation_id as "correlationId", e.causation_id as "causationId",
      to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "recordedAt", encode(e.hash, 'hex') as hash
    from log.events e
    where (e.epoch < (select max(m.epoch) from log.epochs m) or e.tx < pg_snapshot_xmin(pg_current_snapshot())) ${ofTenant} ${since} ${until}
    order by e.epoch, e.tx, e.position`;
  for (;;) {
    const rows = await tx.unsafe<ComparedEvent[]>(`fetch ${EVENTS_A_PAGE} from compared`);
    yield rows;
    if (rows.length < EVENTS_A_PAGE) return;
  }
}

/** An export's header and pages. Its proofs are not checked here: that is `verify --file`. Throws CannotStart if it is none, or not whole. */
export async function openExport(file: string): Promise<{ part: Part; pages: AsyncGenerator<ComparedEvent[]> }> {
  const source = createReadStream(file);
  try {
    await new Promise((resolve, reject) => source.once('open', resolve).once('error', reject));
  } catch (error) {
    throw fileTrouble(file, error);
  }
  const lines = createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })[Symbol.asyncIterator]();
  let number = 0;
  const next = async (): Promise<Record<string, unknown> | null> => {
    const { done, value } = await lines.next();
    if (done) return null;
    number += 1;
    try {
      return JSON.parse(value) as Record<string, unknown>;
    } catch {
      throw new CannotStart(`${file}, line ${number}: it is no line of an export. Check the file with verify --file.`);
    }
  };
  const header = (await next()) as ExportHeader | null;
  if (!isExport(header) || header.version !== 1) {
    source.destroy();
    throw new CannotStart(`${file} is no export of this version of Partner Pilot.`);
  }
  const { tenant, from, to } = header;
  async function* pages(): AsyncGenerator<ComparedEvent[]> {
    try {
      let page: ComparedEvent[] = [];
      for (let line = await next(); line; line = await next()) {
        if ('end' in line) {
          yield page;
          return;
        }
        page.push({ ...(line as ExportedEvent), tenant });
        if (page.length < EVENTS_A_PAGE) continue;
        yield page;
        page = [];
      }
      throw new CannotStart(`${file} ends too early: it was cut off.`);
    } finally {
      source.destroy();
    }
  }
  return { part: { tenant, from, to }, pages: pages() };
}
