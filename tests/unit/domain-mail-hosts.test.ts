import { describe, expect, test } from 'vitest';
import { mailbox, missingForSending, recordAccountConnected, sendingAccount } from '../../events/sending/mailbox.ts';
import { recordProviderHealth } from '../../events/sending/mailboxHold.ts';
import { mailboxForm } from '../../events/sending/mailboxInput.ts';
import type { MailboxEvent, MailboxState } from '../../events/sending/mailboxState.ts';
import { isAtMicrosoft, MAIL_HOST_IDS, MAIL_HOSTS } from '../../events/sending/mailHosts.ts';
import * as smtp from '../../events/sending/smtp.ts';

const NOW = '2026-03-02T12:00:00.000Z';

describe.each(MAIL_HOST_IDS)('the host %s', (id) => {
  const { smtp: out, imap, needsOAuth, hint } = MAIL_HOSTS[id];

  test('fills the form with servers that are encrypted, or says why there is nothing to fill in', () => {
    if (!out || !imap) return expect(id === 'other' || (needsOAuth && hint)).toBeTruthy();
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
  const settings = { email: 'sam@shop.example', user: 'sam', smtp: server, imap: server };
  const fold = (state: MailboxState, events: readonly MailboxEvent[]) =>
    events.reduce((all, event) => mailbox.evolve(all, { ...event, at: NOW, actor: 'user' }), state);
  const asked = (state: MailboxState, requestId: string, secretId: string) =>
    fold(state, smtp.requestSmtpConnect(state.smtp, { requestId, secretId, host: 'other', ...settings }));
  const connected = (state: MailboxState, requestId: string) =>
    fold(state, recordAccountConnected(state, smtp.recordSmtpConnected(state.smtp, requestId), 'smtp'));
  const first = connected(asked({ ...mailbox.initial, provider: 'smtp' }, 'r1', 's1'), 'r1');

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
    expect(smtp.recordSmtpConnected(two.smtp, 'r2')).toEqual([]);
    expect(connected(two, 'r3').smtp.account).toMatchObject({ secretId: 's3' });
    const [replacedEvent] = smtp.requestSmtpConnect(asked(first, 'r2', 's2').smtp, {
      requestId: 'r3',
      secretId: 's3',
      host: 'other',
      ...settings,
    });
    expect(replacedEvent).toEqual({
      type: 'SmtpConnectFailed',
      data: { requestId: 'r2', secretId: 's2', trouble: 'replaced' },
    });
  });

  test('names the credentials that it needs no more', () => {
    const second = asked(first, 'r2', 's2');
    expect(['s1', 's2', 's0'].map((id) => smtp.needsSmtpSecret(second.smtp, id))).toEqual([true, true, false]);
    expect(smtp.recordSmtpConnected(second.smtp, 'r2')).toMatchObject([{ data: { secretId: 's2', replaced: 's1' } }]);
    expect(smtp.needsSmtpSecret(connected(second, 'r2').smtp, 's1')).toBe(false);
  });

  test('stays the same account when it is connected again, so that it is read on from where it was', () => {
    const again = connected(asked(first, 'r2', 's2'), 'r2');
    expect(sendingAccount(again)).toMatchObject({ id: 's1', secretId: 's2' });
    const elsewhere = { ...settings, imap: { ...server, host: 'imap.other.example' }, secretId: 's3' };
    const moved = fold(fold(first, smtp.requestMicrosoftConnect('r3')), [
      { type: 'MicrosoftConnected', data: { requestId: 'r3', secretId: 's3', replaced: 's1' }, personal: elsewhere },
    ]);
    // whatever its host is called now: the numbers of its folders say whether they are the same
    expect(sendingAccount(moved)).toMatchObject({ id: 's1', secretId: 's3' });
    const back = fold(moved, smtp.requestMicrosoftConnect('r4'));
    const same = fold(back, smtp.recordMicrosoftConnected(back.smtp, 'r4', { ...elsewhere, secretId: 's4' }));
    expect(sendingAccount(same)).toMatchObject({ id: 's1', secretId: 's4' });
  });

  test('may be an account at Microsoft, which takes the place of one with a password', () => {
    const begun = fold(first, smtp.requestMicrosoftConnect('r2'));
    const account = { secretId: 's2', ...settings };
    expect(smtp.recordMicrosoftConnected(begun.smtp, 'r1', account)).toEqual([]);
    const done = fold(begun, smtp.recordMicrosoftConnected(begun.smtp, 'r2', account));
    expect(done.smtp).toMatchObject({ account: { host: 'microsoft', secretId: 's2' }, signIn: { status: 'done' } });
    expect(smtp.needsSmtpSecret(done.smtp, 's1')).toBe(false);
    expect(smtp.recordMicrosoftConnectFailed(done.smtp, 'r2', 'microsoft_expired')).toEqual([]);
    expect(sendingAccount(done)).toMatchObject({ secretId: 's2', from: 'sam@shop.example' });
  });

  test('is lost when its sign-in is refused, until it is connected again', () => {
    const about = {
      messageId: 'm1',
      attempt: 1,
      signal: 'account_refused',
      waitSeconds: 0,
      trouble: 'smtp_sign_in',
    } as const;
    expect(recordProviderHealth(first, { ...about, secretId: 's0' }, NOW)).toEqual([]);
    const lost = fold(first, recordProviderHealth(first, { ...about, secretId: 's1' }, NOW));
    expect(missingForSending(lost)).toMatchObject({ lost: true, fix: { reconnectSmtp: 'smtp_sign_in' } });
    expect(() => smtp.requestSmtpTest(lost.smtp, 't1', NOW)).toThrow(/refused the user name or the password/);
    expect(missingForSending(connected(asked(lost, 'r2', 's2'), 'r2'))).toBeNull();
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
