import type { SenderDomainView } from '../../../api/views.ts';
import { ACCOUNT_WORDS } from '../../../events/shared/accountWords.ts';
import type { EmailProvider } from '../../../events/shared/options.ts';

type Finding = SenderDomainView['findings'][number];
type Check = Finding['check'];
type Code = Finding['code'];

export const CHECK_NAMES: Readonly<Record<Check, string>> = { spf: 'SPF', dkim: 'DKIM', dmarc: 'DMARC', mx: 'MX' };

const senderOf = (provider: EmailProvider): string => ACCOUNT_WORDS[provider].sender;

/** The same at the start of a sentence. */
const start = (provider: EmailProvider): string => senderOf(provider).replace(/^./, (letter) => letter.toUpperCase());

/** Its signature names the key. */
const ASK_BY_TEST =
  'Send a test email under Mailbox: its signature names the key. Or ask your email host for the DKIM record.';

/** How the key is found, where that is not its setup. SendGrid names the very records. */
const NOT_FOUND: Readonly<Partial<Record<EmailProvider, string>>> = {
  smtp: ASK_BY_TEST,
  sendgrid: `${ACCOUNT_WORDS.sendgrid.setUpDkim} A key that may read Sender Authentication shows the records here.`,
};

type Text = string | ((provider: EmailProvider) => string);
const TEXTS: Readonly<Record<Check, Partial<Record<Code, Text>>>> = {
  spf: {
    ok: (provider) => `${start(provider)} may send for this domain.`,
    not_needed: (provider) => `${start(provider)} doesn't need it.`,
    missing: (provider) =>
      `Receivers can't tell that ${senderOf(provider)} may send for this domain. Add an SPF record.`,
    unproved:
      "The addresses that your mail server sends from aren't known. Ask your email host what your SPF record must include.",
    multiple: 'There are several SPF records, so none counts. Keep only this one.',
    not_included: (provider) => `${start(provider)} isn't in the record. Replace it with this one.`,
    too_many_lookups: 'The record needs more than 10 DNS lookups, so it fails. Remove senders that you no longer use.',
    allows_everyone: 'The record lets anyone send for this domain. Replace it with this one.',
  },
  dkim: {
    ok: 'Emails of this domain can be signed.',
    missing: (provider) => `The DNS has no key for your emails. ${ACCOUNT_WORDS[provider].setUpDkim}`,
    not_found: (provider) =>
      `No key was found under the usual name. ${NOT_FOUND[provider] ?? ACCOUNT_WORDS[provider].setUpDkim}`,
    unproved: `There is a key, but it may not be your mail server's. ${ASK_BY_TEST}`,
    unsigned:
      'Your test email came back without a signature of this domain. Ask your email host to sign with DKIM, and which record to add.',
    revoked: (provider) => `The key was revoked. ${ACCOUNT_WORDS[provider].setUpDkim}`,
  },
  dmarc: {
    ok: 'The domain says what happens to emails that fail the checks.',
    missing: 'Gmail, Yahoo and Outlook ask for one. Add this record.',
    multiple: 'There are several DMARC records, so none counts. Keep one.',
    invalid: 'The record has no valid policy. Replace it with this one.',
    not_aligned: 'Your emails fail both SPF and DKIM, and this policy makes receivers turn them away. Fix DKIM first.',
    not_yours: 'Receivers turn away emails that others send for this mail service. Use an address at your own domain.',
  },
  mx: {
    ok: 'Replies can arrive.',
    missing: 'The domain has no mail server. Replies and bounces are lost.',
    refuses_mail: 'The domain says that it takes no mail. Replies and bounces are lost.',
  },
};

export function findingText({ check, code, fixes }: Omit<Finding, 'level' | 'found'>, provider: EmailProvider): string {
  if (check === 'dkim' && fixes.length > 0) return 'The DNS has no key for your emails. Add each of these records.';
  if (code === 'managed') return `${start(provider)} takes care of it.`;
  if (code === 'unavailable') return 'The DNS gave no answer. Check again later.';
  const text = TEXTS[check][code] ?? '';
  return typeof text === 'function' ? text(provider) : text;
}
