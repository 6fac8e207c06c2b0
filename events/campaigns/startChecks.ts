import { counted, wholeNumber } from '../shared/format.ts';

/** The findings of a check. `names`: some of them; null: erased. `detail`: the address, domain, moment or reason that it is about. */
export type StartCheckDetails = {
  count: number;
  names?: readonly (string | null)[] | undefined;
  detail?: string | undefined;
  /** Emails to one person are at least this many days apart. */
  days?: number | undefined;
};
type Words = (found: StartCheckDetails) => string;

/** Where the user can fix it: in the campaign, by a test email, or in a part of Settings. */
type StartFix = 'review' | 'test-email' | 'sending-domain';

const as =
  <Severity extends string>(severity: Severity) =>
  (words: Words, fix: StartFix | null = null) => ({ severity, words, fix });
const [blocks, warns, tells] = [as('blocks'), as('warns'), as('tells')];

const joined = (names: readonly string[]): string => new Intl.ListFormat('en').format(names);
/** A name from right to left is isolated: it changes no order around it. */
const isolated = (name: string): string =>
  /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(name) ? `\u2068${name}\u2069` : name;
const namesOf = ({ names = [] }: StartCheckDetails): string[] =>
  names.map((name) => (name === null ? 'An erased partner' : isolated(name)));
/** "Ada, Ben, and 2 more" */
function listed(found: StartCheckDetails): string {
  const names = namesOf(found);
  const more = found.count - names.length;
  return joined(more > 0 ? [...names, `${wholeNumber(more)} more`] : names);
}
const texts = (count: number, one: string, many: string): string =>
  count === 1 ? `One text ${one}` : `${wholeNumber(count)} texts ${many}`;
const partners = ({ count }: StartCheckDetails): string => counted(count, 'partner');
const emails =
  (what: string): Words =>
  ({ count }) =>
    `${counted(count, 'email')} ${what}`;
const ofAccount: Words = ({ names = [], detail }) => [...names, detail].join(': ');

/** The checks before Start, in this order. api/sending/startChecks.ts finds each. */
export const START_CHECKS = {
  not_startable: blocks(({ detail = '' }) => detail),
  unapproved: warns(
    ({ count }) =>
      `${texts(count, 'has not been approved. This approves it', 'have not been approved. This approves them')} unread.`,
    'review',
  ),
  flagged: warns(
    (found) =>
      `${texts(found.count, 'was flagged and is not sent before you review it', 'were flagged and are not sent before you review them')}: ${listed(found)}.`,
    'review',
  ),
  domain_fails: warns(
    (found) => `Emails from ${found.detail} may land in spam: ${joined(namesOf(found))} failed.`,
    'sending-domain',
  ),
  complaints: warns(ofAccount),
  replies_unread: warns(ofAccount),
  untested: warns(
    ({ names, detail }) =>
      detail ? `The last test email failed. ${detail}` : `No test email was sent from ${names?.[0]} yet.`,
    'test-email',
  ),
  replied: warns((found) => {
    const [have, they] = found.count === 1 ? ['has', 'This partner gets'] : ['have', 'They get'];
    return `${partners(found)} ${have} replied to you before: ${listed(found)}. ${they} this email all the same.`;
  }),
  contacted: warns((found) => {
    const when = found.count === 1 ? '' : 'the last on ';
    return `${partners(found)} got an email from another campaign before: ${listed(found)} (${when}${found.detail}).`;
  }),
  planned: warns((found) => {
    const apart = found.days ? ` Emails to one person are at least ${counted(found.days, 'day')} apart.` : '';
    return `${partners(found)} will get an email from another campaign: ${listed(found)}.${apart}`;
  }),
  alike: warns((found) => {
    const those = namesOf(found).join(' and that to ');
    return `${counted(found.count, 'text')} ${found.count === 1 ? 'says' : 'say'} much the same as another, such as that to ${those}.`;
  }),
  hours_apart: warns(emails('to recipients whose working hours never overlap yours')),
  checking: tells(({ count }) =>
    texts(
      count,
      'is still being checked. It is not sent if it is flagged.',
      'are still being checked. Those that are flagged are not sent.',
    ),
  ),
  not_emailed: tells((found) => `Not emailed: ${listed(found)} (${found.detail})`),
  same_address: tells((found) => `${joined(namesOf(found))} share ${found.detail}. Only one of them gets the email.`),
  domain_passes: tells(
    (found) => `${joined(namesOf(found))} ${found.count === 1 ? 'passes' : 'pass'} for ${found.detail}`,
  ),
  approved: tells(({ count }) => `${counted(count, 'text')} approved`),
  version_a: tells(emails('in version A')),
  version_b: tells(emails('in version B')),
  version_own: tells(emails('written by hand')),
  hours_kept: tells(emails('in the recipients’ working hours')),
  hours_unknown: tells(emails('to recipients without a known country')),
};
export type StartCheckCode = keyof typeof START_CHECKS;
export const START_CHECK_CODES = Object.keys(START_CHECKS) as StartCheckCode[];
