/** Pages of what a tenant had at a moment, the newest first. They go by the first event of each stream, which no later one changes. */
import { Refused } from '../../events/shared/refused.ts';
import type { Tx } from '../connection/connect.ts';
import type { Fragment } from '../rows.ts';
import { cursorOf, readCursor } from './cursor.ts';

type Wanted = { at: Date; after?: string | undefined; limit: number };
type Begun = { id: string; began: number };

/** Microseconds since 1970, exact in a number of JavaScript. */
const BEGAN = '(extract(epoch from r.began) * 1000000)::float8 as began';

function beyond(tx: Tx, id: string, { at, after }: Wanted): Fragment {
  if (after === undefined) return tx`r.began <= ${at}`;
  const [began, last] = readCursor(after, 2);
  if (typeof began !== 'number' || !Number.isSafeInteger(began) || typeof last !== 'string')
    throw new Refused({ code: 'wrong_page' });
  return tx`r.began <= ${at} and (r.began, r.${tx(id)}) < ('epoch'::timestamptz + ${began}::float8 * interval '1 microsecond', ${last})`;
}

const pageOf = <R extends Begun>(rows: readonly R[], limit: number): { rows: R[]; next: string | null } => {
  const shown = rows.slice(0, limit);
  const last = rows.length > limit ? shown.at(-1) : undefined;
  return { rows: shown, next: last ? cursorOf([last.began, last.id]) : null };
};

/** Those who were deleted and have not moved since are left out. Others may have been deleted, too: their state says so. */
export async function partnersBegun(tx: Tx, tenant: string, wanted: Wanted) {
  const rows = await tx<Begun[]>`
    select r.partner_id as id, ${tx.unsafe(BEGAN)} from lists.people r
    where r.tenant_id = ${tenant} and ${beyond(tx, 'partner_id', wanted)} and not exists (
      select from read.partners p where p.tenant_id = r.tenant_id and p.stream_id = 'partner-' || r.partner_id
        and p.status = 'deleted' and p.recorded_at <= ${wanted.at})
    order by r.began desc, r.partner_id desc limit ${wanted.limit + 1}`;
  return pageOf(rows, wanted.limit);
}

/** Of one campaign, or of all. */
export async function messagesBegun(tx: Tx, tenant: string, campaign: string | undefined, wanted: Wanted) {
  const rows = await tx<(Begun & { partner: string })[]>`
    select m.* from read.campaigns c cross join lateral (
      select r.message_id as id, r.partner_id as partner, ${tx.unsafe(BEGAN)} from lists.messages r
      where r.tenant_id = ${tenant} and r.campaign_id = substr(c.stream_id, length('campaign-') + 1) and ${beyond(tx, 'message_id', wanted)}
      order by r.began desc, r.message_id desc limit ${wanted.limit + 1}) m
    where c.tenant_id = ${tenant} ${campaign === undefined ? tx`` : tx`and c.stream_id = ${`campaign-${campaign}`}`}
    order by m.began desc, m.id desc limit ${wanted.limit + 1}`;
  return pageOf(rows, wanted.limit);
}
