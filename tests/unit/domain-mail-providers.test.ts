import { describe, expect, test } from 'vitest';
import { fixWords } from '../../api/present/fixWords.ts';
import type { GmailAccount } from '../../events/sending/gmail.ts';
import { mailbox, missingForSending, sendingAccount } from '../../events/sending/mailbox.ts';
import { holdsForGood, keepsWaiting, recordProviderHealth } from '../../events/sending/mailboxHold.ts';
import { HOLD_REASONS, type MailboxState } from '../../events/sending/mailboxState.ts';
import { holdReason, MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { EMAIL_PROVIDERS, type EmailProvider } from '../../events/shared/options.ts';
import { reasonText } from '../../events/shared/reasons.ts';

const NOW = '2026-03-02T12:00:00.000Z';
const account: GmailAccount = {
  id: 'a1',
  secretId: 's1',
  access: 'drafts',
  email: 'robin.vale@gmail.example',
  googleId: 'g1',
  connectedAt: NOW,
  reauth: null,
};
const withGmail = (change: Partial<GmailAccount> = {}, provider: EmailProvider = 'gmail'): MailboxState => ({
  ...mailbox.initial,
  provider,
  gmail: { ...mailbox.initial.gmail, account: { ...account, ...change } },
});

describe.each(EMAIL_PROVIDERS)('%s', (provider) => {
  test('with nothing stored there is no account, and a text says what to do', () => {
    const { account: found, missing } = MAIL_PROVIDERS[provider].account({ ...mailbox.initial, provider });
    expect(found).toBeNull();
    expect(missing).toMatchObject({ lost: false });
    expect(missing && fixWords(missing.fix).whatToDo).toMatch(/in Settings.*\.$/);
    expect(`${missing && reasonText(missing.reason)} ${missing?.ends}`).not.toMatch(/\.$/);
  });

  test.each(HOLD_REASONS)('says why it is held: %s', (reason) => {
    const text = holdReason(reason, provider);
    expect(reasonText(text.reason)).not.toMatch(/\.$/);
    expect(fixWords(text.fix).whatToDo).toMatch(/\.$/);
  });
});

test('an account without its address, which was erased, is one that is missing', () => {
  expect(sendingAccount(withGmail())).toMatchObject({ provider: 'gmail', id: 'a1', drafts: true });
  expect(missingForSending(withGmail())).toBeNull();
  expect(sendingAccount(withGmail({ email: null }))).toBeNull();
  expect(missingForSending(withGmail({ email: null }))).toMatchObject({ fix: 'connect_gmail' });
});

describe('an account that is refused', () => {
  const refused = (state: MailboxState, secretId: string, trouble: string) =>
    recordProviderHealth(
      state,
      { messageId: 'm1', attempt: 1, signal: 'account_refused', secretId, waitSeconds: 0, trouble },
      NOW,
    );

  test.each([
    ['policy', 'policy'],
    ['a code that is not known here', 'token_refused'],
  ])('is lost until it is connected again: %s', (code, trouble) => {
    const events = refused(withGmail(), 's1', code);
    expect(events).toEqual([{ type: 'GmailReauthNeeded', data: { secretId: 's1', trouble } }]);
    expect(holdsForGood(withGmail(), events)).toBe(true);
    expect(holdsForGood(withGmail(), [])).toBe(false);
    expect(keepsWaiting(withGmail({ reauth: 'policy' }), NOW)).toBe(true);
    expect(keepsWaiting(withGmail({ reauth: 'policy' }, 'sendgrid'), NOW)).toBe(false);
  });

  test('is the one that was asked, although another provider is chosen by now', () => {
    expect(refused(withGmail({}, 'sendgrid'), 's1', 'policy')).toHaveLength(1);
    expect(refused(withGmail({}, 'sendgrid'), 's0', 'policy')).toEqual([]);
  });
});
