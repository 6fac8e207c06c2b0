import { Refused } from '../../events/shared/refused.ts';
import { ownersOf } from '../accounts/workspace.ts';
import { readAs, type Sql } from '../connection/connect.ts';

/**
 * Refuses (not_found) a tenant that never was. A misspelled id must not look like an empty workspace. One that was erased was there. `sql`: the API's
 * or the owner's.
 */
export async function mustBeKnownTenant(sql: Sql, tenant: string): Promise<void> {
  if (!(await isKnown(sql, tenant))) throw new Refused({ code: 'no_matching_user' });
}

/** The tenant that an operator means, by its own id or by that of its owner (`user-ID` or ID). Refused as mustBeKnownTenant says. */
export async function tenantNamed(sql: Sql, name: string): Promise<string> {
  if (await isKnown(sql, name)) return name;
  const [granted] = await sql<{ workspace: string }[]>`
    select payload->'d'->>'workspaceId' as workspace from log.events
    where tenant_id = 'system' and stream_id = ${`user-${name.replace(/^user-/, '')}`} and type = 'MembershipGranted'
      and payload->'d'->>'role' = 'owner'
    order by version limit 1`;
  if (granted) return granted.workspace;
  throw new Refused({ code: 'no_such_tenant', name });
}

const isKnown = async (sql: Sql, tenant: string): Promise<boolean> =>
  tenant === 'system' || (await ownersOf(sql, [tenant])).size > 0 || hasEvents(sql, tenant);

const hasEvents = (sql: Sql, tenant: string): Promise<boolean> =>
  readAs(sql, tenant, async (tx) => {
    const [row] = await tx<{ there: boolean }[]>`
      select exists (select from log.events e where e.tenant_id = ${tenant}) as there`;
    return row?.there === true;
  });
