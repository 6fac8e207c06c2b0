import type { SecurityKind } from '../../events/accounts/securityKinds.ts';
import type { Sql } from '../connection/connect.ts';

/** Blank texts: unknown. `about`: the call, or an HMAC of the address that was typed. */
export type SecurityNote = { kind: SecurityKind; userId: string; network: string; agent: string; about: string };

/** Notes what happened at a door. Equal notes of one minute are one row with a count. */
export async function noteSecurity(sql: Sql, { kind, userId, network, agent, about }: SecurityNote): Promise<void> {
  await sql`select auth.note_security(${kind}, ${userId}, ${network}, ${agent}, ${about})`;
}

export type SecurityRow = SecurityNote & { id: string; firstAt: Date; lastAt: Date; times: number };
export type SecurityFilter = {
  kind?: SecurityKind | undefined;
  user?: string | undefined;
  network?: string | undefined;
  days?: number | undefined;
  before?: string | undefined;
};

/** A page of the security log, the newest first. */
export async function securityLog(sql: Sql, filter: SecurityFilter, rows: number): Promise<SecurityRow[]> {
  const { kind, user, network, days, before } = filter;
  return sql<SecurityRow[]>`
    select log_id::text as id, minute as "firstAt", last_at as "lastAt", kind, user_id as "userId", network, agent, about, times
    from auth.security_log
    where true ${before ? sql`and log_id < ${before}` : sql``} ${kind ? sql`and kind = ${kind}` : sql``}
      ${user ? sql`and user_id = ${user}` : sql``} ${network ? sql`and network = ${network}` : sql``}
      ${days ? sql`and minute > clock_timestamp() - make_interval(days => ${days})` : sql``}
    order by log_id desc limit ${rows}`;
}
