/** Follow-ups, from the form to the mail. Each is written after the email before it, waits for its day, and continues the thread. */
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type {
  CampaignView,
  InboxView,
  PartnerView,
  SendingAccountView,
  SendView,
  ThreadView,
} from '../../api/views.ts';
import { openingOf } from '../../events/messages/openings.ts';
import { checksOf, draftCampaign, setStatus, startPreview } from '../support/campaigns.ts';
import { sweepAndSend } from '../support/hurry.ts';
import { checkBytes, headerLines } from '../support/mailBytes.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { connectGmail, ROBIN } from '../support/sandboxGoogle.ts';
import { type OutboxMail, startTestApp, type TestApp } from '../support/testApp.ts';

const DAY_MS = 86_400_000;
const BEGAN = Date.now();
const FOLLOW_UPS = [
  { afterDays: 3, writer: 'ai', text: 'Ask whether they saw the offer.' },
  { afterDays: 7, writer: 'user', text: 'Shall I close this for now?' },
];

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ gmailAccess: 'drafts', timeoutMs: 2_000 });
});
afterAll(() => testApp.stop());

const useGmail = async (person: Person): Promise<void> => {
  expect((await connectGmail(person)).status).toBe(200);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
};
const useSendGrid = (person: Person): Promise<unknown> =>
  person.ok('PUT', '/api/email-settings', {
    emailProvider: 'sendgrid',
    fromEmail: 'sam@northwind.example',
    sendgridApiKey: 'SG.sandbox',
  });

const useMailbox = async (person: Person): Promise<void> => {
  await person.ok('POST', '/api/mailbox/connect', {
    ...{ host: 'fastmail', email: 'sam@shop.example', password: 'secret' },
    ...{ smtpHost: 'smtp.fastmail.com', smtpPort: 465, smtpSecurity: 'tls' },
    ...{ imapHost: 'imap.fastmail.com', imapPort: 993, imapSecurity: 'tls' },
  });
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
};

const sendsOf = ({ person, campaign }: Outreach) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const campaignOf = ({ person, campaign }: Outreach) => person.ok<CampaignView>('GET', `/api/campaigns/${campaign.id}`);
const mailsTo = async (address: string | null | undefined): Promise<OutboxMail[]> =>
  (await testApp.outbox()).filter(({ to }) => to === address);
const referencesOf = ({ headers }: OutboxMail): string[] => headers.References?.split(' ') ?? [];
const step = async (outreach: Outreach, number: number) =>
  (await sendsOf(outreach)).find((send) => send.step === number);

/** The queue uses PostgreSQL's clock, which is not moved. The sweep handles what is due by the app's clock. */
const becomes = (outreach: Outreach, number: number, suits: (send: SendView) => boolean) =>
  until(
    async () => {
      await sweepAndSend(testApp);
      return step(outreach, number);
    },
    (send) => send !== undefined && suits(send),
  );

/** A campaign with two follow-ups whose first mail was sent. */
async function started(mailbox = useSendGrid): Promise<Outreach & { address: string }> {
  const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited', mailbox });
  const { person, campaign, sends } = outreach;
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { followUps: FOLLOW_UPS });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await becomes(outreach, 1, ({ status }) => status === 'sent');
  return { ...outreach, address: sends[0]?.recipientEmail ?? '' };
}
const written = (outreach: Outreach) => becomes(outreach, 2, ({ body }) => body !== null);
const approve = ({ person }: Outreach, send: SendView | undefined) =>
  person.ok<SendView>('PATCH', `/api/campaign-sends/${send?.id}`, { subject: send?.subject, body: send?.body });

// thread-accounts.test.ts has SMTP, ses-account.test.ts Amazon SES
describe.each([
  // replies come to an account that is read; the contact email of the profile is another
  ['SendGrid', useSendGrid, 'sam@northwind.example', 'sam@northwind.example'],
  ['Gmail', useGmail, ROBIN.email, null],
] as const)('over %s', (name, mailbox, from, replyTo) => {
  test('each leaves after its days, in the thread, and the last one completes the campaign', async () => {
    const outreach = await started(mailbox);
    const { address } = outreach;
    const second = await written(outreach);
    expect(second).toMatchObject({ subject: 'Re: A vest', approved: false, followUp: { number: 1 } });
    expect((await campaignOf(outreach)).status).toBe('active');
    await approve(outreach, second);
    // nothing is planned before its day
    testApp.later(2 * DAY_MS);
    await testApp.sweep();
    expect(await step(outreach, 2)).toMatchObject({ status: 'pending', nextSendAt: null });
    testApp.later(DAY_MS);
    await becomes(outreach, 2, ({ status }) => status === 'sent');
    // the user's own text was approved with the campaign
    expect(await becomes(outreach, 3, ({ approved }) => approved)).toMatchObject({
      body: 'Shall I close this for now?',
    });
    testApp.later(7 * DAY_MS);
    await becomes(outreach, 3, ({ status }) => status === 'sent');
    await until(
      () => campaignOf(outreach),
      ({ status }) => status === 'completed',
    );
    const mails = await mailsTo(address);
    expect(mails.map(({ subject }) => subject).sort()).toEqual(['A vest', 'Re: A vest', 'Re: A vest']);
    // by what each was delivered under, which is Gmail's own there
    const [first, next] = mails.toSorted((a, b) => referencesOf(a).length - referencesOf(b).length);
    const last = mails.find(({ text }) => text.startsWith('Shall I close'));
    expect(last?.headers['In-Reply-To']).toBe(next?.headers['Message-ID']);
    const thread = [first, next].map((mail) => mail?.headers['Message-ID']);
    expect(last && referencesOf(last)).toEqual(thread);
    // it quotes both, each without the lines of a campaign
    expect(last?.text).toMatch(/^On .* Sam Vale <.*> wrote:\r?\n> [\s\S]*^> On .* wrote:\r?\n>> /m);
    expect(last?.text.match(/12 Ridge Road/g)).toHaveLength(1);
    const raw = Buffer.from(last?.gmail?.raw ?? last?.raw ?? '');
    await checkBytes(raw, {
      from: { name: 'Sam Vale', address: from },
      ...{ to: address, replyTo, subject: 'Re: A vest' },
      ...{ text: ['Shall I close this for now?', 'Sam Vale', '12 Ridge Road'], publicUrl: testApp.worker.publicUrl },
    });
    expect(headerLines(raw)).toEqual(
      expect.arrayContaining([`In-Reply-To: ${thread[1]}`, `References: ${thread.join(' ')}`]),
    );
    if (name === 'Gmail') {
      const threads = (mails as unknown as { gmail: { threadId: string } }[]).map(({ gmail }) => gmail.threadId);
      expect(new Set(threads).size).toBe(1);
    }
  });
});

test('the question before Start counts them, and one that was stopped by hand leaves nothing after it', async () => {
  const outreach = await started();
  const { person, campaign } = outreach;
  const second = await written(outreach);
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'paused' });
  const preview = await startPreview(person, campaign);
  const followUps = [
    { afterDays: 3, writer: 'ai', emails: 0 },
    { afterDays: 7, writer: 'user', emails: 1 },
  ];
  expect(preview).toMatchObject({ messages: 1, followUps });
  expect(checksOf(preview, 'unapproved')).toMatchObject([{ count: 1 }]);
  expect(Date.parse(preview.first?.from ?? '')).toBeGreaterThan(Date.parse(second?.notBefore ?? '') - 1000);
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  expect((await campaignOf(outreach)).nextSendWhy).toMatchObject({ kind: 'follow_up' });
  await person.ok('POST', '/api/campaign-sends/steer', { ids: [second?.id], act: 'cancel' });
  await until(
    () => campaignOf(outreach),
    ({ status }) => status === 'completed',
  );
  expect(await sendsOf(outreach)).toHaveLength(2);
});

test('those of a campaign begin differently [long]', async () => {
  const outreach = await readyCampaign(testApp, { partners: 2, texts: 'edited', mailbox: useSendGrid });
  const { person, campaign } = outreach;
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { followUps: FOLLOW_UPS });
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  const texts: string[] = [];
  // one after the other: two that are written at the same moment do not know of each other
  for (const { id, partner } of await sendsOf(outreach)) {
    const body = await until(
      async () => {
        await sweepAndSend(testApp, id);
        return (await sendsOf(outreach)).find((send) => send.step === 2 && send.partner.id === partner.id)?.body;
      },
      (text) => Boolean(text),
    );
    texts.push(body ?? '');
  }
  const [one, other] = texts.map((body) => openingOf(body)?.split(' ').slice(0, 3).join(' '));
  expect(one).not.toBe(other);
});

describe('what comes back', () => {
  // mails come by the clock of the sandbox, which is not put forward
  let ahead: TestApp;
  beforeAll(async () => {
    ahead = testApp;
    testApp = await startTestApp({ gmailAccess: 'drafts', timeoutMs: 2_000 });
  });
  afterAll(async () => {
    await testApp.stop();
    testApp = ahead;
  });

  /** A campaign over Gmail, which is read from here on, whose follow-up is approved. */
  async function approvedFollowUp() {
    const outreach = await started(async (person) => {
      await useGmail(person);
      await testApp.readMail(await person.tenant());
    });
    const second = await written(outreach);
    await approve(outreach, second);
    return { ...outreach, second, mail: (await mailsTo(outreach.address))[0]?.id ?? '' };
  }

  test('holds the follow-up where the AI takes it for an absence; the user has it wait until the person is back', async () => {
    const outreach = await approvedFollowUp();
    const day = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
    await testApp.answerMail(outreach.mail, { kind: 'reply', text: `I am on vacation until ${day}.` });
    await testApp.readMail(outreach.tenant);
    const dayAfter = new Date(Date.parse(day) + DAY_MS).toISOString();
    const isLater = ({ notBefore, status }: SendView) => status === 'pending' && notBefore === dayAfter;
    const { person, second } = outreach;
    const asked = await until(
      async () => (await person.ok<InboxView>('GET', '/api/inbox')).conversations[0],
      (conversation) => conversation?.question?.sign === 'automatic',
    );
    await becomes(outreach, 2, ({ status, detail }) => status === 'pending' && detail.startsWith('Held until you say'));
    expect((await sendsOf(outreach))[0]?.status).toBe('sent');
    await person.ok('POST', `/api/inbox/${asked?.id}/question`, {
      ...{ answer: 'yes', sign: asked?.question?.sign, receivedId: asked?.question?.receivedId },
    });
    expect(await becomes(outreach, 2, isLater)).toMatchObject({ approved: true, body: second?.body, nextSendAt: null });
    expect((await sendsOf(outreach))[0]?.status).toBe('sent');
    // the stopped one may have completed the campaign for a moment
    await until(
      () => campaignOf(outreach),
      ({ status }) => status === 'active',
    );
  });

  test('moves the follow-up that a reply has stopped to the day that it names, after a yes and for a new review [long]', async () => {
    const outreach = await approvedFollowUp();
    const { person } = outreach;
    const day = new Date(Date.now() + 20 * DAY_MS).toISOString().slice(0, 10);
    const replied = async (text: string) => {
      await testApp.answerMail(outreach.mail, { kind: 'reply', text });
      await testApp.readMail(outreach.tenant);
    };
    await replied(`Thanks! Ask again on ${day}.`);
    await becomes(outreach, 2, ({ status }) => status === 'cancelled');
    const { id = '' } = (await person.ok<InboxView>('GET', '/api/inbox')).conversations[0] ?? {};
    const { offers } = await until(
      () => person.ok<ThreadView>('GET', `/api/inbox/${id}`),
      (thread) => thread.offers.length > 0,
    );
    expect(offers).toMatchObject([{ label: 'later', until: day, quote: `Ask again on ${day}.` }]);
    const { receivedId = '' } = offers[0] ?? {};
    await person.ok('POST', `/api/inbox/${id}/offer`, { receivedId, label: 'later', answer: 'yes' });
    const moved = { status: 'pending', approved: false, notBefore: new Date(day).toISOString() };
    expect(await becomes(outreach, 2, ({ status }) => status === 'pending')).toMatchObject(moved);
    expect((await sendsOf(outreach))[0]?.status).toBe('replied');
    expect(
      (await person.call('POST', `/api/inbox/${id}/offer`, { receivedId, label: 'later', answer: 'yes' })).status,
    ).toBe(409);
    await replied('Now I have time, tell me more.');
    await becomes(outreach, 2, ({ status }) => status === 'cancelled');
  });

  test('postpones it by the headers of the mail, too, and what another campaign has for the person [long]', async () => {
    const outreach = await approvedFollowUp();
    const { person } = outreach;
    const partners = await person.ok<PartnerView[]>('GET', '/api/partners');
    const other = await draftCampaign(person, 'Autumn', { partners, written: true, form: { followUps: FOLLOW_UPS } });
    await setStatus(person, other, 'active');
    const inOther = { ...outreach, campaign: other };
    await becomes(inOther, 1, ({ status }) => status === 'sent');
    await written(inOther);
    // a first email that waits for its review
    const third = await draftCampaign(person, 'Winter', { partners, written: true });
    const day = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
    await testApp.answerMail(outreach.mail, { kind: 'out_of_office', text: `I am on vacation until ${day}.` });
    await testApp.readMail(outreach.tenant);
    const dayAfter = new Date(Date.parse(day) + DAY_MS).toISOString();
    await becomes({ ...outreach, campaign: third }, 1, ({ notBefore }) => notBefore === dayAfter);
    const { body } = outreach.second ?? {};
    const isLater = ({ notBefore, status }: SendView) => status === 'pending' && notBefore === dayAfter;
    expect(await becomes(outreach, 2, isLater)).toMatchObject({ approved: true, body, nextSendAt: null });
    await becomes(inOther, 2, isLater);
    // and so does what begins after the mail
    const fourth = await draftCampaign(person, 'Spring', { partners, written: true });
    await setStatus(person, fourth, 'active');
    await becomes({ ...outreach, campaign: fourth }, 1, isLater);
    expect((await sendsOf(outreach))[0]?.status).toBe('sent');
    expect((await campaignOf(outreach)).status).toBe('active');
  });

  test('over SMTP, a reply is found although the profile names another contact email; it stops the follow-up, and no other is made', async () => {
    const outreach = await started(async (person) => {
      await useMailbox(person);
      await testApp.readMail(await person.tenant());
    });
    const [mail] = await mailsTo(outreach.address);
    const { contactEmail } = await outreach.person.ok<{ contactEmail: string }>('GET', '/api/business-profile');
    expect(contactEmail).not.toBe(mail?.from);
    await written(outreach);
    await testApp.answerMail(mail?.id ?? '', { kind: 'reply', text: 'Yes, gladly!' });
    await testApp.readMail(outreach.tenant);
    const stopped = await becomes(outreach, 2, ({ status }) => status === 'cancelled');
    expect(stopped?.detail).toBe('Cancelled: this partner has replied');
    await until(
      () => campaignOf(outreach),
      ({ status }) => status === 'completed',
    );
    expect((await sendsOf(outreach)).map(({ status }) => status)).toEqual(['replied', 'cancelled']);
  });

  test('waits behind trouble of half an hour until the mail is read, and so meets the reply [long]', async () => {
    const outreach = await approvedFollowUp();
    const { person, mail, campaign } = outreach;
    await testApp.fault('gmail', 'reject-4xx', 1_000, { status: 403, reason: 'accessNotConfigured', path: '/history' });
    await testApp.answerMail(mail, { kind: 'reply', text: 'Yes, gladly!' });
    await testApp.readMail(outreach.tenant);
    const accounts = () => person.ok<SendingAccountView[]>('GET', '/api/sending-accounts');
    await until(accounts, ([account]) => account?.replies !== null);
    testApp.later(3 * DAY_MS);
    onTestFinished(() => testApp.later(-3 * DAY_MS));
    const waits = await until(
      async () => {
        await testApp.sweep();
        return campaignOf(outreach);
      },
      ({ nextSendWhy }) => nextSendWhy?.kind === 'unread',
    );
    expect(waits.nextSendWhy?.text).toMatch(/^Follow-ups wait: replies cannot be read\. The Gmail API is not enabled/);
    const [account] = await accounts();
    expect(account?.replies).toMatch(/^Replies are not found\. The Gmail API is not enabled.* Follow-ups wait/);
    const preview = await startPreview(person, campaign);
    expect(checksOf(preview, 'replies_unread')).toMatchObject([{ severity: 'warns', detail: account?.replies }]);
    expect(await step(outreach, 2)).toMatchObject({ status: 'pending', nextSendAt: null });
    await testApp.fault('gmail', 'none', 1);
    await testApp.readMail(outreach.tenant);
    await becomes(outreach, 2, ({ status }) => status === 'cancelled');
    expect(await mailsTo(outreach.address)).toHaveLength(1);
  });

  test('ends the follow-up of a mail that bounced, and begins it again when the mail is sent again and arrives [long]', async () => {
    const outreach = await approvedFollowUp();
    const { person, campaign } = outreach;
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'paused' });
    await testApp.answerMail(outreach.mail, { kind: 'bounce', text: '552 5.2.2 The mailbox is full' });
    await testApp.readMail(outreach.tenant);
    const ended = await becomes(outreach, 2, ({ status }) => status === 'cancelled');
    expect(ended?.detail).toBe('Cancelled: the email before it did not arrive');
    const [first] = await sendsOf(outreach);
    await person.ok('POST', `/api/campaign-sends/${first?.id}/resend`, {});
    const begun = await becomes(outreach, 2, ({ status, body }) => status === 'pending' && body !== null);
    expect(begun).toMatchObject({ approved: false, followUp: { number: 1 } });
    expect(begun?.notBefore && Date.parse(begun.notBefore)).toBeGreaterThan(Date.now() + 2 * DAY_MS);
  });
});

test('an unconfirmed mail is followed up once the user says that it was sent', async () => {
  const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
  const { person, campaign, sends } = outreach;
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { followUps: FOLLOW_UPS });
  await testApp.fault('sendgrid', 'accept-then-500', 1);
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
  await becomes(outreach, 1, ({ status }) => status === 'unknown');
  expect(await step(outreach, 2)).toBeUndefined();
  await person.ok('POST', `/api/campaign-sends/${sends[0]?.id}/mark-sent`);
  expect(await written(outreach)).toMatchObject({ followUp: { number: 1 } });
});

test('follow-ups that are taken away end, and those that are added begin', async () => {
  const outreach = await started();
  const { person, campaign } = outreach;
  await written(outreach);
  await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'paused' });
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { followUps: [] });
  const ended = await becomes(outreach, 2, ({ status }) => status === 'cancelled');
  expect(ended?.detail).toBe('Cancelled: the campaign has no such follow-up any more');
  await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { followUps: FOLLOW_UPS });
  await becomes(outreach, 2, ({ status, body }) => status === 'pending' && body !== null);
});

test('a follow-up that is due goes before first messages that have their times', async () => {
  const usual = await startTestApp({
    sendGap: null,
    clock: () => Date.parse('2026-03-02T08:00:00.000Z') + Date.now() - BEGAN,
  });
  const before = testApp;
  testApp = usual;
  try {
    const outreach = await readyCampaign(usual, { partners: 6, texts: 'edited', dailyLimit: 1 });
    const { person, campaign, sends } = outreach;
    await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { followUps: [{ ...FOLLOW_UPS[1], afterDays: 1 }] });
    await person.ok('POST', `/api/campaign-sends/${sends[0]?.id}/send-now`);
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await until(
      () => sendsOf(outreach),
      (all) => all.filter(({ nextSendAt }) => nextSendAt !== null).length === 5,
    );
    // on Tuesday evening the follow-up is due, and Wednesday to Monday are taken by first messages
    usual.later(34 * 3_600_000);
    const dayOf = (send: SendView | undefined) => send?.nextSendAt?.slice(0, 10);
    const followUp = await becomes(outreach, 2, ({ nextSendAt }) => nextSendAt !== null);
    expect(dayOf(followUp)).toBe('2026-03-04');
    const all = await until(
      () => sendsOf(outreach),
      (now) => now.filter(({ status, nextSendAt }) => status === 'pending' && nextSendAt === null).length === 0,
    );
    const days = all.flatMap((send) => dayOf(send) ?? []);
    expect(new Set(days).size).toBe(days.length);
  } finally {
    testApp = before;
    await usual.stop();
  }
});
