import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CampaignView, ErrorView, PartnerView, SendView, StatsView } from '../../api/views.ts';
import { textHash } from '../../db/log/textHash.ts';
import { type Command, ref } from '../../db/store.ts';
import { claimSend, dispatchEmail } from '../../events/messages/sendAttempt.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import type { QuotaEvent } from '../../events/sending/quota.ts';
import { MAILBOX_CAP } from '../../events/shared/options.ts';
import { localDay } from '../../events/shared/zoned.ts';
import { idle, sendsDone } from '../support/hurry.ts';
import { addCampaign, importedRow, type Outreach, readyCampaign, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;

beforeAll(async () => {
  testApp = await startTestApp({ sendGap: { min: 0.15, max: 0.3 } });
});
afterAll(() => testApp.stop());

const testCause = { actor: 'system:test', correlationId: 'test', causationId: null };
const sendsOf = (person: Person, id: string) => person.ok<SendView[]>('GET', `/api/campaigns/${id}/sends`);
const campaignOf = (person: Person, id: string) => person.ok<CampaignView>('GET', `/api/campaigns/${id}`);
const setStatus = (person: Person, id: string, status: string) =>
  person.call<CampaignView & ErrorView>('PUT', `/api/campaigns/${id}/status`, { status });
const aMoment = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Counts the mails to each of these addresses. */
async function mailsTo(addresses: readonly (string | null | undefined)[]): Promise<number[]> {
  const mails = await testApp.outbox();
  return addresses.map((address) => mails.filter(({ to }) => to === address).length);
}
const addressesOf = (partners: PartnerView[]) => partners.map(({ contactInfo }) => contactInfo?.email);

async function types(tenant: string): Promise<string[]> {
  const rows = await testApp.owner.sql<{ type: string }[]>`
    select type from log.events where tenant_id = ${tenant} order by epoch, tx, position`;
  return rows.map(({ type }) => type);
}

const completed = (person: Person, id: string) =>
  until(
    () => campaignOf(person, id),
    ({ status }) => status === 'completed',
  );

describe('a running campaign', () => {
  test('deleted: what waits is cancelled, what was sent still counts', async () => {
    const { person, tenant, campaign, partners } = await readyCampaign(testApp, { partners: 4, texts: 'edited' });
    await setStatus(person, campaign.id, 'active');
    await until(
      () => campaignOf(person, campaign.id),
      ({ sentCount }) => sentCount >= 1,
    );
    await person.ok('DELETE', `/api/campaigns/${campaign.id}`);
    await until(
      () => types(tenant),
      (log) => log.filter((type) => type === 'MessageCancelled' || type === 'EmailSent').length === 4,
    );
    const log = await types(tenant);
    expect(log.slice(log.indexOf('CampaignDeleted'))).not.toContain('EmailDispatched');
    const sent = log.filter((type) => type === 'EmailSent').length;
    expect((await mailsTo(addressesOf(partners))).reduce((sum, mails) => sum + mails, 0)).toBe(sent);
    expect((await person.ok<StatsView>('GET', '/api/dashboard/stats')).totalEmailsSent).toBe(sent);
  });

  test('a partner who is rejected or deleted gets nothing more, and the message says why', async () => {
    const { person, campaign, partners } = await readyCampaign(testApp, { partners: 3, texts: 'edited' });
    const [rejected, deleted, kept] = partners;
    await person.ok('PATCH', `/api/partners/${rejected?.id}/status`, { status: 'rejected' });
    await person.ok('DELETE', `/api/partners/${deleted?.id}`);
    await setStatus(person, campaign.id, 'active');
    await completed(person, campaign.id);
    expect(await mailsTo(addressesOf([rejected, deleted, kept].filter((partner) => partner !== undefined)))).toEqual([
      0, 0, 1,
    ]);
    const sends = await sendsOf(person, campaign.id);
    expect(sends.filter(({ status }) => status === 'cancelled').map(({ detail }) => detail)).toEqual([
      'Cancelled: the partner was removed from your list',
      'Cancelled: the partner was removed from your list',
    ]);
  });

  test('adding partners to a completed campaign pauses it, and the added one leaves only after Resume', async () => {
    const { person, campaign, partners } = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
    await setStatus(person, campaign.id, 'active');
    await completed(person, campaign.id);
    expect(await setStatus(person, campaign.id, 'active')).toMatchObject({ status: 422 });
    await person.import([importedRow(7, 'Ines Roth')]);
    const late = (await person.ok<PartnerView[]>('GET', '/api/partners?status=pending'))[0];
    await person.ok('PATCH', `/api/partners/${late?.id}/status`, { status: 'approved' });
    await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [late?.id] });
    expect(await campaignOf(person, campaign.id)).toMatchObject({ status: 'paused', partnerCount: 2 });
    expect(await setStatus(person, campaign.id, 'active')).toMatchObject({
      status: 422,
      body: { error: '1 message has no text yet. Generate messages first.' },
    });
    await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
    await idle(testApp.owner.sql);
    expect(await mailsTo([late?.contactInfo?.email])).toEqual([0]);
    await setStatus(person, campaign.id, 'active');
    await completed(person, campaign.id);
    expect(await mailsTo([...addressesOf(partners), late?.contactInfo?.email])).toEqual([1, 1]);
  });

  test('a partner who joins an active campaign is generated, reviewed and approved there', async () => {
    const { person, partners } = await readyPerson(testApp, 2);
    const campaign = await addCampaign(person, partners.slice(0, 1), { texts: 'edited' });
    await setStatus(person, campaign.id, 'active');
    await person.ok('POST', `/api/campaigns/${campaign.id}/partners`, { partnerIds: [partners[1]?.id] });
    await person.ok('POST', `/api/campaigns/${campaign.id}/generate-messages`);
    await idle(testApp.owner.sql);
    expect(await mailsTo([partners[1]?.contactInfo?.email])).toEqual([0]);
    const late = (await sendsOf(person, campaign.id)).find(({ partner }) => partner.id === partners[1]?.id);
    expect(late?.detail).toBe('Ready for review');
    await person.ok('PATCH', `/api/campaign-sends/${late?.id}`, { subject: 'Reviewed', body: 'By hand.' });
    if ((await campaignOf(person, campaign.id)).status === 'paused') await setStatus(person, campaign.id, 'active');
    await completed(person, campaign.id);
    expect(await mailsTo(addressesOf(partners))).toEqual([1, 1]);
  });
});

describe('approval', () => {
  test('an address that is edited or found withdraws it, and nothing goes to another than the one that was shown', async () => {
    const { person, tenant, campaign, partners, sends } = await readyCampaign(testApp, {
      partners: 1,
      texts: 'edited',
    });
    const [partner] = partners;
    const [send] = sends;
    expect(send?.detail).toBe('Approved');
    const moved = `new.${partner?.contactInfo?.email}`;
    await person.ok('POST', `/api/partners/${partner?.id}/contact`, { contactInfo: { email: moved } });
    const look = async () => (await sendsOf(person, campaign.id))[0];
    await until(look, (now) => now?.detail === 'The address changed; review the message again');
    expect((await look())?.recipientEmail).toBe(moved);
    await person.ok('PATCH', `/api/campaign-sends/${send?.id}`, { subject: send?.subject, body: send?.body });
    expect((await look())?.approved).toBe(true);

    const found = `found.${moved}`;
    await testApp.worker.store.run({
      tenant,
      cause: testCause,
      streams: { partner: ref('partner', partners[0]?.id ?? '') },
      decide: () => ({
        partner: [
          {
            type: 'ContactFound' as const,
            data: {
              contactSearchId: 'again',
              source: 'people_data_labs' as const,
              confidence: 0.9,
              verification: null,
              steps: [],
            },
            personal: { email: found, socialProfiles: [], sourceUrl: null },
          },
        ],
      }),
    });
    await until(look, (now) => now?.detail === 'The address changed; review the message again');
    expect(await look()).toMatchObject({ recipientEmail: found, approved: false });
    const sendNow = (to: string) => person.call<ErrorView>('POST', `/api/campaign-sends/${send?.id}/send-now`, { to });
    expect(await sendNow(moved)).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^The address changed/) },
    });
    expect((await look())?.approved).toBe(false);
    expect((await sendNow(found)).status).toBe(200);
    expect(await mailsTo([partner?.contactInfo?.email, moved, found])).toEqual([0, 0, 1]);
    const resend = await person.call<ErrorView>('POST', `/api/campaign-sends/${send?.id}/resend`, { to: moved });
    expect(resend.status).toBe(409);
  });

  test('a contact that is edited while its mail is due: no text leaves for an address that it was not approved for', async () => {
    const { person, tenant, campaign, partners } = await readyCampaign(testApp, { partners: 6, texts: 'edited' });
    await setStatus(person, campaign.id, 'active');
    await Promise.all(
      partners.map(async ({ id, contactInfo }, index) => {
        await aMoment(index * 150);
        await person.ok('POST', `/api/partners/${id}/contact`, { contactInfo: { email: `new.${contactInfo?.email}` } });
      }),
    );
    await sendsDone(testApp.owner.sql, tenant);
    const moved = partners.map(({ contactInfo }) => `new.${contactInfo?.email}`);
    expect(await mailsTo(moved)).toEqual(moved.map(() => 0));
    const log = await types(tenant);
    const left = log.filter((type) => type === 'EmailDispatched').length;
    expect(left + log.filter((type) => type === 'MessageApprovalWithdrawn').length).toBe(6);
    expect((await mailsTo(addressesOf(partners))).reduce((sum, mails) => sum + mails, 0)).toBe(left);
  });

  test('regenerating withdraws it; an edit during the run keeps the edit', async () => {
    // more than are written at a time: the edit also comes before the writing of its message has begun
    const { person, tenant, campaign, sends } = await readyCampaign(testApp, { partners: 5, texts: 'edited' });
    const first = sends[0];
    await testApp.fault('openai', 'slow', 5, { delayMs: 2_000 });
    const running = person.ok('POST', `/api/campaigns/${campaign.id}/regenerate-messages`, { includeEdited: true });
    await until(
      () => types(tenant),
      (log) => log.includes('MessagesRequested'),
    );
    const edited = sends.slice(1);
    await Promise.all(
      edited.map(({ id }) =>
        person.ok('PATCH', `/api/campaign-sends/${id}`, { subject: 'Mine', body: 'Typed meanwhile.' }),
      ),
    );
    expect(await running).toMatchObject({ generatedCount: 1, failedCount: 4 });
    const after = await sendsOf(person, campaign.id);
    const of = (id: string | undefined) => after.find((send) => send.id === id);
    expect(of(first?.id)).toMatchObject({ detail: 'Ready for review', edited: false });
    for (const { id } of edited)
      expect(of(id)).toMatchObject({ detail: 'Approved', edited: true, body: 'Typed meanwhile.' });
  });
});

describe('what holds a mail back', () => {
  test('the mailbox’s limit over several campaigns', async () => {
    const { person, tenant, partners } = await readyPerson(testApp, 6);
    const campaigns = await Promise.all(
      [partners.slice(0, 3), partners.slice(3)].map((some) => addCampaign(person, some, { texts: 'edited' })),
    );
    const taken: QuotaEvent[] = Array.from({ length: MAILBOX_CAP.default - 2 }, (_, index) => ({
      type: 'QuotaTaken',
      data: { messageId: `earlier-${index}`, attempt: 1, limit: MAILBOX_CAP.default, zone: 'UTC' },
    }));
    await testApp.api.run({
      tenant,
      cause: testCause,
      streams: { day: ref('quota', `${tenant}-${localDay(Date.now(), 'UTC')}`) },
      decide: () => ({ day: taken }),
    });
    const sends = (await Promise.all(campaigns.map(({ id }) => sendsOf(person, id)))).flat();
    const answers = await Promise.all(
      sends.map(({ id }) => person.call<ErrorView>('POST', `/api/campaign-sends/${id}/send-now`)),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 429, 429, 429, 429]);
    expect(answers.find(({ status }) => status === 429)?.body.error).toContain('your mailbox');
    expect((await mailsTo(addressesOf(partners))).reduce((sum, mails) => sum + mails, 0)).toBe(2);
  });

  test('not a pause: Send Now sends one mail of a paused campaign, and of a scheduled one, once', async () => {
    const slow = await readyCampaign(testApp, { partners: 2, texts: 'edited' });
    await setStatus(slow.person, slow.campaign.id, 'active');
    await setStatus(slow.person, slow.campaign.id, 'paused');
    const open = (await sendsOf(slow.person, slow.campaign.id)).filter(({ status }) => status === 'pending');
    for (const { id } of open) {
      expect(await slow.person.call('POST', `/api/campaign-sends/${id}/send-now`)).toMatchObject({ status: 200 });
    }
    await idle(testApp.owner.sql);
    expect(await mailsTo(addressesOf(slow.partners))).toEqual([1, 1]);
    const scheduled = await readyCampaign(testApp, { partners: 3, texts: 'edited' });
    await setStatus(scheduled.person, scheduled.campaign.id, 'active');
    await Promise.all(
      scheduled.sends.map(({ id }) => scheduled.person.call('POST', `/api/campaign-sends/${id}/send-now`)),
    );
    await completed(scheduled.person, scheduled.campaign.id);
    expect(await mailsTo(addressesOf(scheduled.partners))).toEqual([1, 1, 1]);
  });
});

// these put the clock forward, so they come last
describe('a worker that vanished', () => {
  /** Commits a worker's steps: claimed, and then dispatched, too. */
  async function asVanishedWorker({ tenant, sends }: Outreach, until: 'claimed' | 'dispatching'): Promise<void> {
    const [send] = sends;
    const stream = { message: ref('message', send?.id ?? '') };
    const text = { subject: send?.subject ?? '', body: send?.body ?? '' };
    const hash = textHash(send?.recipientEmail ?? null, text, null) ?? '';
    const now = testApp.api.now();
    const leaseUntil = new Date(now.getTime() + 90_000).toISOString();
    const run = (decide: Command<typeof stream>['decide']) =>
      testApp.api.run({ tenant, cause: testCause, streams: stream, decide });
    // the claim comes with the wish, before the relay can hand it to the worker that lives
    await run(({ message }) => ({
      message: [
        ...requestSendNow(message, hash),
        ...claimSend(
          { ...message, status: 'approved', immediate: true },
          { worker: 'gone', now: now.toISOString(), leaseUntil },
        ),
      ],
    }));
    if (until === 'claimed') return;
    await run(({ message }) => ({
      message: dispatchEmail(message, {
        now: now.toISOString(),
        attempt: 1,
        worker: 'gone',
        sendId: `${send?.id}.1`,
        mailbox: tenant,
        day: localDay(now.getTime(), 'UTC'),
        addressHmac: 'x',
        textHash: hash,
        to: send?.recipientEmail ?? '',
        from: 'sam@northwind.example',
        ...text,
        text: text.body,
      }),
    }));
  }

  test('after its claim: the mail is sent once, when the lease is over', async () => {
    const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
    const { person, campaign, partners } = outreach;
    await asVanishedWorker(outreach, 'claimed');
    const status = async () => (await sendsOf(person, campaign.id))[0]?.status;
    await testApp.sweep();
    await idle(testApp.owner.sql);
    expect(await mailsTo(addressesOf(partners))).toEqual([0]);
    testApp.later(90_000 + 31_000);
    await testApp.sweep();
    await until(status, (now) => now === 'sent');
    expect(await mailsTo(addressesOf(partners))).toEqual([1]);
  });

  test('after it said "it leaves now": unknown once lease and grace are over, and never sent by itself', async () => {
    const outreach = await readyCampaign(testApp, { partners: 1, texts: 'edited' });
    const { person, campaign, partners, tenant } = outreach;
    await asVanishedWorker(outreach, 'dispatching');
    const status = async () => (await sendsOf(person, campaign.id))[0]?.status;
    await testApp.sweep();
    await idle(testApp.owner.sql);
    expect(await status()).toBe('sending');
    testApp.later(90_000 + 31_000);
    await testApp.sweep();
    await until(status, (now) => now === 'unknown');
    testApp.later(3_600_000);
    await testApp.sweep();
    await idle(testApp.owner.sql);
    expect(await status()).toBe('unknown');
    expect(await mailsTo(addressesOf(partners))).toEqual([0]);
    expect((await types(tenant)).filter((type) => type === 'EmailOutcomeUnknown')).toHaveLength(1);
  });
});
