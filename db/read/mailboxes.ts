import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { idOf, type Ref, ref, type Store } from '../store.ts';

/** One of a tenant's sending accounts. The first has the id of the tenant. */
export type Mailbox = { id: string; state: MailboxState };

/** The streams of a tenant's mailboxes in the order of their adding: the first, and others that have sent or may. */
export const streamsOf = (tx: Tx, tenant: string) => tx<{ stream_id: string }[]>`
  select stream_id from read.mailboxes
  where tenant_id = ${tenant} and stream_id <> ${`mailbox-${tenant}`} and state->>'provider' is not null
  order by state->>'addedAt', stream_id`;

export async function loadMailboxes(
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
  return loadMailboxes(tenant, rows, async (mailbox) => (await store.load(tenant, mailbox)).state);
}
