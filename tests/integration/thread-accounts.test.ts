/** A thread stays with its first account: answers and follow-ups leave from it, whatever the campaign's accounts are by then. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorView, SendingAccountView, SendView, ThreadView } from '../../api/views.ts';
import { parseMail } from '../../db/receive/parseMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { verifySends } from '../../db/verify/sends.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { hurry } from '../support/hurry.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const DAY_MS = 86_400_000;
const SENDGRID = 'sam@northwind.example';
const SMTP = 'sam@shop.example';
const MAILBOX = {
  ...{ host: 'fastmail', email: SMTP, password: 'secret' },
  ...{ smtpHost: 'smtp.fastmail.com', smtpPort: 465, smtpSecurity: 'tls' },
  ...{ imapHost: 'imap.fastmail.com', imapPort: 993, imapSecurity: 'tls' },
};

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ timeoutMs: 2_000 });
});
afterAll(() => testApp.stop());

type Written = Outreach & { address: string; ofAddress: ReadonlyMap<string, string> };

/** A mail that left from the account of `from`, and a campaign that sends from the other one by now. */
async function written(from: string, followUps: object[] = []): Promise<Written> {
  const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const { person, campaign, sends } = outreach;
  await person.ok('POST', '/api/mailbox/connect?account=new', MAILBOX);
  const accounts = await person.ok<SendingAccountView[]>('GET', '/api/sending-accounts');
  const ofAddress = new Map(accounts.map(({ id, address }) => [address ?? '', id]));
  const change = (mailbox: string | undefined, more: object = {}) =>
    person.ok('PATCH', `/api/campaigns/${campaign.id}`, { mailbox, ...more });
  await change(ofAddress.get(from), { followUps });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const address = sends[0]?.recipientEmail ?? '';
  await until(
    async () => {
      await hurry(testApp.owner.sql, 'send');
      return mailsTo(address);
    },
    (mails) => mails.length === 1,
  );
  await change(ofAddress.get(from === SMTP ? SENDGRID : SMTP));
  return { ...outreach, address, ofAddress };
}

const mailsTo = async (address: string) => (await testApp.outbox()).filter(({ to }) => to === address);
const sendersTo = async (address: string) => (await mailsTo(address)).map(({ from }) => from);
const disconnect = ({ person, ofAddress }: Written, from: string) =>
  person.ok('POST', `/api/${from === SMTP ? 'mailbox' : 'sendgrid'}/disconnect?account=${ofAddress.get(from)}`);
const connectAgain = ({ person }: Written, from: string) =>
  from === SMTP
    ? person.ok('POST', '/api/mailbox/connect?account=new', MAILBOX)
    : person.ok('PUT', '/api/email-settings', {
        ...{ emailProvider: 'sendgrid', fromEmail: SENDGRID, sendgridApiKey: 'SG.sandbox' },
      });

/** The partner answers. Answers the address of the conversation. */
async function replied({ tenant, address, sends }: Written): Promise<string> {
  const mail = await parseMail(Buffer.from(`From: ${address}\r\nSubject: Re: A vest\r\n\r\nTell me more.`));
  const receivedAt = new Date(testApp.api.now().getTime() + 1000).toISOString();
  const found = { id: `m-${address}`, threadId: null, receivedAt, mail };
  await receiveMails(testApp.api, { tenant, actor: 'test', source: 'imap' }, [found]);
  return `/api/inbox/${conversationOf(sends[0]?.id ?? '')}`;
}
async function answered({ person, address }: Written, path: string) {
  const { answer } = await person.ok<ThreadView>('GET', path);
  const text = { subject: answer.subject, body: 'Gladly.' };
  return person.call<ErrorView>('POST', `${path}/answer`, { step: answer.step, to: address, ...text });
}

describe.each([
  [SENDGRID, ''],
  [SMTP, ' [long]'],
])('what began from %s%s', (from) => {
  test('is answered from there, by nobody while that account is disconnected, and from there again afterwards', async () => {
    const outreach = await written(from);
    const path = await replied(outreach);
    // the campaign sends from the other account by now
    expect(await answered(outreach, path)).toMatchObject({ status: 201 });
    expect(await sendersTo(outreach.address)).toEqual([from, from]);
    await disconnect(outreach, from);
    const refused = await answered(outreach, path);
    expect([refused.status, refused.body.error]).toEqual([422, expect.any(String)]);
    expect((await outreach.person.ok<ThreadView>('GET', path)).answer).toMatchObject({
      from,
      problem: { account: outreach.ofAddress.get(from), where: expect.any(String) },
    });
    expect(await sendersTo(outreach.address)).toEqual([from, from]);
    await connectAgain(outreach, from);
    expect(await answered(outreach, path)).toMatchObject({ status: 201 });
    expect(await sendersTo(outreach.address)).toEqual([from, from, from]);
    expect(await verifySends(testApp.owner.sql, outreach.tenant)).toMatchObject({ wrong: [] });
  });

  test('is followed up from there, and waits while that account is disconnected', async () => {
    const outreach = await written(from, [{ afterDays: 3, writer: 'user', text: 'Shall I close this for now?' }]);
    await disconnect(outreach, from);
    testApp.later(4 * DAY_MS);
    const { person, campaign } = outreach;
    const second = await until(
      async () => {
        await testApp.sweep();
        return (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`)).find(
          ({ step }) => step === 2,
        );
      },
      (send) => send?.approved === true,
    );
    await testApp.sweep();
    await hurry(testApp.owner.sql, 'send');
    expect(second).toMatchObject({ status: 'pending', nextSendAt: null });
    expect(await sendersTo(outreach.address)).toEqual([from]);
    await connectAgain(outreach, from);
    // the campaign sends from the other account by now
    const senders = await until(
      async () => {
        await testApp.sweep();
        await hurry(testApp.owner.sql, 'send');
        return sendersTo(outreach.address);
      },
      ({ length }) => length === 2,
    );
    expect(senders).toEqual([from, from]);
    expect(await verifySends(testApp.owner.sql, outreach.tenant)).toMatchObject({ wrong: [] });
  });
});
