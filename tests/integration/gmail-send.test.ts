/** Campaign mail over Gmail, in one call and as a draft first. The real Google client runs against the sandbox's Google. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SendView } from '../../api/views.ts';
import { ref } from '../../db/store.ts';
import { startDraftDeletion } from '../../events/messages/sendAttempt.ts';
import type { GmailAccess } from '../../events/shared/options.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { reconcileSends } from '../../worker/tasks/reconcileSends.ts';
import { testCause } from '../support/asSent.ts';
import { approveAnyway, checksOf, startPreview } from '../support/campaigns.ts';
import { hurry, idle } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import { type Outreach, readyCampaign } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { connectGmail, draftsOf, NORTHWIND, ROBIN, removeAccess, sendDraftsByHand } from '../support/sandboxGoogle.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const useGmail = async (person: Person): Promise<void> => {
  expect((await connectGmail(person)).status).toBe(200);
  await person.ok('PUT', '/api/email-settings', { emailProvider: 'gmail' });
};
const sendsOf = ({ person, campaign }: Outreach) => person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`);
const sendNow = ({ person, sends }: Outreach, which = 0) =>
  person.call<{ error?: string }>('POST', `/api/campaign-sends/${sends[which]?.id}/send-now`);
const mailsOf = async (testApp: TestApp, { sends }: Outreach) => {
  const addresses = new Set(sends.map(({ recipientEmail }) => recipientEmail));
  return (await testApp.outbox()).filter(({ to }) => addresses.has(to));
};
/** The queue uses PostgreSQL's clock, which is not moved. The sweep handles what is due by the app's clock. */
const becomes = (testApp: TestApp, outreach: Outreach, status: SendView['status']) =>
  until(
    async () => {
      await testApp.sweep();
      // an unconfirmed one would be reconciled at once
      await hurry(testApp.owner.sql, status === 'unknown' ? 'send' : 'all');
      return (await sendsOf(outreach))[0]?.status;
    },
    (now) => now === status,
  );

describe.each<GmailAccess>(['send', 'drafts'])('with the access %s', (gmailAccess) => {
  /** The same as with drafts. */
  const long = gmailAccess === 'send' ? ' [long]' : '';
  let testApp: TestApp;
  beforeAll(async () => {
    testApp = await startTestApp({ gmailAccess, timeoutMs: 1_500 });
  });
  afterAll(() => testApp.stop());
  const readings = ({ tenant }: Outreach) => clearEvents(testApp, tenant, 'MailReadThrough');
  const ready = async (partners = 1) => {
    const outreach = await readyCampaign(testApp, { partners, texts: 'edited', mailbox: useGmail });
    // with drafts the account is read right after connecting: later faults must hit the sending first
    await idle(testApp.owner.sql);
    return outreach;
  };
  const lastCall = gmailAccess === 'drafts' ? '/drafts/send' : '/messages/send';
  const firstCall = gmailAccess === 'drafts' ? '/drafts' : '/messages/send';

  test('a whole campaign leaves over Gmail, each mail once, from the connected address', async () => {
    const outreach = await ready(2);
    const question = await startPreview(outreach.person, outreach.campaign);
    expect(question.from).toEqual([ROBIN.email]);
    expect(checksOf(question, 'not_startable')).toEqual([]);
    await outreach.person.ok('PUT', `/api/campaigns/${outreach.campaign.id}/status`, { status: 'active' });
    await until(
      () => sendsOf(outreach),
      (sends) => sends.every(({ status }) => status === 'sent'),
    );
    const mails = await mailsOf(testApp, outreach);
    expect(mails.map(({ to }) => to).sort()).toEqual(outreach.sends.map(({ recipientEmail }) => recipientEmail).sort());
    for (const { provider, from, fromName } of mails)
      expect({ provider, from, fromName }).toEqual({ provider: 'gmail', from: ROBIN.email, fromName: 'Sam Vale' });
    const [sent] = await clearEvents(testApp, outreach.tenant, 'EmailSent');
    expect(sent).toMatchObject({ providerMessageId: expect.any(String), threadId: expect.any(String) });
  });

  test(`Google asks to wait: nothing left, and it leaves later, once${long}`, async () => {
    const outreach = await ready();
    // not the reading of replies
    await testApp.fault('gmail', '429', 1, { retryAfter: 1, path: firstCall });
    expect((await sendNow(outreach)).status).not.toBe(200);
    expect(await mailsOf(testApp, outreach)).toHaveLength(0);
    testApp.later(20 * 60_000);
    await until(
      async () => {
        await testApp.sweep();
        return (await sendsOf(outreach))[0]?.status;
      },
      (status) => status === 'sent',
    );
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });

  test('access that was removed holds the mailbox; after reconnecting the mail leaves, once', async () => {
    const outreach = await ready();
    await removeAccess(testApp.sandboxUrl, ROBIN);
    const refused = await sendNow(outreach);
    expect(refused.body.error).toMatch(/Gmail connection needs to be refreshed|no longer accepts this connection/);
    expect(await outreach.person.ok('GET', '/api/gmail/status')).toMatchObject({ needsReauth: true });
    // nothing is promised while it is so
    expect(await sendNow(outreach)).toMatchObject({ status: 422, body: { error: expect.stringMatching(/Gmail/) } });
    expect((await connectGmail(outreach.person)).status).toBe(200);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });

  test(`trouble with the access token says nothing about the mail: it leaves later, once${long}`, async () => {
    const outreach = await ready();
    if (gmailAccess === 'drafts') {
      // the first reading of replies has a token already: Google refuses it now, so the mail needs another
      expect(await readings(outreach)).not.toEqual([]);
      await testApp.fault('gmail', 'reject-4xx', 1, { status: 401, path: '/drafts' });
    }
    const more = gmailAccess === 'drafts' ? { status: 404 } : {};
    await testApp.fault('google', gmailAccess === 'drafts' ? 'reject-4xx' : '500', 1, { ...more, path: '/token' });
    await sendNow(outreach);
    expect((await sendsOf(outreach))[0]?.status).toBe('pending');
    expect(await mailsOf(testApp, outreach)).toHaveLength(0);
    testApp.later(20 * 60_000);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });

  test(`an account that Google does not let send holds the mailbox; connecting it again ends that${long}`, async () => {
    const outreach = await ready();
    await testApp.fault('gmail', 'reject-4xx', 1, { status: 403, reason: 'forbidden', path: lastCall });
    await sendNow(outreach);
    expect((await sendsOf(outreach))[0]?.status).toBe('pending');
    expect(await sendNow(outreach)).toMatchObject({ status: 422, body: { error: expect.stringMatching(/Gmail/) } });
    await connectGmail(outreach.person);
    testApp.later(20 * 60_000);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });

  if (gmailAccess === 'send') {
    test('the bytes: UTF-8 subject, the unsubscribe pair, the signature, and no header from any field', async () => {
      const outreach = await ready();
      const { person, sends } = outreach;
      const subject = 'Grüße an dich, 你好 🧵';
      await approveAnyway(person, sends[0]?.id, { subject, body: 'Hello.\nBcc: evil@x.example\n\nBye' });
      expect((await sendNow(outreach)).status).toBe(200);
      const [mail] = await mailsOf(testApp, outreach);
      const raw = mail?.gmail?.raw ?? '';
      const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
      const names = head
        .split('\r\n')
        .filter((line) => !/^\s/.test(line))
        .map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
      expect(names.filter((name) => name === 'from' || name === 'to' || name === 'subject').sort()).toEqual([
        'from',
        'subject',
        'to',
      ]);
      expect(names).not.toContain('bcc');
      expect(head).toMatch(/^List-Unsubscribe: <http[^>]+>$/m);
      expect(head).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click$/m);
      expect(head).toMatch(new RegExp(`^From: Sam Vale <${ROBIN.email}>$`, 'm'));
      // no header has characters outside of ASCII
      expect(/^[\x20-\x7e\r\n\t]*$/.test(head)).toBe(true);
      expect(mail).toMatchObject({ subject, text: expect.stringContaining('12 Ridge Road') });
    });

    test('an answer that was lost stays unconfirmed, and nothing is sent again', async () => {
      const outreach = await ready();
      await testApp.fault('gmail', 'accept-then-500', 1, { path: lastCall });
      await sendNow(outreach);
      await becomes(testApp, outreach, 'unknown');
      await hurry(testApp.owner.sql);
      await testApp.sweep();
      const [send] = await sendsOf(outreach);
      expect(send).toMatchObject({ status: 'unknown', detail: expect.stringContaining('Gmail answered 500') });
      expect(send?.detail).not.toContain('SendGrid');
      expect(await mailsOf(testApp, outreach)).toHaveLength(1);
    });
    return;
  }

  test('a lost answer is reconciled: it was sent', async () => {
    const outreach = await ready();
    await testApp.fault('gmail', 'accept-then-500', 1, { path: lastCall });
    await sendNow(outreach);
    await becomes(testApp, outreach, 'unknown');
    await hurry(testApp.owner.sql);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });

  test('a draft that was never sent is withdrawn, and the mail leaves once', async () => {
    const outreach = await ready();
    await testApp.fault('gmail', '500', 1, { path: lastCall });
    await sendNow(outreach);
    await becomes(testApp, outreach, 'unknown');
    expect(await mailsOf(testApp, outreach)).toHaveLength(0);
    const turnedBack = async () => {
      await hurry(testApp.owner.sql);
      return clearEvents(testApp, outreach.tenant, 'EmailDeferred');
    };
    await until(turnedBack, (events) => events.length === 1);
    testApp.later(20 * 60_000);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
    // the Send Now was requested once, and stays one
    expect(await clearEvents(testApp, outreach.tenant, 'SendNowRequested')).toHaveLength(1);
  });

  test('a draft that a look began to delete before it died is looked at again by the look beside it', async () => {
    const outreach = await ready();
    const { tenant, sends } = outreach;
    await testApp.fault('gmail', '500', 1, { path: lastCall });
    await sendNow(outreach);
    await becomes(testApp, outreach, 'unknown');
    const { gmail } = testApp.worker.mailProviders;
    if (!gmail?.drafts) throw new Error('Gmail has no drafts.');
    const { drafts } = gmail;
    const beside: typeof drafts.find = async (...asked) => {
      const found = await drafts.find(...asked);
      await testApp.api.decide({ tenant, cause: testCause }, ref('message', sends[0]?.id ?? ''), (message) =>
        startDraftDeletion(message, 1),
      );
      return found;
    };
    const mailProviders = { ...testApp.worker.mailProviders, gmail: { ...gmail, drafts: { ...drafts, find: beside } } };
    const job = { tenant, id: tenant, correlationId: 'c', causationId: null };
    // a job that fails is retried; one that ends would leave the message unconfirmed forever
    await expect(reconcileSends.handler({ ...testApp.worker, mailProviders }, job, {} as never)).rejects.toThrow(
      ProviderError,
    );
    await reconcileSends.handler(testApp.worker, job, {} as never);
    expect(await clearEvents(testApp, tenant, 'EmailDeferred')).toHaveLength(1);
    testApp.later(20 * 60_000);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });

  test('trouble with the draft itself: nothing left, it leaves later, once', async () => {
    const outreach = await ready();
    await testApp.fault('gmail', 'accept-then-500', 1, { path: '/drafts' });
    await sendNow(outreach);
    expect((await sendsOf(outreach))[0]?.status).not.toBe('unknown');
    testApp.later(20 * 60_000);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });

  const drafts = () => draftsOf(testApp.sandboxUrl);

  test.each([
    ['429', { retryAfter: 60 }, 'sent'],
    ['reject-4xx', { status: 400 }, 'failed'],
  ] as const)('a draft that Google refuses to send (%s) does not stay among the drafts', async (mode, more, end) => {
    const before = await drafts();
    const outreach = await ready();
    await testApp.fault('gmail', mode, 1, { ...more, path: lastCall });
    expect((await sendNow(outreach)).status).not.toBe(200);
    // it is deleted after the answer
    await until(drafts, (count) => count === before);
    testApp.later(20 * 60_000);
    await becomes(testApp, outreach, end);
  });

  test('a refused draft that could not be deleted at once is deleted before the next attempt [long]', async () => {
    const before = await drafts();
    const outreach = await ready();
    await testApp.fault('gmail', '429', 1, { retryAfter: 1, path: lastCall });
    await testApp.fault('gmail', '500', 1, { method: 'DELETE' });
    await sendNow(outreach);
    expect(await drafts()).toBe(before + 1);
    // while that cannot be done, nothing leaves
    await testApp.fault('gmail', '500', 1, { method: 'DELETE' });
    testApp.later(20 * 60_000);
    await until(
      async () => {
        await testApp.sweep();
        await hurry(testApp.owner.sql);
        return clearEvents(testApp, outreach.tenant, 'EmailDispatched');
      },
      (events) => events.length === 2,
    );
    expect(await mailsOf(testApp, outreach)).toHaveLength(0);
    testApp.later(20 * 60_000);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
    expect(await drafts()).toBe(before);
  });

  test('a refused draft that its owner sends by hand counts: no second mail leaves', async () => {
    const outreach = await ready();
    await testApp.fault('gmail', '429', 1, { retryAfter: 1, path: lastCall });
    await testApp.fault('gmail', '500', 1, { method: 'DELETE' });
    await sendNow(outreach);
    await sendDraftsByHand(testApp.sandboxUrl, ROBIN);
    testApp.later(20 * 60_000);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });

  test('a deletion whose answer was lost is finished: the mail leaves once, and nobody has to decide [long]', async () => {
    const outreach = await ready();
    await testApp.fault('gmail', '500', 1, { path: lastCall });
    await sendNow(outreach);
    await becomes(testApp, outreach, 'unknown');
    await testApp.fault('gmail', 'accept-then-reset', 1, { method: 'DELETE' });
    testApp.later(20 * 60_000);
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });

  test('a mail that turns out unsent after its campaign was deleted is cancelled [long]', async () => {
    const outreach = await ready();
    const { person, campaign, tenant } = outreach;
    await testApp.fault('gmail', '500', 1, { path: lastCall });
    await person.ok('PUT', `/api/campaigns/${campaign.id}/status`, { status: 'active' });
    await becomes(testApp, outreach, 'unknown');
    await person.ok('DELETE', `/api/campaigns/${campaign.id}`);
    testApp.later(20 * 60_000);
    await until(
      async () => {
        await hurry(testApp.owner.sql);
        return clearEvents(testApp, tenant, 'MessageCancelled');
      },
      (events) => events.length === 1,
    );
    expect(await mailsOf(testApp, outreach)).toHaveLength(0);
  });

  test('reconciling waits for an account that was lost, and for no other account [long]', async () => {
    const outreach = await ready();
    await testApp.fault('gmail', 'accept-then-reset', 1, { path: lastCall });
    await sendNow(outreach);
    await becomes(testApp, outreach, 'unknown');
    await removeAccess(testApp.sandboxUrl, ROBIN);
    const read = (await readings(outreach)).length;
    await connectGmail(outreach.person, { account: NORTHWIND });
    // the first reading of the other account asks Gmail, too
    await until(
      () => readings(outreach),
      (events) => events.length > read,
    );
    // it would meet this
    await testApp.fault('gmail', '500', 1, { method: 'GET' });
    await hurry(testApp.owner.sql);
    await testApp.sweep();
    await until(
      () => testApp.owner.sql`select from graphile_worker._private_jobs where key ~ '^reconcile:'`,
      (jobs) => jobs.length === 0,
    );
    expect((await sendsOf(outreach))[0]?.status).toBe('unknown');
    const { faults } = (await (await fetch(`${testApp.sandboxUrl}/faults`)).json()) as { faults: unknown[] };
    expect(faults).toHaveLength(1);
    await testApp.fault('gmail', 'none', 1);
    await connectGmail(outreach.person, { account: ROBIN });
    await becomes(testApp, outreach, 'sent');
    expect(await mailsOf(testApp, outreach)).toHaveLength(1);
  });
});
