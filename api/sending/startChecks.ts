import type { MessageRow } from '../../db/read/messages.ts';
import { START_CHECK_CODES, START_CHECKS, type StartCheckCode } from '../../events/campaigns/startChecks.ts';
import type { Variant } from '../../events/campaigns/variants.ts';
import { addressOf } from '../../events/sending/accounts.ts';
import { accountAt } from '../../events/sending/connectedAccount.ts';
import { LEVELS } from '../../events/sending/domainPolicy.ts';
import { sendingAccount } from '../../events/sending/mailbox.ts';
import type { MailboxSchedule } from '../../events/sending/mailboxSchedule.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import type { SenderDomainState } from '../../events/sending/senderDomain.ts';
import { accountTrouble } from '../../events/shared/accountWords.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import { nameOf } from '../present/oneForEachAddress.ts';
import { repliesText, unreadText } from '../present/replies.ts';
import type { StartPreviewView } from '../views.ts';
import type { StartFacts } from './startFacts.ts';

type Check = StartPreviewView['checks'][number];
type Found = Omit<Check, 'code' | 'severity' | 'fix'> & { fix?: Check['fix'] };
type Finder = (facts: StartFacts) => readonly Found[];

/** Show at most this many names. */
const MOST_NAMED = 3;
const MOST_LISTED = 100;
const named = (rows: readonly MessageRow[], most = MOST_NAMED) => ({
  count: rows.length,
  names: rows.slice(0, most).map(nameOf),
});

const repliedBefore = ({ recipients, lastContact }: StartFacts, has: boolean) =>
  recipients.filter((row) => Boolean(lastContact(row)?.repliedAt) === has);

/** The SPF, DKIM, DMARC and MX of the sender's worst domain. */
function ofDomain(domains: readonly SenderDomainState[], level: 'fail' | 'pass'): Found[] {
  const names = ({ findings }: SenderDomainState, of = level) =>
    findings.flatMap(({ check, code }) => (LEVELS[code] === of ? [check.toUpperCase()] : []));
  const checked = domains.filter(({ domain, findings }) => domain && findings.length > 0);
  const worst = checked.find((domain) => names(domain, 'fail').length > 0) ?? checked[0];
  return worst ? [{ count: names(worst).length, names: names(worst), detail: worst.domain ?? undefined }] : [];
}

/** A text about some accounts. It names the account if there are several. */
const ofAccounts = (all: readonly MailboxSchedule[], textOf: (one: MailboxSchedule) => string | null | undefined) =>
  all.flatMap((one) => {
    const text = textOf(one);
    return text ? [{ count: 1, detail: text, names: all.length > 1 ? [addressOf(one.mailbox)] : [] }] : [];
  });

const ofVersion =
  (version: Variant | null): Finder =>
  ({ campaign, waiting }) => {
    const firsts = waiting.filter(({ state }) => state.followUp === null && state.variant === version);
    return campaign.abTest ? [{ count: firsts.length }] : [];
  };

const ofHours =
  (kind: StartFacts['workHours'][number]): Finder =>
  ({ workHours }) => [{ count: workHours.filter((one) => one === kind).length }];

const ADVISED_AGAINST = 'the AI advised against it, see the message';

/** Finds each check; none: it has nothing to say. */
const FINDERS: Readonly<Record<StartCheckCode, Finder>> = {
  not_startable: ({ problem }) => (problem ? [{ count: 1, ...problem }] : []),
  unapproved: ({ reviewCount, flagged }) => [{ count: reviewCount - flagged.length }],
  flagged: ({ flagged }) => [named(flagged)],
  domain_fails: ({ domains }) => ofDomain(domains, 'fail'),
  complaints: ({ mailboxes, rateWarnings }) => ofAccounts(mailboxes, ({ id }) => rateWarnings.get(id)),
  replies_unread: ({ mailboxes, campaign, now, inbound }) =>
    ofAccounts(mailboxes, ({ mailbox }) => {
      // without follow-ups nothing is promised that needs the replies
      const unread = campaign.followUps.length > 0 ? unreadText(mailbox, inbound) : null;
      return repliesText(mailbox, now) ?? unread;
    }),
  untested: ({ mailboxes }) => {
    const untested = mailboxes.flatMap(({ id: account, mailbox }) => {
      const sender = sendingAccount(mailbox);
      if (!sender || !MAIL_PROVIDERS[sender.provider].tested) return [];
      const { test } = accountAt(mailbox, sender.provider);
      if (test && test.status !== 'failed') return [];
      const detail = test?.trouble ? accountTrouble(sender.provider, test.trouble).text : undefined;
      return [{ count: 1, account, names: [sender.from], detail }];
    });
    return untested.slice(0, 1);
  },
  replied: (facts) => [named(repliedBefore(facts, true))],
  contacted: (facts) => {
    const lastOf = (row: MessageRow) => facts.lastContact(row)?.contactedAt ?? '';
    const contacted = repliedBefore(facts, false)
      .filter(lastOf)
      .sort((a, b) => lastOf(b).localeCompare(lastOf(a)));
    return contacted.slice(0, 1).map((newest) => ({ ...named(contacted), detail: lastOf(newest) }));
  },
  planned: (facts) => [
    { ...named(repliedBefore(facts, false).filter(facts.isPlanned)), days: facts.minDaysBetweenCampaigns },
  ],
  alike: ({ messages, similar }) => {
    const alike = [...similar].filter(([, to]) => to !== null);
    return alike.slice(0, 1).map(([like, to]) => {
      const of = messages.find(({ id }) => id === like);
      return { count: alike.length, names: [of ? nameOf(of) : null, to] };
    });
  },
  hours_apart: ofHours('apart'),
  checking: ({ checkingCount }) => [{ count: checkingCount }],
  not_emailed: ({ held, messages }) => {
    const isCancelled = ({ state }: MessageRow) => state.status === 'cancelled';
    const still = new Set(messages.flatMap((row) => (isCancelled(row) ? [] : [row.state.partnerId])));
    const cancelled = messages.filter((row) => isCancelled(row) && !still.has(row.state.partnerId));
    const because = [
      ...messages.flatMap((row) => (row.state.status === 'unfit' ? [[row, ADVISED_AGAINST] as const] : [])),
      ...held.map(({ message, sign }) => [message, reasonText({ code: `held_${sign}` })] as const),
      ...cancelled.map((row) => [row, reasonText(row.state.reason ?? { code: 'held_back' })] as const),
    ];
    return [...new Set(because.map(([, reason]) => reason))].map((detail) => {
      const rows = because.flatMap(([row, reason]) => (reason === detail ? [row] : []));
      return { ...named(rows, MOST_LISTED), detail };
    });
  },
  same_address: ({ duplicates }) =>
    duplicates.map(({ address, names }) => ({ count: names.length, names, detail: address })),
  domain_passes: ({ domains }) => ofDomain(domains, 'pass'),
  approved: ({ waiting }) => [{ count: waiting.filter(({ state }) => state.status !== 'drafted').length }],
  version_a: ofVersion('A'),
  version_b: ofVersion('B'),
  version_own: ofVersion(null),
  hours_kept: ofHours('kept'),
  hours_unknown: ofHours('unknown'),
};

export const startChecks = (facts: StartFacts): Check[] =>
  START_CHECK_CODES.flatMap((code) => {
    const { severity, fix } = START_CHECKS[code];
    const found = FINDERS[code](facts).filter(({ count }) => count > 0);
    return found.map((one) => ({ code, severity, fix, ...one }));
  });
