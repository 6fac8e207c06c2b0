import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { Hono } from 'hono';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { isReachable, isSetUpCode, setUpGuard } from '../../api/signIn/setUpCode.ts';
import { mailSender, readSettings, settings } from '../../db/installation/settings.ts';
import { systemMailer } from '../../db/installation/systemMailer.ts';
import { accessMail, accountExistsMail, securityMail } from '../../worker/mail/accessMail.ts';
import { checkSmtp, sendBySmtp } from '../../worker/providers/smtp/client.ts';

const FROM = { email: 'no-reply@company.example', name: 'Company' };
const MAIL = { to: 'kim@northwind.example', subject: 'Hello', text: 'A text', html: '<p>A text</p>' };

let server: Server | null = null;
const open = new Set<Socket>();
afterEach(async () => {
  for (const socket of open) socket.destroy();
  await new Promise((resolve) => (server ? server.close(resolve) : resolve(null)));
  server = null;
});

async function listen(made: Server): Promise<number> {
  server = made;
  await new Promise<void>((resolve) => made.listen(0, '127.0.0.1', resolve));
  return (made.address() as AddressInfo).port;
}

/** Signed by itself. */
const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBgjCCASmgAwIBAgIUSk3t0ek/g9gLNzYpB4fQoRmIp7owCgYIKoZIzj0EAwIw
FzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMB4XDTI2MTEyMjAzMTgzMloXDTI2MTEy
MzAzMTgzMlowFzEVMBMGA1UEAwwMbWFpbC5leGFtcGxlMFkwEwYHKoZIzj0CAQYI
KoZIzj0DAQcDQgAEitrlOTetohk2ML6vBgE7LYwNceoLdEYTr/xZB9MjrqdI5AN8
ERLbYSzC5Lq45LyTZAVCy1SnTA+3W2ztO9SCgKNTMFEwHQYDVR0OBBYEFDyHiicS
C3IPZqcwnqbJgbRRHP9uMB8GA1UdIwQYMBaAFDyHiicSC3IPZqcwnqbJgbRRHP9u
MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgKjFqseQaNy/mpM8v
K1or85p4n8zZg4NsbMSieRrkN6sCIAseP98qozYdcHTseH5VpYCbvDlhNC+LGngL
bRtbeBlS
-----END CERTIFICATE-----`;
const KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgH0PvBWRVpbECfA+8
YTe/oQCEQTdpbYD0bAkQQ+1evYShRANCAASK2uU5N62iGTYwvq8GATstjA1x6gt0
RhOv/FkH0yOup0jkA3wREtthLMLkurjkvJNkBULLVKdMD7dbbO071IKA
-----END PRIVATE KEY-----`;

type Behaviour = { login?: string; recipient?: string; afterData?: string | 'hang up' | 'silence' };

/** A mail server that says what the test wants; answers its address and what it was given. */
async function mailServer({ login, recipient = '250 ok', afterData = '250 queued' }: Behaviour) {
  let mail = '';
  const made = createServer((socket) => {
    open.add(socket.setEncoding('utf8'));
    let inMail = false;
    let rest = '';
    socket.on('error', () => undefined).write('220 mail.example\r\n');
    socket.on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (inMail && line !== '.') mail += `${line}\n`;
        else if (inMail && afterData === 'hang up') socket.destroy();
        else if (inMail && afterData !== 'silence') socket.write(`${afterData}\r\n`);
        else if (/^DATA/.test(line)) socket.write('354 go on\r\n');
        else if (login && /^EHLO/.test(line)) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n');
        else if (login && /^AUTH/.test(line)) socket.write(`${login}\r\n`);
        else if (/^STARTTLS/.test(line)) socket.write('502 no such command\r\n');
        else if (!inMail) socket.write(/^RCPT/.test(line) ? `${recipient}\r\n` : '250 ok\r\n');
        inMail = /^DATA/.test(line) || (inMail && line !== '.');
      }
    });
  });
  return { url: `smtp://127.0.0.1:${await listen(made)}`, mail: () => mail };
}

describe('a mail by SMTP', () => {
  test('arrives with both forms of its text, and says that nobody wrote it', async () => {
    const { url, mail } = await mailServer({});
    expect(await sendBySmtp(url, FROM, MAIL)).toMatchObject({ kind: 'status', status: 250 });
    expect(mail()).toContain('From: Company <no-reply@company.example>');
    expect(mail()).toContain('To: kim@northwind.example');
    expect(mail()).toContain('Auto-Submitted: auto-generated');
    expect(mail()).toContain('<p>A text</p>');
  });

  test.each<[string, Behaviour, object]>([
    ['with a wrong password', { login: '535 no' }, { kind: 'status', status: 401 }],
    ['refused for good', { recipient: '550 no such mailbox' }, { kind: 'status', status: 422 }],
    ['refused for now', { recipient: '451 try later' }, { kind: 'status', status: 429 }],
    ['refused after the text', { afterData: '554 no' }, { kind: 'status', status: 422 }],
    ['cut off after the text', { afterData: 'hang up' }, { kind: 'broken' }],
    ['silent after the text', { afterData: 'silence' }, { kind: 'broken' }],
  ])('%s', async (_, behaviour, answer) => {
    const { url } = await mailServer(behaviour);
    expect(await sendBySmtp(url.replace('//', '//user:secret@'), FROM, MAIL, 300)).toMatchObject(answer);
  });

  test('nobody listens, or no such name: it certainly did not leave', async () => {
    const { url } = await mailServer({});
    await new Promise((resolve) => server?.close(resolve));
    expect(await sendBySmtp(url, FROM, MAIL)).toEqual({ kind: 'not_connected' });
    expect(await sendBySmtp('smtp://no.such.name.invalid:25', FROM, MAIL)).toEqual({ kind: 'not_connected' });
  });

  test.each([
    ['shows a certificate that nobody vouches for', () => createTlsServer({ key: KEY, cert: CERTIFICATE })],
    ['speaks no TLS', () => createServer((socket) => socket.on('error', () => undefined).end('220 mail.example\r\n'))],
  ])('a server of smtps:// that %s: it certainly did not leave, and the trouble is told apart', async (_, make) => {
    const port = await listen(make().on('connection', (socket) => open.add(socket)));
    const said = await sendBySmtp(`smtps://127.0.0.1:${port}`, FROM, MAIL, 3000);
    expect(said).toEqual({ kind: 'not_connected', untrusted: true });
  });

  test('to another machine nothing leaves in the clear, whatever the network says that the server offers', async () => {
    const { url, mail } = await mailServer({});
    // this machine, by a name that does not say so
    for (const elsewhere of ['0.0.0.0', 'user:secret@0.0.0.0']) {
      expect(await sendBySmtp(url.replace('127.0.0.1', elsewhere), FROM, MAIL)).toMatchObject({
        kind: 'not_connected',
      });
    }
    expect(mail()).toBe('');
    expect(await sendBySmtp(url.replace('//', '//user:secret@'), FROM, MAIL)).toMatchObject({ status: 250 });
  });
});

describe('the check of SMTP_URL', () => {
  test('signs in, and hands over no mail', async () => {
    const { url, mail } = await mailServer({ login: '235 ok' });
    expect(await checkSmtp(url.replace('//', '//user:secret@'))).toBe('127.0.0.1');
    expect(mail()).toBe('');
  });

  test('a wrong password, a server that is busy, and one that is not there', async () => {
    const { url } = await mailServer({ login: '535 no' });
    await expect(checkSmtp(url.replace('//', '//user:secret@'))).rejects.toMatchObject({
      reason: { code: 'smtp_url_refused' },
    });
    await new Promise((resolve) => server?.close(resolve));
    await expect(checkSmtp(url)).rejects.toMatchObject({
      reason: { code: 'provider_unreachable', provider: 'The mail server' },
    });
    const port = await listen(createServer((socket) => socket.on('error', () => undefined).end('421 busy\r\n')));
    await expect(checkSmtp(`smtp://127.0.0.1:${port}`)).rejects.toMatchObject({
      reason: { code: 'smtp_url_connection' },
    });
  });
});

describe('the settings of the mailer', () => {
  test('a sandbox needs none; a real installation needs a sender with either way, and SendGrid goes first', () => {
    const none = { SYSTEM_SENDGRID_API_KEY: undefined, SMTP_URL: undefined, SYSTEM_MAIL_FROM: undefined };
    expect(systemMailer(none, true)?.kind).toBe('sandbox');
    expect(systemMailer(none, false)).toBeNull();
    expect(() => systemMailer({ ...none, SMTP_URL: 'smtp://mail' }, false)).toThrow('SYSTEM_MAIL_FROM is not set');
    const both = { SYSTEM_SENDGRID_API_KEY: 'k', SMTP_URL: 'smtp://mail', SYSTEM_MAIL_FROM: FROM };
    expect(systemMailer(both, false)?.kind).toBe('sendgrid');
    expect(systemMailer({ ...both, SYSTEM_SENDGRID_API_KEY: undefined }, false)?.kind).toBe('smtp');
  });

  test('a sender is an address with or without a name; a wrong value is named, and a password in it is not shown', () => {
    expect(mailSender('a@b.example')).toEqual({ email: 'a@b.example', name: 'Partner Pilot' });
    expect(mailSender('"Acme, Ltd" <a@b.example>')).toEqual({ email: 'a@b.example', name: 'Acme, Ltd' });
    for (const wrong of ['Acme', '<a@b.example', 'a@b', 'Acme <a@b.example> x', 'a@b.example\nBcc: c@d.example']) {
      expect(mailSender(wrong), wrong).toBeNull();
    }
    const read = (SMTP_URL: string) => () => readSettings({ SMTP_URL: settings.SMTP_URL }, { SMTP_URL });
    expect(read('http://user:secret@mail')).toThrow(/^SMTP_URL has a value that cannot be used; set it to /);
    expect(read('http://user:secret@mail')).not.toThrow(/secret/);
  });
});

describe('the set-up code', () => {
  test.each([
    ['127.0.0.1', 'http://localhost:3000', false],
    ['::1', 'http://[::1]:3000', false],
    ['localhost', 'http://pilot.localhost', false],
    ['0.0.0.0', 'http://localhost:3000', true],
    ['::', 'http://localhost:3000', true],
    ['127.0.0.1', 'https://pilot.example', true],
    ['127.0.0.1', 'http://127.0.0.1.evil.example', true],
  ])('others reach a server at %s, %s: %s', (host, url, reachable) => expect(isReachable(host, url)).toBe(reachable));

  /** Whether somebody at this socket, with these headers, is asked for the code; and how often it was told. */
  async function asked(remoteAddress: string, headers: Record<string, string>, reachable = false) {
    const say = vi.fn();
    const guard = setUpGuard('ABCD-2345', { reachable, say });
    const app = new Hono().get('/', (c) => c.json(guard.asks(c)));
    const look = () => app.request('/', { headers }, { incoming: { socket: { remoteAddress } } });
    await look();
    return { asks: await (await look()).json(), told: say.mock.calls.length };
  }

  test.each([
    ['127.0.0.1', 'localhost:3000'],
    ['::1', '[::1]:3000'],
    ['::ffff:127.0.0.1', '127.0.0.1:3000'],
  ])('is not asked for from %s at %s: whoever comes so sits at this machine', async (from, Host) => {
    expect(await asked(from, { Host })).toEqual({ asks: false, told: 0 });
    expect(await asked(from, { Host }, true)).toEqual({ asks: true, told: 1 });
  });

  test.each([
    ['through a proxy', '127.0.0.1', { Host: 'localhost:3000', 'X-Forwarded-For': '192.0.2.7' }],
    ['through another', '127.0.0.1', { Host: 'localhost:3000', Forwarded: 'for=192.0.2.7' }],
    ['by a name that somebody made to lead here', '127.0.0.1', { Host: 'rebound.evil.example:3000' }],
    ['from another machine', '192.0.2.7', { Host: 'localhost:3000' }],
    ['without saying where to', '127.0.0.1', {}],
    ['from nowhere', '', { Host: 'localhost' }],
  ])('is asked for, and told in the log once, when somebody comes %s', async (_, from, headers) => {
    expect(await asked(from, headers as Record<string, string>)).toEqual({ asks: true, told: 1 });
  });

  test('is taken however it is written', () => {
    expect(isSetUpCode('ABCD-2345', ' abcd 2345 ')).toBe(true);
    for (const wrong of ['', 'ABCD-2346', 'ABCD', 'ABCD-2345-2345', 'ÄBCD-2345']) {
      expect(isSetUpCode('ABCD-2345', wrong), wrong).toBe(false);
    }
  });
});

test('each mail says how long its link holds, and both of its forms carry it; a notice has no token', () => {
  const facts = { publicUrl: 'https://pilot.example', token: 'tok-en_1', until: new Date('2026-11-22T23:05:00Z') };
  for (const [what, path, long] of [
    ['sign-up', '/api/confirm', '24 hours'],
    ['confirmation', '/api/confirm', '24 hours'],
    ['invitation', '/api/invitation', '7 days'],
    ['reset', '/api/reset', 'one hour'],
  ] as const) {
    const { text, html } = accessMail(what, facts);
    for (const form of [text, html]) {
      expect(form).toContain(`https://pilot.example${path}?token=tok-en_1`);
      expect(form).toContain(`for ${long}: until November 22, 2026 at 11:05`);
    }
  }
  expect(accountExistsMail('https://pilot.example').text).not.toContain('token');
  const { subject, text } = securityMail('second-factor-off', 'https://pilot.example');
  expect(subject).toBe('Two-factor authentication was turned off at Partner Pilot');
  expect(text).toMatch(/https:\/\/pilot\.example\/api\/forgot\n/);
});
