import { Refused } from '../../events/shared/refused.ts';
import { readAs, type Sql } from '../connect.ts';

/**
 * Refuses (not_found) a tenant that never was, so that a misspelt id is not taken for a user with an empty history. One who was erased was
 * there. The log is asked, not rows: they may be what is wrong. `sql`: the API's or the owner's.
 */
export async function mustBeKnownTenant(sql: Sql, tenant: string): Promise<void> {
  if (tenant === 'system' || (await hasEvents(sql, 'system', `user-${tenant}`)) || (await hasEvents(sql, tenant)))
    return;
  throw new Refused('not_found', `There is no user ${tenant}.`);
}

const hasEvents = (sql: Sql, tenant: string, stream?: string): Promise<boolean> =>
  readAs(sql, tenant, async (tx) => {
    const [row] = await tx<{ there: boolean }[]>`
      select exists (
        select from log.events e where e.tenant_id = ${tenant} ${stream === undefined ? tx`` : tx`and e.stream_id = ${stream}`}) as there`;
    return row?.there === true;
  });
