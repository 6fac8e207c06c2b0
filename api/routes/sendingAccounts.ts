import { Hono } from 'hono';
import { lastReads } from '../../db/read/lastReads.ts';
import { readSendMailboxes, type SendMailbox } from '../../db/read/sendMailbox.ts';
import { type MailboxRates, mailboxRates } from '../../db/read/sendRates.ts';
import { ref } from '../../db/store.ts';
import { addressOf, isUnused } from '../../events/sending/accounts.ts';
import { accountAt } from '../../events/sending/connectedAccount.ts';
import { LEVELS } from '../../events/sending/domainPolicy.ts';
import { missingForSending, sendingAccount } from '../../events/sending/mailbox.ts';
import { MAIL_HOSTS } from '../../events/sending/mailHosts.ts';
import { quotaUsed } from '../../events/sending/quota.ts';
import { accountBlocker } from '../../events/sending/sendBlockers.ts';
import type { SenderDomainState } from '../../events/sending/senderDomain.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { holdView } from '../present/hold.ts';
import { repliesText, replyPath } from '../present/replies.ts';
import { type SendingAccountView, sendingAccountsSchema } from '../views.ts';

/** What is known of an account beside its mailbox. */
type Known = {
  now: string;
  inbound: boolean;
  rates: MailboxRates;
  reads: ReadonlyMap<string, string>;
  domain: SenderDomainState;
};

const levelsOf = ({ findings }: SenderDomainState) =>
  findings.map(({ check, code }) => ({ check, level: LEVELS[code] }));

const NONE: MailboxRates = { sent: 0, bounced: 0, complained: 0, warning: null };

function accountView({ id, mailbox, mailboxDay, cap }: SendMailbox, known: Known): SendingAccountView {
  const { now, inbound, reads, domain } = known;
  const { warning, ...rates } = known.rates;
  const usedToday = quotaUsed(mailboxDay);
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
          : usedToday >= cap
            ? 'full'
            : 'connected',
    hold,
    warning,
    replies: repliesText(mailbox, now),
    usedToday,
    limitToday: cap,
    rates,
    replyPath: replyPath(mailbox, inbound),
    readAt: reads.get(sendingAccount(mailbox)?.id ?? '') ?? null,
    domain: domain.checkedAt === null ? null : { checkedAt: domain.checkedAt, checks: levelsOf(domain) },
  };
}

/** The accounts that a user sends from, in the order in which they were added. */
export function sendingAccountRoutes(deps: Deps) {
  return new Hono<Env>().get('/sending-accounts', answers(sendingAccountsSchema), unlessUnchanged(deps), async (c) => {
    const { tenant } = c.get('user');
    const { store } = deps;
    const mailboxes = (await readSendMailboxes(deps, tenant)).filter(
      ({ mailbox }) => mailbox.provider !== null || !isUnused(mailbox),
    );
    const states = mailboxes.map(({ id, mailbox: state }) => ({ id, state }));
    const [rates, reads] = await Promise.all([mailboxRates(store, tenant, states), lastReads(store, tenant)]);
    const now = store.now().toISOString();
    const inbound = Boolean(deps.inboundDomain);
    const views = mailboxes.map(async (mailbox) => {
      const { state: domain } = await store.load(tenant, ref('domain', mailbox.id));
      return accountView(mailbox, { now, inbound, reads, domain, rates: rates.get(mailbox.id) ?? NONE });
    });
    return c.json(await Promise.all(views), 200);
  });
}
