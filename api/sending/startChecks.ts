import type { PeopleCount } from '../../db/read/startCounts.ts';
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
import { repliesText, replyPath } from '../present/replies.ts';
import type { StartPreviewView } from '../views.ts';
import type { StartFacts } from './startFacts.ts';

type Check = StartPreviewView['checks'][number];
type Found = Omit<Check, 'code' | 'severity' | 'fix'> & { fix?: Check['fix'] };
type NameOf = (partner: string) => string | null;
type Finder = (facts: StartFacts, nameOf: NameOf) => readonly Found[];

const named = ({ count, partners }: PeopleCount, nameOf: NameOf) => ({ count, names: partners.map(nameOf) });

/** The SPF, DKIM, DMARC and MX of the sender's worst domain. */
function ofDomain(domains: readonly SenderDomainState[], level: 'fail' | 'pass'): Found[] {
  const names = ({ findings }: SenderDomainState, of = level) =>
    findings.flatMap(({ check, code }) => (LEVELS[code] === of ? [check.toUpperCase()] : []));
  const checked = domains.filter(({ domain, findings }) => domain && findings.length > 0);
  const worst = checked.find((domain) => names(domain, 'fail').length > 0) ?? checked[0];
  return worst ? [{ count: names(worst).length, names: names(worst), detail: worst.domain ?? undefined }] : [];
}

/** A text about some accounts. It names the account if there are several. */
const ofAccounts = (all: readonly MailboxSchedule[], textOf: (one: MailboxSchedule) => string | false | null) =>
  all.flatMap((one) => {
    const text = textOf(one);
    return text ? [{ count: 1, detail: text, names: all.length > 1 ? [addressOf(one.mailbox)] : [] }] : [];
  });

const countOf = (facts: StartFacts, isCounted: (kind: StartFacts['counts']['kinds'][number]) => boolean): number =>
  facts.counts.kinds.reduce((sum, kind) => sum + (isCounted(kind) ? kind.count : 0), 0);

const ofVersion =
  (version: Variant | null): Finder =>
  (facts) => {
    const count = countOf(facts, ({ isFollowUp, variant }) => !isFollowUp && variant === version);
    return facts.campaign.abTest ? [{ count }] : [];
  };

const ofHours =
  (kind: keyof StartFacts['workHours']): Finder =>
  ({ workHours }) => [{ count: workHours[kind] }];

const ADVISED_AGAINST = 'the AI advised against it, see the message';
const NOT_READ = 'Replies to this account are not read. Mark them by hand, or follow-ups are sent all the same.';
const HELD_BACK = { code: 'held_back' } as const;

/** Finds each check; none: it has nothing to say. */
const FINDERS: Readonly<Record<StartCheckCode, Finder>> = {
  not_startable: ({ problem }) => (problem ? [{ count: 1, ...problem }] : []),
  unapproved: ({ reviewCount, counts: { flagged } }) => [{ count: reviewCount - flagged.count }],
  flagged: ({ counts }, nameOf) => [named(counts.flagged, nameOf)],
  domain_fails: ({ domains }) => ofDomain(domains, 'fail'),
  complaints: ({ mailboxes, rates }) => ofAccounts(mailboxes, ({ id }) => rates.get(id)?.warning ?? null),
  replies_unread: ({ mailboxes, campaign, now, inbound }) =>
    ofAccounts(mailboxes, ({ mailbox }) => {
      // without follow-ups nothing is promised that needs the replies
      const isUnread = campaign.followUps.length > 0 && replyPath(mailbox, inbound) === 'hand';
      return repliesText(mailbox, now) ?? (isUnread && NOT_READ);
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
  replied: ({ counts }, nameOf) => [named(counts.replied, nameOf)],
  contacted: ({ counts: { contacted } }, nameOf) => [
    { ...named(contacted, nameOf), detail: contacted.last ?? undefined },
  ],
  planned: ({ counts, distance }, nameOf) => [{ ...named(counts.planned, nameOf), days: distance.days }],
  alike: ({ counts }, nameOf) => [named(counts.similar, nameOf)],
  hours_apart: ofHours('apart'),
  checking: ({ counts }) => [{ count: counts.checkingCount }],
  not_emailed: ({ counts }, nameOf) => {
    const found = new Map<string, PeopleCount>();
    for (const { unfit, held, reason, ...people } of counts.notEmailed) {
      const because = unfit ? ADVISED_AGAINST : reasonText(held ? { code: `held_${held}` } : (reason ?? HELD_BACK));
      const same = found.get(because) ?? { count: 0, partners: [] };
      found.set(because, { count: same.count + people.count, partners: [...same.partners, ...people.partners] });
    }
    return [...found].map(([detail, people]) => ({ ...named(people, nameOf), detail }));
  },
  same_address: ({ counts }, nameOf) =>
    counts.sharing.map(({ address, partners }) => ({
      ...{ count: partners.length, names: partners.map(nameOf), detail: address },
    })),
  domain_passes: ({ domains }) => ofDomain(domains, 'pass'),
  approved: (facts) => [{ count: countOf(facts, ({ drafted }) => !drafted) }],
  version_a: ofVersion('A'),
  version_b: ofVersion('B'),
  version_own: ofVersion(null),
  hours_kept: ofHours('kept'),
  hours_unknown: ofHours('unknown'),
};

export const startChecks = (facts: StartFacts, nameOf: NameOf): Check[] =>
  START_CHECK_CODES.flatMap((code) => {
    const { severity, fix } = START_CHECKS[code];
    const found = FINDERS[code](facts, nameOf).filter(({ count }) => count > 0);
    return found.map((one) => ({ code, severity, fix, ...one }));
  });
