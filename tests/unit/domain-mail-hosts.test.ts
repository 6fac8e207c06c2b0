import { describe, expect, test } from 'vitest';
import {
  accountAt,
  needsSecret,
  recordConnected,
  recordConnectFailed,
  requestConnect,
  requestTest,
} from '../../events/sending/connectedAccount.ts';
import { mailbox, missingForSending, recordAccountConnected, sendingAccount } from '../../events/sending/mailbox.ts';
import { holdAt, recordProviderHealth } from '../../events/sending/mailboxHold.ts';
import { mailboxForm } from '../../events/sending/mailboxInput.ts';
import type { MailboxEvent, MailboxState } from '../../events/sending/mailboxState.ts';
import { isAtMicrosoft, MAIL_HOST_IDS, MAIL_HOSTS } from '../../events/sending/mailHosts.ts';

const NOW = '2026-03-02T12:00:00.000Z';

describe.each(MAIL_HOST_IDS)('the host %s', (id) => {
  const { smtp: out, imap, signInAt, hint } = MAIL_HOSTS[id];

  test('fills the form with servers that are encrypted, or says why there is nothing to fill in', () => {
    if (!out || !imap) return expect(id === 'other' || (signInAt && hint)).toBeTruthy();
    const form = {
      ...{ host: id, email: 'Sam@shop.example', password: ' secret ' },
      ...{ smtpHost: out.host, smtpPort: out.port, smtpSecurity: out.security },
      ...{ imapHost: imap.host, imapPort: imap.port, imapSecurity: imap.security },
    };
    // a password keeps its spaces
    expect(mailboxForm.parse(form)).toMatchObject({
      email: 'sam@shop.example',
      password: ' secret ',
      smtpPort: out.port,
    });
    expect([out.security, imap.security]).not.toContain('none');
    // 465 and 993 are encrypted from the start, 587 after STARTTLS (RFC 8314)
    expect(out.security).toBe(out.port === 587 ? 'starttls' : 'tls');
  });
});

describe('the mailbox of a tenant', () => {
  const server = { host: 'mail.shop.example', port: 465, security: 'tls' as const };
  const identity = { email: 'sam@shop.example', user: 'sam', smtp: server, imap: server };
  const fold = (state: MailboxState, events: readonly MailboxEvent[]) =>
    events.reduce((all, event) => mailbox.evolve(all, { ...event, at: NOW, actor: 'user' }), state);
  const asked = (state: MailboxState, requestId: string, secretId: string) =>
    fold(state, requestConnect(state, 'smtp', requestId, { secretId, host: 'other', identity }));
  const connected = (state: MailboxState, requestId: string, secretId: string) =>
    fold(state, recordAccountConnected(state, 'smtp', requestId, { secretId, host: 'other', identity }));
  const first = connected(asked({ ...mailbox.initial, provider: 'smtp' }, 'r1', 's1'), 'r1', 's1');
  const signIn = (state: MailboxState, requestId: string) =>
    fold(state, requestConnect(state, 'smtp', requestId, null));
  const byMicrosoft = (secretId: string, more = identity) => ({ secretId, host: 'microsoft', identity: more }) as const;

  test('sends once its servers took the sign-in', () => {
    expect(sendingAccount(first)).toEqual({
      provider: 'smtp',
      id: 's1',
      from: 'sam@shop.example',
      secretId: 's1',
      drafts: false,
    });
  });

  test('a newer request ends an open one, of which nothing comes', () => {
    const two = asked(asked(first, 'r2', 's2'), 'r3', 's3');
    expect(recordConnected(two, 'smtp', 'r2', byMicrosoft('s2'))).toEqual([]);
    expect(sendingAccount(connected(two, 'r3', 's3'))).toMatchObject({ secretId: 's3' });
    for (const typed of [{ secretId: 's3', identity }, null]) {
      const [replaced] = requestConnect(asked(first, 'r2', 's2'), 'smtp', 'r3', typed);
      const data = { provider: 'smtp', requestId: 'r2', secretId: 's2', trouble: 'replaced' };
      expect(replaced).toEqual({ type: 'AccountConnectFailed', data });
    }
  });

  test('names the credentials that it needs no more', () => {
    const second = asked(first, 'r2', 's2');
    expect(['s1', 's2', 's0'].map((id) => needsSecret(second, id))).toEqual([true, true, false]);
    const done = connected(second, 'r2', 's2');
    expect(accountAt(done, 'smtp').leaving).toEqual([{ secretId: 's1', accountId: null }]);
    expect(needsSecret(done, 's1')).toBe(false);
  });

  test('stays the same account when it is connected again, so that it is read on from where it was', () => {
    const again = connected(asked(first, 'r2', 's2'), 'r2', 's2');
    expect(sendingAccount(again)).toMatchObject({ id: 's1', secretId: 's2' });
    const elsewhere = { ...identity, imap: { ...server, host: 'imap.other.example' } };
    const begun = signIn(first, 'r3');
    const moved = fold(begun, recordConnected(begun, 'smtp', 'r3', byMicrosoft('s3', elsewhere)));
    // whatever its host is called now: the numbers of its folders say whether they are the same
    expect(sendingAccount(moved)).toMatchObject({ id: 's1', secretId: 's3' });
    const back = signIn(moved, 'r4');
    const same = fold(back, recordConnected(back, 'smtp', 'r4', byMicrosoft('s4', elsewhere)));
    expect(sendingAccount(same)).toMatchObject({ id: 's1', secretId: 's4' });
  });

  test('may be an account at Microsoft, which takes the place of one with a password', () => {
    const begun = signIn(first, 'r2');
    expect(recordConnected(begun, 'smtp', 'r1', byMicrosoft('s2'))).toEqual([]);
    const done = fold(begun, recordConnected(begun, 'smtp', 'r2', byMicrosoft('s2')));
    const account = { host: 'microsoft', secretId: 's2' };
    expect(accountAt(done, 'smtp')).toMatchObject({ account, connecting: { status: 'done' } });
    expect(needsSecret(done, 's1')).toBe(false);
    expect(recordConnectFailed(done, 'smtp', 'r2', 'expired')).toEqual([]);
    expect(sendingAccount(done)).toMatchObject({ secretId: 's2', from: 'sam@shop.example' });
  });

  test('is held when its sign-in is refused, and lost after an hour of it, until it is connected again', () => {
    const about = {
      messageId: 'm1',
      attempt: 1,
      signal: 'account_refused',
      waitSeconds: 0,
      trouble: 'smtp_sign_in',
    } as const;
    expect(recordProviderHealth(first, { ...about, secretId: 's0' }, NOW)).toEqual([]);
    let lost = first;
    for (const minutes of [0, 20, 40, 60]) {
      const now = new Date(Date.parse(NOW) + minutes * 60_000).toISOString();
      expect([minutes, missingForSending(lost), holdAt(lost, now)]).toEqual([minutes, null, null]);
      const refused = recordProviderHealth(lost, { ...about, secretId: 's1' }, now);
      expect(refused).toHaveLength(1);
      lost = fold(lost, refused);
      // another attempt of the same time says nothing new
      if (minutes < 60) expect(recordProviderHealth(lost, { ...about, secretId: 's1' }, now)).toEqual([]);
    }
    expect(missingForSending(lost)).toMatchObject({
      lost: true,
      fix: { step: 'reconnect', provider: 'smtp', trouble: 'smtp_sign_in' },
    });
    const mail = { requestId: 't1', subject: 'Test', body: 'Test' };
    expect(() => requestTest(lost, 'smtp', mail, NOW)).toThrow(/refused the user name or the password/);
    expect(missingForSending(connected(asked(lost, 'r2', 's2'), 'r2', 's2'))).toBeNull();
  });
});

test.each([
  [{ smtpHost: 'mail host' }, 'smtpHost'],
  [{ smtpHost: 'a\r\nb' }, 'smtpHost'],
  [{ smtpPort: 0 }, 'smtpPort'],
  [{ imapPort: 65_536 }, 'imapPort'],
  [{ imapPort: 'x' }, 'imapPort'],
  [{ imapSecurity: 'ssl' }, 'imapSecurity'],
  [{ password: '' }, 'password'],
  [{ password: 'a\r\nb' }, 'password'],
  [{ user: 'a\nb' }, 'user'],
  [{ email: 'sam' }, 'email'],
  [{ host: 'nowhere' }, 'host'],
  [{ smtpHost: 'smtp.office365.com' }, 'smtpHost'],
  [{ smtpHost: 'SMTP-Mail.Outlook.com' }, 'smtpHost'],
  [{ imapHost: 'outlook.office365.com' }, 'imapHost'],
  [{ email: 'Sam@hotmail.com' }, 'email'],
  [{ email: 'sam@outlook.de' }, 'email'],
  [{ email: 'sam@live.co.uk' }, 'email'],
  [{ email: 'sam@msn.com' }, 'email'],
])('%j is refused', (wrong, field) => {
  const good = {
    ...{
      host: 'other',
      email: 'sam@shop.example',
      user: '',
      password: 'p',
      smtpHost: 'mail.shop.example',
      smtpPort: 465,
    },
    ...{ smtpSecurity: 'tls', imapHost: '2001:db8::1', imapPort: 993, imapSecurity: 'tls' },
  };
  expect(mailboxForm.safeParse(good).success).toBe(true);
  expect(mailboxForm.safeParse({ ...good, ...wrong }).error?.issues[0]?.path).toEqual([field]);
});

test.each(['sam@live.shop.example', 'sam@myoutlook.com', 'mail.outlook.shop.example', 'sam@hotmail.shop.example'])(
  '%s is not one of Microsoft',
  (name) => expect(isAtMicrosoft(name)).toBe(false),
);
