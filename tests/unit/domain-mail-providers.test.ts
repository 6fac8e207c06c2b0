import { describe, expect, test } from 'vitest';
import { fixWords } from '../../api/present/fixWords.ts';
import { accountAt, type ConnectedAccount } from '../../events/sending/connectedAccount.ts';
import { mailbox, missingForSending, sendingAccount } from '../../events/sending/mailbox.ts';
import { holdsForGood, keepsWaiting, recordProviderHealth } from '../../events/sending/mailboxHold.ts';
import { HOLD_REASONS, type MailboxState } from '../../events/sending/mailboxState.ts';
import { holdReason, lookUpAccount } from '../../events/sending/mailProviders.ts';
import type { AccountTrouble } from '../../events/shared/accountWords.ts';
import { EMAIL_PROVIDERS, type EmailProvider } from '../../events/shared/options.ts';
import { reasonText } from '../../events/shared/reasons.ts';

const NOW = '2026-03-02T12:00:00.000Z';
const account: ConnectedAccount = {
  id: 'a1',
  secretId: 's1',
  access: 'drafts',
  host: null,
  identity: { email: 'robin.vale@gmail.example', accountId: 'g1' },
  connectedAt: NOW,
  lost: null,
};
const withGmail = (change: Partial<ConnectedAccount> = {}, provider: EmailProvider = 'gmail'): MailboxState => ({
  ...mailbox.initial,
  provider,
  accounts: { gmail: { ...accountAt(mailbox.initial, 'gmail'), account: { ...account, ...change } } },
});

describe.each(EMAIL_PROVIDERS)('%s', (provider) => {
  test('with nothing stored there is no account, and a text says what to do', () => {
    const { account: found, missing } = lookUpAccount(mailbox.initial, provider);
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
  expect(sendingAccount(withGmail({ identity: null }))).toBeNull();
  expect(missingForSending(withGmail({ identity: null }))).toMatchObject({
    fix: { step: 'connect', provider: 'gmail' },
  });
});

describe('an account that is refused', () => {
  const refused = (state: MailboxState, secretId: string, trouble: AccountTrouble) =>
    recordProviderHealth(
      state,
      { messageId: 'm1', attempt: 1, signal: 'account_refused', secretId, waitSeconds: 0, trouble },
      NOW,
    );

  test('is lost until it is connected again', () => {
    const events = refused(withGmail(), 's1', 'policy');
    const lost = { provider: 'gmail', secretId: 's1', trouble: 'policy' };
    expect(events).toEqual([{ type: 'AccountLost', data: lost }]);
    expect(holdsForGood(withGmail(), events)).toBe(true);
    expect(holdsForGood(withGmail(), [])).toBe(false);
    expect(keepsWaiting(withGmail({ lost: 'policy' }), NOW)).toBe(true);
    expect(keepsWaiting(withGmail({ lost: 'policy' }, 'sendgrid'), NOW)).toBe(false);
  });

  test('is the one that was asked, although another provider is chosen by now', () => {
    expect(refused(withGmail({}, 'sendgrid'), 's1', 'policy')).toHaveLength(1);
    expect(refused(withGmail({}, 'sendgrid'), 's0', 'policy')).toEqual([]);
  });
});
