import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BusinessProfileView, CampaignView, SendView } from '../../api/views.ts';
import { type Command, ref, type Store } from '../../db/store.ts';
import { draftResend, resendStep } from '../../events/messages/resend.ts';
import { claimSend, type Outcome, recordOutcome } from '../../events/messages/sendAttempt.ts';
import { requestSendNow } from '../../events/messages/sendTime.ts';
import { recordVerification } from '../../events/partners/contact.ts';
import { MIN_GAP_MINUTES } from '../../events/sending/sendDraw.ts';
import { localDay } from '../../events/shared/zoned.ts';
import type { Run } from '../../worker/defineTask.ts';
import type { MailProvider } from '../../worker/providers/mailProvider.ts';
import { dispatch } from '../../worker/tasks/send/dispatch.ts';
import { sendMessage } from '../../worker/tasks/sendMessage.ts';
import { testCause } from '../support/asSent.ts';
import { readyCampaign } from '../support/outreach.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
beforeAll(async () => {
  testApp = await startTestApp({ working: false, sendGap: null });
});
afterAll(() => testApp.stop());

const DEAD = { status: 'undeliverable', reason: 'no_mailbox', by: 'hunter' } as const;
const DAY_MS = 86_400_000;
const GAP_MS = MIN_GAP_MINUTES * 60_000;

/** A campaign of texts that are approved. */
async function outreach(partners: number, dailyLimit = 1) {
  const { person, tenant, campaign, sends } = await readyCampaign(testApp, { partners, texts: 'edited', dailyLimit });
  const handle = (id: string) => {
    const streams = { message: ref('message', id) };
    const run = async (decide: Command<typeof streams>['decide']) =>
      (await testApp.api.run({ tenant, cause: testCause, streams, decide })).states.message;
    return {
      id,
      run,
      ask: () => run(({ message }) => ({ message: requestSendNow(message, message.approvedHash) })),
      claim: () =>
        run(({ message }, now) => ({
          message: claimSend(message, { worker: 'w', now, leaseUntil: '2999' }),
        })),
      dispatch: async (store: Store = testApp.worker.store) => {
        const { state } = await testApp.api.load(tenant, streams.message);
        const job = { tenant, id, correlationId: 'test', causationId: 'test' };
        return dispatch({ ...testApp.worker, store }, job, state, 'w');
      },
      state: async () => (await testApp.api.load(tenant, streams.message)).state,
    };
  };
  return {
    person,
    tenant,
    campaign,
    messages: sends.map(({ id }) => handle(id)),
    handle,
    /** Another mail takes the only place of today. */
    fill: () => {
      const day = ref('quota', `${campaign.id}-${localDay(testApp.api.now().getTime(), 'UTC')}`);
      const place = { messageId: 'another', attempt: 1, limit: 1, zone: 'UTC' };
      const decide = () => ({ day: [{ type: 'QuotaTaken', data: place } as const] });
      return testApp.api.run({ tenant, cause: testCause, streams: { day }, decide });
    },
    detail: async () => (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`))[0]?.detail,
  };
}

test('a mail carries the profile of the very commit that says it leaves', async () => {
  const { person, tenant, messages } = await outreach(1);
  const [message] = messages;
  await message?.ask();
  await message?.claim();
  const { store } = testApp.worker;
  let edited = false;
  const late: Store = {
    ...store,
    async runIn(tx, command) {
      if (!edited) {
        edited = true;
        await person.ok('PUT', '/api/business-profile', {
          userFullName: 'Sam Vale-Roth',
          contactEmail: 'replies@northwind.example',
          postalAddress: '9 New Street, Burlington, VT 05401',
        });
      }
      return store.runIn(tx, command);
    },
  };
  const ready = await message?.dispatch(late);
  expect(edited).toBe(true);
  expect(ready?.mail).toMatchObject({ fromName: 'Sam Vale-Roth', replyTo: 'replies@northwind.example' });
  expect(ready?.mail.text).toMatch(/\nSam Vale-Roth\n[\s\S]*9 New Street/);
  const dispatched = (await testApp.api.history(tenant, ref('message', message?.id ?? ''))).at(-1);
  expect(dispatched).toMatchObject({ type: 'EmailDispatched', personal: { text: ready?.mail.text } });
});

test('a signature of their own leaves cleaned in the HTML, and in plain text in the text, which the log keeps', async () => {
  const { person, tenant, messages } = await outreach(1);
  const [message] = messages;
  const pasted =
    '<p>Sam <strong onclick="x()">Vale</strong></p><p><a href="https://northwind.example/call">Call me</a></p><script>x()</script>';
  const { htmlSignature } = await person.ok<BusinessProfileView>('PUT', '/api/business-profile', {
    signatureHtml: pasted,
  });
  expect(htmlSignature).toEqual({
    html: '<p>Sam <b>Vale</b></p><p><a href="https://northwind.example/call">Call me</a></p>',
    text: 'Sam Vale\n\nCall me (https://northwind.example/call)',
  });
  await message?.ask();
  await message?.claim();
  const ready = await message?.dispatch();
  expect(ready?.mail.html).toContain(
    `class="gmail_signature">\n${htmlSignature?.html}\n</div>\n<p dir="auto">12 Ridge Road`,
  );
  expect(ready?.mail.text).toContain(`\n\n${htmlSignature?.text}\n\n12 Ridge Road`);
  const dispatched = (await testApp.api.history(tenant, ref('message', message?.id ?? ''))).at(-1);
  expect(dispatched).toMatchObject({ type: 'EmailDispatched', personal: { text: ready?.mail.text } });
  await person.ok('PUT', '/api/business-profile', { signatureHtml: '' });
  expect(await person.ok('GET', '/api/business-profile')).toMatchObject({ htmlSignature: null });
});

test('a mail is in the log as leaving before the provider is asked', async () => {
  const { tenant, messages } = await outreach(1);
  const [message] = messages;
  await message?.ask();
  const { sendgrid } = testApp.worker.mailProviders;
  if (!message || !sendgrid) throw new Error('nothing to send');
  const asked: string[] = [];
  const watched: MailProvider = {
    ...sendgrid,
    async send(credentials, mail) {
      asked.push((await message.state()).status);
      return sendgrid.send(credentials, mail);
    },
  };
  const job = { tenant, id: message.id, correlationId: 'test', causationId: 'test' };
  const run: Run = { lastTry: false, giveUp: false, addJob: (() => undefined) as never, signal: undefined };
  await sendMessage.handler(
    { ...testApp.worker, mailProviders: { ...testApp.worker.mailProviders, sendgrid: watched } },
    job,
    run,
  );
  expect(asked).toEqual(['dispatching']);
  expect(await message.state()).toMatchObject({ status: 'sent' });
});

/** An entry that joins the list after the claim stops the mail. */
async function listedAfterTheClaim(entryOf: (email: string) => string | undefined): Promise<void> {
  const { person, tenant, messages } = await outreach(1);
  const [message] = messages;
  await message?.ask();
  const claimed = await message?.claim();
  const partner = await testApp.api.load(tenant, ref('partner', claimed?.partnerId ?? ''));
  await person.ok('POST', '/api/suppressions', { email: entryOf(partner.state.contact?.email ?? '') });
  expect(await message?.dispatch()).toBeNull();
  expect(await message?.state()).toMatchObject({
    status: 'cancelled',
    reason: { code: 'suppressed_user' },
    dispatch: null,
  });
}

test('a mail to an address that came onto the list after the claim does not leave', () =>
  listedAfterTheClaim((email) => email));

test('a mail to a domain that came onto the list after the claim does not leave', () =>
  listedAfterTheClaim((email) => email.split('@')[1]));

test('a mail to an address that turned out to take none after the claim does not leave, and waits for its user', async () => {
  const { person, tenant, campaign, messages } = await outreach(1);
  const [message] = messages;
  await message?.ask();
  const { partnerId = '' } = (await message?.claim()) ?? {};
  await testApp.api.run({
    ...{ tenant, cause: testCause, streams: { partner: ref('partner', partnerId) } },
    decide: ({ partner }) => ({
      partner: recordVerification(partner, partner.contact?.email ?? '', DEAD),
    }),
  });
  expect(await message?.dispatch()).toBeNull();
  expect(await message?.state()).toMatchObject({ status: 'drafted', approvedHash: null, dispatch: null });
  // another campaign is not offered them, and says why
  const other = await person.ok<CampaignView>('POST', '/api/campaigns', {
    ...{
      name: 'Autumn',
      subjectType: 'static',
      staticSubject: 'A vest',
      messagePrompt: 'Offer a vest.',
      dailyLimit: 5,
    },
  });
  const available = `/api/campaigns/${other.id}/available-partners`;
  expect(await person.ok('GET', available)).toEqual([]);
  expect(await person.ok('POST', `/api/campaigns/${other.id}/partners`, { partnerIds: [partnerId] })).toEqual({
    addedCount: 0,
    skipped: [{ partnerId, reason: 'address takes no email' }],
  });
  // a better address is approved again, and leaves
  await person.ok('POST', `/api/partners/${partnerId}/contact`, { contactInfo: { email: 'better@lindqvist.example' } });
  expect(await person.ok('GET', available)).toHaveLength(1);
  expect(campaign.id).not.toBe(other.id);
});

describe('of two partners of a campaign with one address', () => {
  const REFUSED = {
    ...{ status: 'cancelled', dispatch: null },
    reason: { code: 'same_address' },
  };

  const SENT: Outcome = { outcome: 'sent', providerMessageId: null };
  const FAILED: Outcome = { outcome: 'failed', reason: { code: 'sendgrid_refused' } };

  /** The first two of three partners share one. `claim` makes a message ready to leave; `again` sends a failed one again. */
  async function sharing() {
    const { person, messages, handle } = await outreach(3, 9);
    const move = async (index: number, email: string) => {
      const { partnerId = '' } = (await messages[index]?.state()) ?? {};
      await person.ok('POST', `/api/partners/${partnerId}/contact`, { contactInfo: { email } });
    };
    const claim = async (index: number) => {
      const message = messages[index];
      if (!message) throw new Error('no such message');
      // a new address asks for a new approval
      await person.ok('PATCH', `/api/campaign-sends/${message.id}`, { subject: 'A vest', body: 'A vest for you.' });
      await message.ask();
      await message.claim();
      return message;
    };
    await move(0, 'team@lindqvist.example');
    await move(1, 'Team@Lindqvist.example');
    const leave = async (message: (typeof messages)[number], outcome: Outcome) => {
      expect(await message.dispatch()).not.toBeNull();
      await message.run(({ message: now }) => ({ message: recordOutcome(now, now.attempt, outcome) }));
    };
    const again = async (message: (typeof messages)[number]) => {
      const { campaignId, partnerId, text, approvedHash } = await message.state();
      const ids = { campaignId, partnerId, step: resendStep(1), resendOf: null };
      const resent = handle(`${campaignId}.${partnerId}.${ids.step}`);
      if (!text) throw new Error('no text');
      await resent.run(({ message: now }) => ({ message: draftResend(now, ids, text, approvedHash ?? '') }));
      await resent.claim();
      return resent;
    };
    return { claim, move, leave, again };
  }

  test('only the first gets the email', async () => {
    const { claim } = await sharing();
    const messages = [await claim(0), await claim(1)];
    // concurrently: both are checked against the current log
    const dispatched = await Promise.all(messages.map((message) => message.dispatch()));
    expect(dispatched.filter((one) => one !== null)).toHaveLength(1);
    const states = await Promise.all(messages.map((message) => message.state()));
    expect(states.map(({ status, reason }) => [status, reason]).sort()).toEqual([
      ['cancelled', REFUSED.reason],
      ['dispatching', null],
    ]);
  });

  test('one whose email failed and is sent again gets it, and the other does not', async () => {
    const { claim, leave, again } = await sharing();
    const [first, second] = [await claim(0), await claim(1)];
    await leave(first, FAILED);
    await leave(await again(first), SENT);
    expect(await second.dispatch()).toBeNull();
    expect(await second.state()).toMatchObject(REFUSED);
  });

  test('what failed is not sent again once the other got the email', async () => {
    const { claim, leave, again } = await sharing();
    const [first, second] = [await claim(0), await claim(1)];
    await leave(first, FAILED);
    const resent = await again(first);
    await leave(second, SENT);
    expect(await resent.dispatch()).toBeNull();
    expect(await resent.state()).toMatchObject(REFUSED);
  });

  test('the other gets none once the first got it there and has another address by now', async () => {
    const { claim, move, leave } = await sharing();
    const second = await claim(1);
    await leave(await claim(0), SENT);
    await move(0, 'ada@lindqvist.example');
    expect(await second.dispatch()).toBeNull();
    expect(await second.state()).toMatchObject(REFUSED);
  });

  test('to the address that the first has only since then, the email still goes', async () => {
    const { claim, move, leave } = await sharing();
    await leave(await claim(0), SENT);
    await move(0, 'ada@lindqvist.example');
    await move(2, 'Ada@Lindqvist.example');
    expect(await (await claim(2)).dispatch()).not.toBeNull();
  });
});

// these put the clock forward
describe('Send Now', () => {
  test('of several mails that meet a full day: they leave on the next one, each with the gap of the mailbox', async () => {
    const { messages, fill } = await outreach(5);
    await fill();
    for (const message of messages) {
      await message.ask();
      await message.claim();
    }
    await Promise.all(messages.map((message) => message.dispatch()));
    const states = await Promise.all(messages.map((message) => message.state()));
    for (const state of states) {
      expect(state).toMatchObject({
        status: 'deferred',
        immediate: true,
        reason: { code: 'campaign_full' },
      });
    }
    const times = states.map(({ scheduledAt }) => Date.parse(scheduledAt ?? '')).sort((a, b) => a - b);
    const midnight = Math.ceil(testApp.api.now().getTime() / DAY_MS) * DAY_MS;
    expect(times[0]).toBeGreaterThanOrEqual(midnight);
    expect(times.at(-1)).toBeLessThan(midnight + 5 * 3 * GAP_MS);
    for (const [index, time] of times.slice(1).entries()) {
      expect(time - (times[index] ?? 0)).toBeGreaterThanOrEqual(GAP_MS);
    }
  });

  test('that meets a hold without an end waits for it, a day at most; lifted while that is written down, it goes on', async () => {
    const { tenant, messages } = await outreach(2);
    const mailbox = { tenant, cause: testCause, streams: { mailbox: ref('mailbox', tenant) } };
    const hold = () =>
      testApp.api.run({
        ...mailbox,
        decide: () => ({
          mailbox: [{ type: 'MailboxHeld', data: { reason: 'key_refused', until: null, times: 1 } } as const],
        }),
      });
    const lift = () =>
      testApp.api.run({
        ...mailbox,
        decide: () => ({ mailbox: [{ type: 'MailboxHoldLifted', data: { by: 'settings' } } as const] }),
      });
    await hold();
    const [first, second] = messages;
    for (const message of messages) {
      await message.ask();
      await message.claim();
    }
    expect(await first?.dispatch()).toBeNull();
    const state = await first?.state();
    expect(state).toMatchObject({ status: 'deferred', immediate: true, reason: { code: 'account_key_refused' } });
    expect(Date.parse(state?.scheduledAt ?? '') - Date.parse(state?.askedAt ?? '')).toBe(DAY_MS);

    const { store } = testApp.worker;
    const late: Store = {
      ...store,
      async runIn(tx, command) {
        const outcome = await store.runIn(tx, command);
        await lift();
        return outcome;
      },
    };
    expect(await second?.dispatch(late)).toBeNull();
    for (const message of messages)
      expect(await message.state()).toMatchObject({ status: 'approved', immediate: true, askedAt: expect.any(String) });
  });

  test('that is still held back a day after it was asked for is taken back, and the message says why', async () => {
    const { messages, fill, detail } = await outreach(1);
    const [message] = messages;
    await fill();
    await message?.ask();
    await message?.claim();
    await message?.dispatch();
    expect(await detail()).toBe('Waiting to try again: the daily limit of this campaign is reached');
    testApp.later(DAY_MS + GAP_MS * 3);
    await fill();
    expect((await message?.claim())?.status).toBe('claimed');
    expect(await message?.dispatch()).toBeNull();
    expect(await message?.state()).toMatchObject({ status: 'approved', immediate: false, scheduledAt: null });
    expect(await detail()).toBe(
      'Approved; Send Now was taken back after a day: the daily limit of this campaign is reached',
    );
  });
});
