/** A tenant is a workspace, and its owner's account lies in another tenant, `system`. Here is the way from a workspace to its owner. */
import { type UserState, user } from '../../events/accounts/userState.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readAs, type Sql, type Tx } from '../connection/connect.ts';
import { ref, type Store } from '../store.ts';

/** The owner's id of each workspace, also of an erased owner; one without an owner is missing. */
export async function ownersOf(sql: Sql | Tx, workspaces: readonly string[]): Promise<Map<string, string>> {
  const rows = await sql<{ workspace_id: string; user_id: string }[]>`
    select workspace_id, user_id from read.owners_of(${[...new Set(workspaces)]})`;
  return new Map(rows.map((row) => [row.workspace_id, row.user_id]));
}

/** An owner never changes, so each is looked up once a process, of so many workspaces. */
const MOST_KNOWN = 10_000;
const known = new WeakMap<Sql, Map<string, string>>();

/** The id of the user who owns a workspace, also of an erased one; null: it has no owner. */
export async function ownerOf({ sql }: Pick<Store, 'sql'>, tenant: string): Promise<string | null> {
  const owners = known.get(sql) ?? new Map<string, string>();
  known.set(sql, owners);
  const owner = owners.get(tenant) ?? (await ownersOf(sql, [tenant])).get(tenant);
  if (owner === undefined) return null;
  if (owners.size >= MOST_KNOWN) owners.clear();
  owners.set(tenant, owner);
  return owner;
}

/** Whether the log knows an owner, whatever became of their row. It reads all events of all accounts. */
async function hasOwnerInLog({ sql }: Pick<Store, 'sql'>, tenant: string): Promise<boolean> {
  const granted = await readAs(
    sql,
    'system',
    (tx) => tx`
      select from log.events
      where tenant_id = 'system' and type = 'MembershipGranted'
        and payload->'d'->>'workspaceId' = ${tenant} and payload->'d'->>'role' = 'owner'
      limit 1`,
  );
  return granted.length > 0;
}

/**
 * The same for what must not leave out the owner's account. Refused as `conflict` if the log knows an owner whose row is lost. `action` is what the
 * operator repeats once there is a row.
 */
export async function certainOwnerOf(
  store: Pick<Store, 'sql'>,
  tenant: string,
  action: string,
): Promise<string | null> {
  const owner = await ownerOf(store, tenant);
  if (owner !== null || !(await hasOwnerInLog(store, tenant))) return owner;
  throw new Refused({ code: 'owner_lost', action });
}

/** The account of a workspace's owner, as the store has it. */
export async function ownerAccount(store: Store, tenant: string): Promise<UserState> {
  const owner = await ownerOf(store, tenant);
  return owner === null ? user.initial : (await store.load('system', ref('user', owner))).state;
}
