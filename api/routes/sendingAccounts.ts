import { Hono } from 'hono';
import { readSendMailboxes, type SendMailbox } from '../../db/read/sendMailbox.ts';
import { rateWarnings } from '../../db/read/sendRates.ts';
import { addressOf } from '../../events/sending/accounts.ts';
import { accountAt } from '../../events/sending/connectedAccount.ts';
import { missingForSending } from '../../events/sending/mailbox.ts';
import { MAIL_HOSTS } from '../../events/sending/mailHosts.ts';
import { quotaUsed } from '../../events/sending/quota.ts';
import { accountBlocker } from '../../events/sending/sendBlockers.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { holdView } from '../present/hold.ts';
import { repliesText } from '../present/replies.ts';
import { type SendingAccountView, sendingAccountsSchema } from '../views.ts';

function accountView(
  { id, mailbox, mailboxDay, cap }: SendMailbox,
  now: string,
  warning: string | null,
): SendingAccountView {
  const hold = holdView(accountBlocker(mailbox, now), id);
  const missing = missingForSending(mailbox);
  const host = mailbox.provider && accountAt(mailbox, mailbox.provider).account?.host;
  return {
    id,
    address: addressOf(mailbox),
    provider: mailbox.provider,
    microsoft: Boolean(host && MAIL_HOSTS[host].signInAt),
    health: missing
      ? missing.lost
        ? 'lost'
        : 'not_connected'
      : mailbox.pause
        ? 'paused'
        : hold
          ? 'held'
          : 'connected',
    hold,
    warning,
    replies: repliesText(mailbox, now),
    usedToday: quotaUsed(mailboxDay),
    limitToday: cap,
  };
}

/** The accounts that a user sends from, in the order in which they were added. */
export function sendingAccountRoutes(deps: Deps) {
  return new Hono<Env>().get('/sending-accounts', answers(sendingAccountsSchema), unlessUnchanged(deps), async (c) => {
    const { tenant } = c.get('user');
    const mailboxes = await readSendMailboxes(deps, tenant);
    const warnings = await rateWarnings(
      deps.store,
      tenant,
      mailboxes.map(({ id, mailbox: state }) => ({ id, state })),
    );
    const now = deps.store.now().toISOString();
    return c.json(
      mailboxes.map((mailbox) => accountView(mailbox, now, warnings.get(mailbox.id) ?? null)),
      200,
    );
  });
}
