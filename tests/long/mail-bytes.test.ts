/** The bytes of campaign emails at their recipients, however they leave, and the limits of hostile fields. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PartnerView, SendView } from '../../api/views.ts';
import { packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { mailHtml } from '../../events/messages/mailHtml.ts';
import type { MailboxForm } from '../../events/sending/mailboxInput.ts';
import type { MailboxNetwork } from '../../worker/providers/mailbox/endpoint.ts';
import { mailboxSource } from '../../worker/providers/mailbox/mailSource.ts';
import type { Mail } from '../../worker/providers/mailProvider.ts';
import { rawMail } from '../../worker/providers/rawMail.ts';
import { sendGrid } from '../../worker/providers/sendgrid/client.ts';
import { approveAnyway } from '../support/campaigns.ts';
import { checkBytes, type ExpectedMail } from '../support/mailBytes.ts';
import { KIM, type MailServers, mailServersMissing, PASSWORD, SAM, startMailServers } from '../support/mailServers.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { connectGmail, ROBIN } from '../support/sandboxGoogle.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const NAME = 'Zoë "Zed" Åström, 张伟';
const SUBJECT = `Grüße & 你好 🧵 ${'sehr lang '.repeat(12)}Ende`;
const BODY = `Hallo Ada,\n\nein <b>Angebot</b> & mehr.\n.\nBcc: evil@x.example\n\n${'y'.repeat(1_500)}`;

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ gmailAccess: 'drafts' });
});
afterAll(() => testApp.stop());

/** Sends one mail of a campaign from this mailbox; answers who wrote it. */
async function sendOne(app: TestApp, to: string, mailbox?: (person: Person) => Promise<unknown>): Promise<Person> {
  const { person } = await readyPerson(app, 0, mailbox);
  await person.ok('PUT', '/api/business-profile', { userFullName: NAME, businessName: 'Käse & Söhne\u00ad GmbH' });
  await person.import([{ ...importedRow(1), email: to }]);
  const [partner] = await person.ok<PartnerView[]>('GET', '/api/partners');
  await person.ok('PATCH', `/api/partners/${partner?.id}/status`, { status: 'approved' });
  const campaign = await addCampaign(person, partner ? [partner] : [], { texts: 'edited' });
  const [send] = await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
  await approveAnyway(person, send?.id, { subject: SUBJECT, body: BODY });
  await person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
  return person;
}
const expected = (app: TestApp, from: string, to: string, replyTo: string | null = from): ExpectedMail => ({
  from: { name: NAME, address: from },
  ...{ to, replyTo },
  subject: SUBJECT.trim(),
  text: ['ein <b>Angebot</b> & mehr.', 'Bcc: evil@x.example', 'Best,', NAME.slice(0, 4), '12 Ridge Road'],
  publicUrl: app.worker.publicUrl,
});
/** The mail program of the recipient unsubscribes with one click: nobody is signed in. */
async function unsubscribes(app: TestApp, link: string): Promise<void> {
  const response = await fetch(link.replace(app.worker.publicUrl, app.url), {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
    redirect: 'manual',
  });
  expect(response.status).toBe(200);
}

describe('a mail of a campaign', () => {
  test('by SendGrid', async () => {
    const to = 'ada.sendgrid@lindqvist.example';
    await sendOne(testApp, to);
    const raw = (await testApp.outbox()).find((mail) => mail.to === to)?.raw ?? '';
    await unsubscribes(testApp, await checkBytes(Buffer.from(raw), expected(testApp, 'sam@northwind.example', to)));
  });

  test('by Gmail', async () => {
    const to = 'ada.gmail@lindqvist.example';
    await sendOne(testApp, to, async (person) => {
      expect((await connectGmail(person)).status).toBe(200);
      await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
    });
    const raw = (await testApp.outbox()).find((mail) => mail.to === to)?.gmail?.raw ?? '';
    await unsubscribes(testApp, await checkBytes(Buffer.from(raw), expected(testApp, ROBIN.email, to, null)));
  });

  describe.skipIf(mailServersMissing() !== null)('by a real mail server', () => {
    let servers: MailServers;
    let app: TestApp;
    let network: MailboxNetwork;
    beforeAll(async () => {
      servers = await startMailServers();
      network = { privateHosts: true, tls: { ca: servers.ca } };
      app = await startTestApp({ mailbox: network });
    });
    afterAll(async () => {
      await app.stop();
      await servers.stop();
    });

    test('as it lies in the mailbox of the recipient', async () => {
      const at = (port: number) => ({ host: 'localhost', port, security: 'tls' as const });
      const login = { password: PASSWORD, smtp: at(servers.ports.submission), imap: at(servers.ports.imaps) };
      const source = mailboxSource(network);
      const credentials = { secretId: 's', secret: packMailboxLogin({ user: KIM, ...login }) };
      const { cursor } = await source.read(credentials, null);
      await sendOne(app, KIM, async (person) => {
        const form: MailboxForm = {
          ...{ host: 'other', email: SAM, password: PASSWORD },
          ...{ smtpHost: 'localhost', smtpPort: servers.ports.submission, smtpSecurity: 'tls' },
          ...{ imapHost: 'localhost', imapPort: servers.ports.imaps, imapSecurity: 'tls' },
        };
        await person.ok('POST', '/api/mailbox/connect', form);
        await person.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
      });
      const [mail] = (
        await until(
          () => source.read(credentials, cursor),
          ({ mails }) => mails.length > 0,
        )
      ).mails;
      await unsubscribes(app, await checkBytes(mail?.raw ?? Buffer.alloc(0), expected(app, SAM, KIM, null)));
    });
  });
});

describe('fields that hold line ends write no headers', () => {
  const EVIL = 'x\r\nBcc: evil@x.example\r\nX-Injected: 1\n\nbody';
  const link = 'https://shop.example/u/1';
  const mail: Mail = {
    ...{ to: 'ada@lark.example', from: 'sam@northwind.example', replyTo: 'sam@northwind.example', tenant: 't' },
    ...{ fromName: `Sam ${EVIL}`, subject: `Hello ${EVIL}`, sendId: 'c.p.1.1' },
    ...{ text: `Hello\n${link}`, html: mailHtml([`Hello\n${link}`], { language: 'en' }) },
    headers: {
      'List-Unsubscribe': `<${link}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'In-Reply-To': '<a@b.example>\r\nX-Injected: 1',
      References: '<a@b.example>\r\nX-Injected: 1',
    },
  };
  const check = (raw: Buffer) =>
    checkBytes(raw, {
      from: { name: expect.stringMatching(/^Sam x +Bcc: evil@x.example/) as unknown as string, address: mail.from },
      to: mail.to,
      replyTo: mail.replyTo,
      subject: expect.stringMatching(/^Hello x +Bcc: evil@x.example/) as unknown as string,
      text: ['Hello'],
      publicUrl: 'https://shop.example',
    });

  test('as Gmail and mail servers get it', async () => {
    await check(await rawMail({ ...mail, from: { name: mail.fromName, email: mail.from }, messageId: 'a@b.example' }));
  });

  test('as SendGrid gets it', async () => {
    const provider = sendGrid({ baseUrl: `${testApp.sandboxUrl}/sendgrid` });
    const sent = await provider.send({ secretId: 's', secret: 'SG.any' }, mail);
    expect(sent.answer).toMatchObject({ status: 202 });
    const raw = (await testApp.outbox()).find(({ customArgs }) => customArgs.send_id === mail.sendId)?.raw ?? '';
    await check(Buffer.from(raw));
  });
});
