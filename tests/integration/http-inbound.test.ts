/** Replies by SendGrid's Inbound Parse: signed addresses, doubled and forged posts, and mail that is not ours. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ref } from '../../db/store.ts';
import { readReplyAddress, replyAddress } from '../../db/vault/replyAddress.ts';
import { conversationOf } from '../../events/conversations/conversation.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { type OutboxMail, startTestApp, type TestApp } from '../support/testApp.ts';

const DOMAIN = 'replies.northwind.example';
let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ inboundDomain: DOMAIN });
});
afterAll(() => testApp.stop());

type Written = Outreach & { id: string; mail: OutboxMail; replyTo: string };

async function written(): Promise<Written> {
  const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const [send] = outreach.sends;
  await outreach.person.ok('POST', `/api/campaign-sends/${send?.id}/send-now`);
  const mail = (await testApp.outbox()).find(({ to }) => to === send?.recipientEmail);
  if (!mail) throw new Error('No mail was sent.');
  return { ...outreach, id: send?.id ?? '', mail, replyTo: mail.headers['Reply-To'] ?? '' };
}
const conversation = async ({ tenant, id }: Written) =>
  (await testApp.api.load(tenant, ref('conversation', conversationOf(id)))).state;
const message = async ({ tenant, id }: Written) => (await testApp.api.load(tenant, ref('message', id))).state;

async function post(fields: Record<string, string>, url = testApp.url) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  const response = await fetch(`${url}/api/webhooks/sendgrid-inbound`, { method: 'POST', body: form });
  return { status: response.status, body: (await response.json()) as { taken?: boolean } };
}
const raw = ({ mail }: Written, text = 'Hello') =>
  `From: Ada <${mail.to}>\r\nSubject: Re: A vest\r\nMessage-ID: <in1@a.example>\r\n\r\n${text}`;
const envelope = (to: string) => JSON.stringify({ to: [to], from: 'bounce@a.example' });

test('a reply in the outbox of the sandbox comes to the conversation of its message', async () => {
  const outreach = await written();
  expect(outreach.replyTo).toMatch(new RegExp(`^r\\.[a-z2-7]{61}@${DOMAIN}$`));
  expect(outreach.mail.headers['Message-ID']).toBe(`<${outreach.id}.1@northwind.example>`);
  expect(await testApp.answerMail(outreach.mail.id, { text: 'Grüße, gern!' })).toBe(200);
  expect(await conversation(outreach)).toMatchObject({
    unread: true,
    received: [{ messageId: outreach.id, automatic: false }],
    last: { from: outreach.mail.to, text: expect.stringMatching(/^Grüße, gern!/) },
  });
  expect((await message(outreach)).replied).toBe(true);
  expect(await testApp.answerMail(outreach.mail.id, { kind: 'out_of_office' })).toBe(200);
  expect((await conversation(outreach)).received).toHaveLength(2);
});

test('posted twice, and in any case of letters, it is one mail', async () => {
  const outreach = await written();
  for (const to of [outreach.replyTo, outreach.replyTo.toUpperCase(), outreach.replyTo])
    expect(await post({ email: raw(outreach), envelope: envelope(to) })).toEqual({
      status: 200,
      body: { taken: true },
    });
  expect((await conversation(outreach)).received).toHaveLength(1);
});

test('the usual form without the raw mail is read, too', async () => {
  const outreach = await written();
  const headers = `From: Ada <${outreach.mail.to}>\nSubject: Re: A vest\nMessage-ID: <in2@a.example>\nContent-Type: multipart/mixed; boundary=x\nAuto-Submitted: auto-replied\n`;
  await post({
    headers,
    text: 'Ich bin weg – bis bald',
    html: '<p onclick="x">Ich bin weg</p>',
    to: `Sam <${outreach.replyTo}>`,
  });
  const state = await conversation(outreach);
  expect(state).toMatchObject({ received: [{ automatic: true }], last: { text: 'Ich bin weg – bis bald' } });
});

describe('what is not ours is answered 200 and forgotten', () => {
  test.each([
    ['forged', (to: string) => `r.${'a'.repeat(61)}@${to.split('@')[1]}`],
    ['altered', (to: string) => to.replace(/^r\.(.)/, (_, one: string) => `r.${one === 'a' ? 'b' : 'a'}`)],
    ['cut', (to: string) => to.replace(/^r\.(.{20}).*@/, 'r.$1@')],
    ['of another domain', (to: string) => to.replace(DOMAIN, 'evil.example')],
    ['no address', () => 'sam@northwind.example'],
  ])('an address that is %s', async (_, change) => {
    const outreach = await written();
    const before = await testApp.events();
    const answer = await post({ email: raw(outreach), envelope: envelope(change(outreach.replyTo)) });
    expect(answer).toEqual({ status: 200, body: { taken: false } });
    expect(await testApp.events()).toBe(before);
  });

  test('a body that is no form, an empty mail, and our own mail', async () => {
    const outreach = await written();
    const before = await testApp.events();
    const response = await fetch(`${testApp.url}/api/webhooks/sendgrid-inbound`, { method: 'POST', body: 'nonsense' });
    expect(response.status).toBe(200);
    expect(
      (
        await post({
          envelope: envelope(outreach.replyTo),
          email: raw(outreach).replace(/<.*?>/, '<sam@northwind.example>'),
        })
      ).status,
    ).toBe(200);
    expect(await testApp.events()).toBe(before);
  });

  test('the proof of one workspace opens no other', async () => {
    const [one, other] = [await written(), await written()];
    const prover = testApp.api.pseudonyms;
    const read = readReplyAddress(DOMAIN, prover, one.replyTo);
    expect(read).toMatchObject({ tenant: one.tenant, campaignId: one.campaign.id, step: '1' });
    expect(replyAddress(DOMAIN, prover, other.tenant, one.id)).not.toBe(one.replyTo);
    expect(replyAddress(DOMAIN, prover, one.tenant, 'c1.p1.1')).toBeNull();
  });
});

test('a mail of 20 MB is taken, cut', async () => {
  const outreach = await written();
  const answer = await post({
    email: raw(outreach, 'long words '.repeat(1_900_000)),
    envelope: envelope(outreach.replyTo),
  });
  expect(answer).toEqual({ status: 200, body: { taken: true } });
  expect((await conversation(outreach)).received).toHaveLength(1);
});

test('without INBOUND_DOMAIN replies go where they went before, and posts are told to come again', async () => {
  const other = await startTestApp();
  try {
    const outreach = await readyCampaign(other, { partners: 1, texts: 'edited' });
    await outreach.person.ok('POST', `/api/campaign-sends/${outreach.sends[0]?.id}/send-now`);
    const [mail] = await other.outbox();
    expect(mail?.headers['Reply-To']).toBe('sam@northwind.example');
    expect((await post({ email: 'x' }, other.url)).status).toBe(503);
  } finally {
    await other.stop();
  }
});

test('the answer to a reply names it', async () => {
  const outreach = await written();
  await post({ email: raw(outreach, 'How much?'), envelope: envelope(outreach.replyTo) });
  const path = `/api/inbox/${conversationOf(outreach.id)}/answer`;
  await outreach.person.ok('POST', path, { step: 'a1', subject: 'Re: A vest', body: 'Nothing.' });
  const mails = (await testApp.outbox()).filter(({ to }) => to === outreach.mail.to);
  expect(mails.at(-1)?.headers).toMatchObject({ 'In-Reply-To': '<in1@a.example>', References: '<in1@a.example>' });
  expect(mails.at(-1)?.headers['Reply-To']).not.toBe(outreach.replyTo);
  expect(mails).toHaveLength(2);
});
