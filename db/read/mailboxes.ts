import { MOST_ACCOUNTS } from '../../events/sending/accounts.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { inTransaction } from '../connection/inTransaction.ts';
import { accountsLock } from '../log/locks.ts';
import { idOf, type Ref, ref, type Store } from '../store.ts';
import { settingValue } from './settingValue.ts';

/** One of a tenant's sending accounts. The first has the id of the tenant. */
export type Mailbox = { id: string; state: MailboxState };

/** The streams of a tenant's mailboxes in the order of their adding: the first, and others that have sent or may. */
const streamsOf = (tx: Tx, tenant: string) => tx<{ stream_id: string }[]>`
  select stream_id from read.mailboxes
  where tenant_id = ${tenant} and stream_id <> ${`mailbox-${tenant}`} and state->>'provider' is not null
  order by state->>'addedAt', stream_id`;

async function loaded(
  tenant: string,
  rows: readonly { stream_id: string }[],
  load: (mailbox: Ref<'mailbox'>) => Promise<MailboxState>,
): Promise<Mailbox[]> {
  const ids = [tenant, ...rows.map(({ stream_id }) => idOf(stream_id))];
  const states = await Promise.all(ids.map((id) => load(ref('mailbox', id))));
  return ids.flatMap((id, index) => {
    const state = states[index];
    // one that was added after the moment that the store shows
    return state && (id === tenant || state.provider !== null) ? [{ id, state }] : [];
  });
}

export async function readMailboxes(store: Store, tenant: string): Promise<Mailbox[]> {
  const rows = await readAs(store.sql, tenant, (tx) => streamsOf(tx, tenant));
  return loaded(tenant, rows, async (mailbox) => (await store.load(tenant, mailbox)).state);
}

/** A user's limit of accounts. */
export const mostAccounts = async (store: Store): Promise<number> =>
  Number((await settingValue(store, 'sending_accounts_per_user')) ?? MOST_ACCOUNTS);

/** Does `work` while no other account of the tenant is being connected, with the mailboxes as they are then. `work` commits once. */
export const inAccountsTurn = <T>(
  store: Store,
  tenant: string,
  work: (tx: Tx, mailboxes: readonly Mailbox[]) => Promise<T>,
): Promise<T> =>
  inTransaction(store, async (tx) => {
    await tx`select pg_advisory_xact_lock(${String(accountsLock(tenant))}::bigint)`;
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    return work(tx, await loaded(tenant, await streamsOf(tx, tenant), (mailbox) => store.loadIn(tx, tenant, mailbox)));
  });
