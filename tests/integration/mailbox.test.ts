/** A mailbox is connected over the API, and sends through a real Postfix. A real Dovecot keeps sent mails and replies. */
import { simpleParser } from 'mailparser';
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type {
  EmailSettingsView,
  ErrorView,
  InboxView,
  MailboxStatusView,
  SenderDomainView,
  SendingAccountView,
  SendView,
  ThreadView,
} from '../../api/views.ts';
import { sendRates } from '../../db/read/sendRates.ts';
import { packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import type { MailboxForm } from '../../events/sending/mailboxInput.ts';
import type { MailboxNetwork } from '../../worker/providers/mailbox/endpoint.ts';
import { withImap } from '../../worker/providers/mailbox/imap.ts';
import { mailboxMail } from '../../worker/providers/mailbox/mailProvider.ts';
import { mailboxSource } from '../../worker/providers/mailbox/mailSource.ts';
import type { ReceivedMail } from '../../worker/providers/mailSource.ts';
import { approveAnyway } from '../support/campaigns.ts';
import { sendsDone } from '../support/hurry.ts';
import { startImapRelay } from '../support/imapRelay.ts';
import { clearEvents } from '../support/leaks.ts';
import {
  GONE,
  KIM,
  type MailServers,
  mailServersMissing,
  PASSWORD,
  SAM,
  startMailServers,
} from '../support/mailServers.ts';
import { pdf, sha256, uploadKit } from '../support/mediaKit.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

describe.skipIf(mailServersMissing() !== null)('with Postfix and Dovecot', () => {
  let servers: MailServers;
  let tls: NonNullable<MailboxNetwork['tls']>;
  let network: MailboxNetwork;
  let testApp: TestApp;
  beforeAll(async () => {
    servers = await startMailServers();
    tls = { ca: servers.ca };
    network = { privateHosts: true, tls };
    testApp = await startTestApp({ mailbox: network });
  });
  afterAll(async () => {
    await testApp.stop();
    await servers.stop();
  });

  const form = (more: Partial<MailboxForm> = {}): MailboxForm => ({
    ...{ host: 'other', email: SAM, password: PASSWORD },
    ...{ smtpHost: 'localhost', smtpPort: servers.ports.submission, smtpSecurity: 'tls' },
    ...{ imapHost: 'localhost', imapPort: servers.ports.imaps, imapSecurity: 'tls' },
    ...more,
  });
  const connect = (person: Person, more: Partial<MailboxForm> = {}) =>
    person.call<{ success: true; email: string } & ErrorView>('POST', '/api/mailbox/connect', form(more));
  const status = (person: Person) => person.ok<MailboxStatusView>('GET', '/api/mailbox/status');
  const secretOf = (user: string) => {
    const at = (port: number) => ({ host: 'localhost', port, security: 'tls' as const });
    return packMailboxLogin({
      user,
      password: PASSWORD,
      smtp: at(servers.ports.submission),
      imap: at(servers.ports.imaps),
    });
  };
  const secrets = async (person: Person) => {
    const [row] = await testApp.owner.sql<{ count: number }[]>`
      select count(*)::int as count from vault.secrets where tenant_id = ${await person.tenant()} and kind = 'mailbox'`;
    return row?.count ?? 0;
  };
  let people = 0;
  const newcomer = () => new Person(testApp.url).signUp(`robin${++people}@northwind.example`);

  /** Follows what arrives at an address from now on. */
  async function arrivals(user: string) {
    const source = mailboxSource(network);
    const credentials = { secretId: 's', secret: secretOf(user) };
    let { cursor } = await source.read(credentials, null);
    const seen: ReceivedMail[] = [];
    return {
      next: (suits: (mails: ReceivedMail[]) => boolean = (mails) => mails.length > 0) =>
        until(async () => {
          const read = await source.read(credentials, cursor);
          cursor = read.cursor;
          seen.push(...read.mails);
          return seen;
        }, suits),
    };
  }
  const headOf = (raw: string) => raw.slice(0, raw.indexOf('\r\n\r\n'));
  const linesOf = (raw: string) =>
    headOf(raw)
      .replace(/\r\n[ \t]+/g, ' ')
      .split('\r\n');

  describe('connecting', () => {
    test.each([
      ['TLS from the start', {}],
      [
        'STARTTLS',
        () => ({
          smtpPort: servers.ports.smtp,
          smtpSecurity: 'starttls',
          imapPort: servers.ports.imap,
          imapSecurity: 'starttls',
        }),
      ],
    ] as [string, Partial<MailboxForm> | (() => Partial<MailboxForm>)][])('%s', async (_, more) => {
      const person = await newcomer();
      expect(await status(person)).toMatchObject({ connected: false, email: null });
      const answer = await connect(person, typeof more === 'function' ? more() : more);
      expect(answer).toMatchObject({ status: 200, body: { success: true, email: SAM } });
      expect(await status(person)).toMatchObject({
        connected: true,
        connecting: false,
        email: SAM,
        user: SAM,
        error: null,
      });
      expect(await person.ok<EmailSettingsView>('GET', '/api/email-settings')).toMatchObject({
        connectedLogins: ['smtp'],
      });
      expect(JSON.stringify(await status(person))).not.toContain(PASSWORD);
    });

    test.each<[string, () => Partial<MailboxForm>, number, RegExp]>([
      ['a wrong password', () => ({ password: 'wrong' }), 422, /SMTP server refused the user name or the password/],
      ['a port that speaks no TLS', () => ({ smtpPort: servers.ports.smtp }), 422, /SMTP server offers no encryption/],
      ['a wrong IMAP port', () => ({ imapPort: 1 }), 503, /IMAP server cannot be reached/],
      [
        'an IMAP port that speaks no TLS',
        () => ({ imapPort: servers.ports.imap }),
        422,
        /IMAP server offers no encryption/,
      ],
      ['a host that does not exist', () => ({ smtpHost: 'no-such-host.invalid' }), 422, /SMTP host was not found/],
      ['a certificate of another name', () => ({ smtpHost: '127.0.0.1' }), 422, /certificate of the SMTP server/],
      ['an IMAP certificate of another name', () => ({ imapHost: '127.0.0.1' }), 422, /certificate of the IMAP server/],
    ])('%s connects nothing, and says what is wrong', async (_, more, code, error) => {
      const person = await newcomer();
      expect(await connect(person, more())).toMatchObject({
        status: code,
        body: { error: expect.stringMatching(error) },
      });
      expect(await status(person)).toMatchObject({ connected: false, connecting: false });
      await until(
        () => secrets(person),
        (count) => count === 0,
      );
    });

    test('the vault alone keeps the password, until the mailbox is replaced or disconnected', async () => {
      const person = await newcomer();
      await connect(person);
      await connect(person, { email: KIM });
      expect(await status(person)).toMatchObject({ email: KIM });
      await until(
        () => secrets(person),
        (count) => count === 1,
      );
      await person.ok('POST', '/api/mailbox/disconnect', {});
      expect(await status(person)).toMatchObject({ connected: false });
      await until(
        () => secrets(person),
        (count) => count === 0,
      );
      const [row] = await testApp.owner.sql<{ count: number }[]>`
        select count(*)::int as count from log.events where payload::text like ${`%${PASSWORD}%`}`;
      expect(row?.count).toBe(0);
    });

    test('a test email goes from the mailbox to itself [long]', async () => {
      const person = await newcomer();
      expect(await person.call('POST', '/api/mailbox/test', {})).toMatchObject({ status: 422 });
      await connect(person);
      await testApp.readMail(await person.tenant());
      const inbox = await arrivals(SAM);
      expect(await person.call('POST', '/api/mailbox/test', {})).toMatchObject({
        status: 200,
        body: { success: true },
      });
      const [mail] = await inbox.next();
      expect(mail?.raw.toString()).toMatch(/^Subject: Test email from Partner Pilot\r$/m);
      // this Postfix signs nothing, and its host has no address in the DNS of the sandbox
      const codes = async () => {
        await testApp.readMail(await person.tenant());
        const { findings } = await person.ok<SenderDomainView>('GET', '/api/sender-domain');
        return findings.map(({ check, code }) => `${check} ${code}`);
      };
      await until(codes, (found) => found.includes('dkim unsigned'));
      expect(await codes()).toContain('spf missing');
    });
  });

  describe('sending', () => {
    const ready = async (
      to: string,
      text: { subject: string; body: string } = { subject: 'A vest', body: 'Hello.' },
      imapPort = servers.ports.imaps,
      kit?: Buffer,
    ) => {
      const { person, tenant } = await readyPerson(testApp, 0, async (who) => {
        expect(await connect(who, { imapPort })).toMatchObject({ status: 200 });
        await who.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
      });
      await person.ok('PUT', '/api/business-profile', { userFullName: 'Sám "Välé" <x@evil.example>' });
      await person.import([{ ...importedRow(1), email: to }]);
      const [partner] = await person.ok<{ id: string }[]>('GET', '/api/partners');
      await person.ok('PATCH', `/api/partners/${partner?.id}/status`, { status: 'approved' });
      const campaign = await addCampaign(person, partner ? [partner as never] : [], { texts: 'edited' });
      const sends = () => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
      const [send] = await sends();
      if (kit) {
        await uploadKit(person, kit);
        await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { mediaKit: true });
        await until(sends, ([one]) => one?.approved === false);
      }
      await approveAnyway(person, send?.id, text);
      return { person, tenant, sends, sendNow: () => person.call('POST', `/api/campaign-sends/${send?.id}/send-now`) };
    };

    test('the media kit arrives byte for byte [long]', async () => {
      const inbox = await arrivals(KIM);
      const kit = pdf(700_000);
      const { sendNow } = await ready(KIM, undefined, undefined, kit);
      expect((await sendNow()).status).toBe(200);
      const [mail] = await inbox.next();
      const { attachments } = await simpleParser(mail?.raw ?? '');
      expect(attachments.map(({ filename, contentType, content }) => [filename, contentType, sha256(content)])).toEqual(
        [['Trail kit.pdf', 'application/pdf', sha256(kit)]],
      );
    });

    test('a campaign mail arrives as it was written, once, and its very bytes are in the Sent folder', async () => {
      const inbox = await arrivals(KIM);
      const subject = 'Grüße an dich, 你好 🧵';
      const { tenant, sendNow } = await ready(KIM, { subject, body: 'Hello.\n.\nBcc: evil@x.example\n\nBye' });
      expect((await sendNow()).status).toBe(200);
      const [mail, ...others] = await inbox.next();
      expect(others).toEqual([]);
      const raw = mail?.raw.toString() ?? '';
      const lines = linesOf(raw);
      const names = lines
        .map((line) => line.split(':')[0]?.toLowerCase())
        .filter((name) => !/^(return-path|x-original-to|delivered-to|received)$/.test(name ?? ''));
      expect(names.sort()).toEqual(
        [
          'content-type',
          'date',
          'from',
          'list-id',
          'list-unsubscribe',
          'list-unsubscribe-post',
          'message-id',
          'mime-version',
          'subject',
          'to',
        ].sort(),
      );
      expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
      expect(raw).toMatch(/^List-Unsubscribe: <http:\/\/localhost\/[^\r\n]+>\r$/m);
      expect(lines.filter((line) => /^From:/.test(line))).toEqual([expect.stringMatching(/<sam@shop\.example>$/)]);
      const [sent] = await clearEvents(testApp, tenant, 'EmailSent');
      const { providerMessageId } = sent as { providerMessageId: string };
      expect(providerMessageId).toMatch(/@shop\.example$/);
      expect(lines).toContain(`Message-ID: <${providerMessageId}>`);

      const login = {
        user: SAM,
        password: PASSWORD,
        imap: { host: 'localhost', port: servers.ports.imaps, security: 'tls' as const },
      };
      const copies = () =>
        withImap(login, network, async (client) => {
          const lock = await client.getMailboxLock('Sent');
          try {
            const uids = await client.search({ header: { 'message-id': `<${providerMessageId}>` } }, { uid: true });
            const found = uids ? await client.fetchAll(uids, { source: true }, { uid: true }) : [];
            return found.map(({ source }) => source?.toString() ?? '');
          } finally {
            lock.release();
          }
        });
      const [copy = ''] = await until(copies, (found) => found.length > 0);
      // what Postfix put in front is of the delivery
      expect(raw.endsWith(copy)).toBe(true);
    });

    test('without its copy in the Sent folder a mail has left all the same, once, and the log says what is missing [long]', async () => {
      const relay = await startImapRelay(servers.ports.imaps);
      onTestFinished(() => relay.close());
      const inbox = await arrivals(KIM);
      const { tenant, sends, sendNow } = await ready(KIM, { subject: 'A vest', body: 'Hello.' }, relay.port);
      relay.close();
      const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
      onTestFinished(() => logged.mockRestore());
      expect((await sendNow()).status).toBe(200);
      const lines = () => logged.mock.calls.map(([line]) => String(line)).filter((line) => /Sent folder/.test(line));
      await until(
        async () => lines(),
        ({ length }) => length > 0,
      );
      const [send] = await sends();
      expect(send?.status).toBe('sent');
      expect(lines()).toEqual([expect.stringContaining('smtp_imap_unreachable')]);
      expect(lines()[0]).toContain(send?.id);
      expect(lines()[0]).not.toContain('@');
      // nothing is tried again
      await testApp.sweep();
      await sendsDone(testApp.owner.sql, tenant);
      expect(await clearEvents(testApp, tenant, 'EmailDispatched')).toHaveLength(1);
      expect(await inbox.next()).toHaveLength(1);
    });

    test('an address that the server does not know is a failure and a bounce, and nothing more goes there', async () => {
      const { person, tenant, sends, sendNow } = await ready('nobody@partner.example');
      await sendNow();
      const [send] = await until(sends, ([one]) => one?.status === 'failed');
      expect(send).toMatchObject({ delivery: null, detail: expect.stringMatching(/this address does not exist/) });
      const { items } = await person.ok<{ items: object[] }>('GET', '/api/suppressions');
      expect(items).toMatchObject([{ email: 'nobody@partner.example', reason: 'bounced', source: 'provider' }]);
      const counted = await sendRates(testApp.api, tenant, { since: '2000-01-01' });
      expect(counted).toEqual({ sent: 1, bounced: 1, complained: 0 });
    });

    test('replies, absence notes and bounces are told apart and found in their conversation; an answer goes on in the thread', async () => {
      const { person, sends, sendNow } = await ready(KIM);
      await testApp.readMail(await person.tenant());
      const atKim = await arrivals(KIM);
      expect((await sendNow()).status).toBe(200);
      const [got] = await atKim.next();
      const messageId = /^Message-ID: (<[^>]+>)/m.exec(got?.raw.toString() ?? '')?.[1] ?? '';
      const kim = mailboxMail(network, { ownCopyMs: 10 });
      const about = { 'In-Reply-To': messageId, References: messageId };
      const reply = { to: SAM, from: KIM, fromName: 'Kim', replyTo: null, tenant: 't' };
      const credentials = { secretId: 'k', secret: secretOf(KIM) };
      const text = { subject: 'Re: A vest', text: 'Grüße! Do you ship to Norway?' };
      await kim.send(credentials, { ...reply, ...text, sendId: 'q1', headers: about });
      const away = { subject: 'Out of office', text: 'Back on Monday.' };
      await kim.send(credentials, {
        ...reply,
        ...away,
        sendId: 'q2',
        headers: { ...about, 'Auto-Submitted': 'auto-replied' },
      });
      const thread = await until(
        async () => {
          await testApp.readMail(await person.tenant());
          const { conversations } = await person.ok<InboxView>('GET', '/api/inbox');
          return conversations[0]?.received === 2
            ? person.ok<ThreadView>('GET', `/api/inbox/${conversations[0].id}`)
            : null;
        },
        (found) => found !== null,
      );
      expect(thread?.mails[0]?.kind).toBe('sent');
      expect(thread?.mails).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ kind: 'received', text: 'Grüße! Do you ship to Norway?', automatic: false }),
          expect.objectContaining({ kind: 'received', automatic: true, label: 'automatic' }),
        ]),
      );
      expect((await sends())[0]?.status).toBe('replied');
      const form = { step: 'a1', subject: 'Re: A vest', body: 'We do.' };
      expect(await person.call('POST', `/api/inbox/${thread?.id}/answer`, form)).toMatchObject({ status: 201 });
      const [, answer] = await atKim.next((mails) => mails.length >= 2);
      expect(linesOf(answer?.raw.toString() ?? '').find((line) => /^References:/i.test(line))).toContain(messageId);
    });

    test('a bounce is told of its message, and nothing more goes to the address', async () => {
      const { person, sends, sendNow } = await ready(GONE);
      await testApp.readMail(await person.tenant());
      expect((await sendNow()).status).toBe(200);
      await until(
        async () => {
          await testApp.readMail(await person.tenant());
          return (await sends())[0]?.delivery?.report;
        },
        (report) => report === 'bounced',
      );
      const { items } = await person.ok<{ items: object[] }>('GET', '/api/suppressions');
      expect(items).toMatchObject([{ email: GONE, reason: 'bounced', source: 'provider' }]);
    });

    test('an answer that comes while the mailbox is disconnected is read once it is connected again [long]', async () => {
      const { person, sends, sendNow } = await ready(KIM);
      await testApp.readMail(await person.tenant());
      const [atKim, atSam] = [await arrivals(KIM), await arrivals(SAM)];
      expect((await sendNow()).status).toBe(200);
      const [got] = await atKim.next();
      const messageId = /^Message-ID: (<[^>]+>)/m.exec(got?.raw.toString() ?? '')?.[1] ?? '';
      await person.ok('POST', '/api/mailbox/disconnect', {});
      await mailboxMail(network, { ownCopyMs: 10 }).send(
        { secretId: 'k', secret: secretOf(KIM) },
        {
          ...{ to: SAM, from: KIM, fromName: 'Kim', replyTo: null, tenant: 't', sendId: 'q3' },
          ...{ subject: 'Re: A vest', text: 'Do you ship to Norway?' },
          headers: { 'In-Reply-To': messageId, References: messageId },
        },
      );
      await atSam.next();
      expect(await connect(person)).toMatchObject({ status: 200 });
      await until(
        async () => {
          await testApp.readMail(await person.tenant());
          return (await sends())[0]?.status;
        },
        (status) => status === 'replied',
      );
    });

    test('a mailbox that takes the password no more is held, and its mails wait until it is connected again [long]', async () => {
      const { person, sends, sendNow } = await ready(KIM);
      const stored = { secretId: 's', secret: secretOf(SAM) };
      const works = () =>
        mailboxMail(network)
          .check(stored, { drafts: false })
          .then(Boolean, () => false);
      servers.changePassword(SAM, 'another');
      try {
        await until(works, (still) => !still);
        await sendNow();
        const account = async () => (await person.ok<SendingAccountView[]>('GET', '/api/sending-accounts'))[0];
        expect(await until(account, (found) => found?.health === 'held')).toMatchObject({
          hold: { reason: expect.stringMatching(/refused the user name or the password/) },
        });
        expect((await sends())[0]?.status).not.toBe('sent');
        expect(await person.call('POST', '/api/mailbox/test', {})).toMatchObject({ status: 422 });
      } finally {
        servers.changePassword(SAM, PASSWORD);
        await until(works, Boolean);
      }
      expect(await connect(person)).toMatchObject({ status: 200 });
      await until(sends, ([send]) => send?.status === 'sent');
    });

    test('a certificate that is trusted no more holds the mailbox and says so; connected again, its mail leaves once [long]', async () => {
      const { person, sends, sendNow } = await ready(KIM);
      await testApp.readMail(await person.tenant());
      const account = async () => (await person.ok<SendingAccountView[]>('GET', '/api/sending-accounts'))[0];
      const atKim = await arrivals(KIM);
      tls.ca = undefined;
      try {
        await sendNow();
        expect(await until(account, (found) => found?.health === 'held')).toMatchObject({
          hold: {
            reason: expect.stringMatching(/^The certificate of the SMTP server can't be trusted/),
            whatToDo: expect.stringMatching(/^Correct it in Settings and connect your mailbox again/),
          },
        });
        await testApp.readMail(await person.tenant());
        expect(await until(account, (found) => Boolean(found?.replies))).toMatchObject({
          replies: expect.stringMatching(/certificate of the IMAP server.* follow-ups wait\.$/),
        });
        expect((await sends())[0]?.status).toBe('pending');
        expect((await connect(person)).status).toBe(422);
      } finally {
        tls.ca = servers.ca;
      }
      expect(await connect(person)).toMatchObject({ status: 200 });
      await until(sends, ([send]) => send?.status === 'sent');
      expect(await atKim.next()).toHaveLength(1);
      await testApp.readMail(await person.tenant());
      expect(await until(account, (found) => found?.replies === null)).toMatchObject({
        health: 'connected',
        hold: null,
      });
    });
  });

  describe('reading', () => {
    const credentials = () => ({ secretId: 'k', secret: secretOf(KIM) });
    const source = () => mailboxSource(network);
    const mailOf = (name: string, text = 'Hello.') =>
      Buffer.from(
        `Message-ID: <${name}@x.example>\r\nFrom: a@x.example\r\nTo: ${KIM}\r\nSubject: ${name}\r\n\r\n${text}\r\n`,
      );
    const inKim = <T>(work: Parameters<typeof withImap<T>>[2]) => {
      const imap = { host: 'localhost', port: servers.ports.imaps, security: 'tls' as const };
      return withImap({ user: KIM, password: PASSWORD, imap }, network, work);
    };
    const add = (folder: string, ...mails: Buffer[]) =>
      inKim(async (client) => {
        for (const mail of mails) await client.append(folder, mail);
      });
    const subjectsOf = (mails: ReceivedMail[]) =>
      mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString('latin1'))?.[1]);

    test('begins now, sees the inbox and junk, and each mail once', async () => {
      await add('INBOX', mailOf('before'));
      const { mails, cursor } = await source().read(credentials(), null);
      expect(mails).toEqual([]);
      await add('INBOX', mailOf('one'), mailOf('two'));
      await add('Junk', mailOf('three'));
      const read = await source().read(credentials(), cursor);
      expect(subjectsOf(read.mails).sort()).toEqual(['one', 'three', 'two']);
      expect(await source().read(credentials(), read.cursor)).toEqual({ mails: [], cursor: read.cursor });
      // a reading that was not recorded is repeated, with the same ids
      const again = await source().read(credentials(), cursor);
      expect(again.mails.map(({ id }) => id).sort()).toEqual(read.mails.map(({ id }) => id).sort());
    });

    test('begins at a moment that is given, in the inbox and junk', async () => {
      const at = new Date(Date.now() - 8 * 86_400_000);
      await inKim((client) => client.append('INBOX', mailOf('too old'), [], at));
      await add('INBOX', mailOf('answered early'));
      await add('Junk', mailOf('taken for spam'));
      const { mails, cursor } = await source().read(credentials(), null, new Date(Date.now() - 86_400_000));
      expect(subjectsOf(mails)).toEqual(expect.arrayContaining(['answered early', 'taken for spam']));
      expect(subjectsOf(mails)).not.toContain('too old');
      expect((await source().read(credentials(), cursor)).mails).toEqual([]);
    });

    test('reads fifty at a time, and nothing twice [long]', async () => {
      let { cursor } = await source().read(credentials(), null);
      const names = Array.from({ length: 53 }, (_, index) => `many ${index}`);
      await add('INBOX', ...names.map((name) => mailOf(name)));
      const first = await source().read(credentials(), cursor);
      expect(subjectsOf(first.mails)).toEqual(names.slice(0, 50));
      cursor = first.cursor;
      const rest = await source().read(credentials(), cursor);
      expect(subjectsOf(rest.mails)).toEqual(names.slice(50));
    });

    test('numbers that were given again begin at the day of the last reading, and a moved mail keeps its id [long]', async () => {
      const { cursor } = await source().read(credentials(), null);
      await add('INBOX', mailOf('moved'));
      const read = await source().read(credentials(), cursor);
      const known = JSON.parse(read.cursor) as { inbox: object };
      await inKim(async (client) => {
        await client.append('INBOX', mailOf('long ago'), [], new Date(Date.now() - 8 * 86_400_000));
        const lock = await client.getMailboxLock('INBOX');
        try {
          const [uid] = (await client.search({ header: { 'message-id': '<moved@x.example>' } }, { uid: true })) || [];
          await client.messageMove(String(uid), 'Junk', { uid: true });
        } finally {
          lock.release();
        }
      });
      const moved = await source().read(credentials(), read.cursor);
      const idOf = (mails: ReceivedMail[]) => mails.find((mail) => subjectsOf([mail])[0] === 'moved')?.id;
      expect(idOf(moved.mails)).toBe(idOf(read.mails));

      let old = JSON.stringify({ ...known, inbox: { ...known.inbox, validity: '1' } });
      const seen: ReceivedMail[] = [];
      for (let more = true; more; ) {
        const part = await source().read(credentials(), old, new Date(Date.now() - 7 * 86_400_000));
        seen.push(...part.mails);
        more = part.cursor !== old && part.mails.length > 0;
        old = part.cursor;
      }
      expect(subjectsOf(seen)).toContain('before');
      expect(subjectsOf(seen)).not.toContain('long ago');
    });

    test('junk that the mailbox had not at its first reading is read from its beginning', async () => {
      const { cursor } = await source().read(credentials(), null);
      const { inbox } = JSON.parse(cursor) as { inbox: object };
      const lastWeek = new Date(Date.now() - 8 * 86_400_000);
      await inKim(async (client) => {
        await client.append('Junk', mailOf('old junk'), [], lastWeek);
        await client.append('Junk', mailOf('first junk'));
      });
      const read = await source().read(credentials(), JSON.stringify({ inbox }), new Date(Date.now() - 86_400_000));
      expect(subjectsOf(read.mails)).toContain('first junk');
      expect(subjectsOf(read.mails)).not.toContain('old junk');
    });

    test('a server whose mails have fewer numbers than were read is read as one that numbered them again [long]', async () => {
      const { cursor } = await source().read(credentials(), null);
      const known = JSON.parse(cursor) as { inbox: { uid: number } };
      await add('INBOX', mailOf('on the other server'));
      const old = JSON.stringify({ ...known, inbox: { ...known.inbox, uid: known.inbox.uid + 1_000 } });
      const seen: ReceivedMail[] = [];
      let next = old;
      for (let more = true; more; ) {
        const part = await source().read(credentials(), next, new Date(Date.now() - 86_400_000));
        seen.push(...part.mails);
        more = part.mails.length > 0;
        next = part.cursor;
      }
      expect(subjectsOf(seen)).toContain('on the other server');
    });

    test('of a mail over 25 MB the headers and the first part are read [long]', async () => {
      const { cursor } = await source().read(credentials(), null);
      await add('INBOX', mailOf('large', `${'x'.repeat(998)}\r\n`.repeat(27_000)));
      const [mail] = (await source().read(credentials(), cursor)).mails;
      expect(subjectsOf(mail ? [mail] : [])).toEqual(['large']);
      expect(mail?.raw.length).toBe(256 * 1024);
    });
  });
});
