import { ownerAccount } from '../../db/accounts/workspace.ts';
import { readMailboxesToday } from '../../db/read/mailboxSchedule.ts';
import { sendNowFrom } from '../../db/read/sendNow.ts';
import { type Blocked, checkSend } from '../../events/sending/sendPolicy.ts';
import type { Deps } from '../context.ts';
import { refusalOf } from './sendRefusal.ts';

/** Refuses with the next step if no mailbox of a campaign (`chosen`; null: all) can send. 503: the installation is the cause; else 422. */
export async function mustBeReadyToSend(deps: Deps, tenant: string, chosen: string | null): Promise<void> {
  const found = await startBlocked(deps, tenant, chosen);
  if (found) throw refusalOf(found.blocked, deps.store.now().toISOString());
}

/** The blocker of all mail of a campaign, and its account; null: there is none. */
export async function startBlocked(
  deps: Deps,
  tenant: string,
  chosen: string | null,
): Promise<{ account: string; blocked: Blocked } | null> {
  const { store } = deps;
  const [mailboxes, user] = await Promise.all([readMailboxesToday(deps, tenant), ownerAccount(store, tenant)]);
  const now = store.now().toISOString();
  const own = mailboxes.filter(({ id }) => chosen === null || id === chosen);
  const checked = (own.length > 0 ? own : mailboxes).map(({ id, sender }) => ({
    account: id,
    check: checkSend({ now, sender: { ...sender, account: user.status }, starting: true }),
  }));
  const blocked = checked.flatMap(({ account, check }) => (check.allowed ? [] : [{ account, blocked: check }]));
  return blocked.length === checked.length ? (blocked[0] ?? null) : null;
}

/**
 * The same for Send Now. It also refuses with 429 while the mailbox is held for a time, and when the day is full. Send Now counts toward both limits
 * (rulings), an answer toward that of the mailbox.
 */
export async function mustSendNow(deps: Deps, tenant: string, messageId: string): Promise<void> {
  const { blocked } = await sendNowFrom(deps, tenant, messageId);
  if (blocked) throw refusalOf(blocked, deps.store.now().toISOString());
}
