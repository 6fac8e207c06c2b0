/** Bounces, delays, absence replies and Sent copies of Debian's Postfix and Dovecot, through the whole product. */
import type { SearchObject } from 'imapflow';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { InboxView, SendView, ThreadView } from '../../api/views.ts';
import type { MailboxNetwork } from '../../worker/providers/mailbox/endpoint.ts';
import { withImap } from '../../worker/providers/mailbox/imap.ts';
import { setStatus } from '../support/campaigns.ts';
import { sweepAndSend } from '../support/hurry.ts';
import { clearEvents } from '../support/leaks.ts';
import {
  FULL,
  GONE,
  KIM,
  type MailServers,
  PASSWORD,
  REFUSED,
  SAM,
  SLOW,
  sieveMissing,
  startMailServers,
} from '../support/mailServers.ts';
import { addCampaign, importedRow, type Outreach, readyPerson } from '../support/outreach.ts';
import { type Person, until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const DAY_MS = 86_400_000;
const BACK_ON = new Date(Date.now() + 40 * DAY_MS).toISOString().slice(0, 10);
const VACATION = `vacation :days 1 :addresses ["${KIM}"] :subject "Out of office"
  "I am away and back on ${BACK_ON}. In urgent cases write to lee@partner.example.";`;
/** Pigeonhole answers no mail of a list (RFC 5230, 4.6). Other responders do not look, as if it were none. */
const FILTER = `require ["editheader", "reject", "vacation"];
if header :contains "Subject" "For the filter" {
  reject "I take no offers.";
  stop;
}
if header :contains "Subject" "For all responders" {
  deleteheader "List-Id";
  deleteheader "List-Unsubscribe";
  deleteheader "List-Unsubscribe-Post";
}
${VACATION}`;

describe.skipIf(sieveMissing() !== null)('with the servers of Debian', () => {
  let servers: MailServers;
  let network: MailboxNetwork;
  let testApp: TestApp;
  beforeAll(async () => {
    servers = await startMailServers({ filter: { of: KIM, script: FILTER } });
    network = { privateHosts: true, tls: { ca: servers.ca } };
    testApp = await startTestApp({ mailbox: network });
  });
  afterAll(async () => {
    await testApp.stop();
    await servers.stop();
  });

  const connect = async (person: Person) => {
    await person.ok('POST', '/api/mailbox/connect', {
      ...{ host: 'other', email: SAM, password: PASSWORD },
      ...{ smtpHost: 'localhost', smtpPort: servers.ports.submission, smtpSecurity: 'tls' },
      ...{ imapHost: 'localhost', imapPort: servers.ports.imaps, imapSecurity: 'tls' },
    });
    await person.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
  };

  type Sending = Pick<Outreach, 'person' | 'tenant' | 'campaign'>;
  const step = async ({ person, campaign }: Sending, number: number) =>
    (await person.ok<SendView[]>('GET', `/api/campaigns/${campaign.id}/sends`)).find((send) => send.step === number);
  const read = async ({ person, tenant }: Sending) => {
    await testApp.readMail(tenant);
    const { conversations } = await person.ok<InboxView>('GET', '/api/inbox');
    return conversations[0] ? person.ok<ThreadView>('GET', `/api/inbox/${conversations[0].id}`) : null;
  };
  const suppressions = async ({ person }: Sending) =>
    (await person.ok<{ items: object[] }>('GET', '/api/suppressions')).items;

  /** A campaign to this address has begun, and one follow-up waits for its day. */
  async function started(to: string, subject = 'A vest'): Promise<Sending> {
    const { person, tenant } = await readyPerson(testApp, 0, connect);
    await testApp.readMail(tenant);
    await person.import([{ ...importedRow(1), email: to }]);
    const [partner] = await person.ok<{ id: string }[]>('GET', '/api/partners');
    await person.ok('PATCH', `/api/partners/${partner?.id}/status`, { status: 'approved' });
    const campaign = await addCampaign(person, [partner as never], { texts: 'none' });
    const sending = { person, tenant, campaign };
    const first = await step(sending, 1);
    await person.ok('PATCH', `/api/campaign-sends/${first?.id}`, { subject, body: 'Hello, this is a vest.' });
    const followUps = [{ afterDays: 3, writer: 'user', text: 'Shall I close this for now?' }];
    await person.ok('PATCH', `/api/campaigns/${campaign.id}`, { followUps });
    await setStatus(person, campaign, 'active');
    await until(
      async () => {
        await sweepAndSend(testApp);
        return step(sending, 1);
      },
      (send) => ['sent', 'failed'].includes(send?.status ?? ''),
    );
    return sending;
  }
  /** As planned, after three days. */
  const waits = async (sending: Sending) => {
    const followUp = await until(
      () => step(sending, 2),
      (send) => send?.status === 'pending',
    );
    const at = Date.parse(followUp?.notBefore ?? '') - Date.now();
    expect(at).toBeGreaterThan(DAY_MS);
    expect(at).toBeLessThan(4 * DAY_MS);
  };

  test('an address that is refused at RCPT has no follow-up', async () => {
    const sending = await started('nobody@partner.example');
    expect(await step(sending, 1)).toMatchObject({ status: 'failed' });
    expect(await suppressions(sending)).toMatchObject([{ reason: 'bounced' }]);
    expect(await step(sending, 2)).toBeUndefined();
  });

  test.each([
    ['an unknown user', GONE, [{ email: GONE, reason: 'bounced', source: 'provider' }]],
    ['a full mailbox', FULL, []],
    ['a refused sender', REFUSED, []],
    ["the recipient's filter", KIM, [], 'For the filter'],
  ])(
    'a bounce of %s stops the follow-up, and only a dead address is suppressed',
    async (_, to, suppressed, subject?) => {
      const sending = await started(to, subject);
      const first = await until(
        async () => {
          await read(sending);
          return step(sending, 1);
        },
        (send) => send?.delivery?.cameBack === true,
      );
      expect(first?.delivery).toMatchObject({ text: expect.stringMatching(/[45]\.\d\.\d|I take no offers/) });
      expect(await suppressions(sending)).toMatchObject(suppressed);
      await until(
        () => step(sending, 2),
        (send) => send === undefined || send.status === 'cancelled',
      );
      expect((await read(sending))?.mails).toMatchObject([{ kind: 'sent' }, { kind: 'received', automatic: true }]);
    },
  );

  /** The number of emails in a folder that have these. */
  const count = (user: string, folder: string, having: SearchObject) =>
    withImap(
      { user, password: PASSWORD, imap: { host: 'localhost', port: servers.ports.imaps, security: 'tls' } },
      network,
      async (client) => {
        const lock = await client.getMailboxLock(folder);
        try {
          return ((await client.search(having, { uid: true })) || []).length;
        } finally {
          lock.release();
        }
      },
    );

  test('a delayed email has not failed: its follow-up waits, and nothing is suppressed', async () => {
    const sending = await started(SLOW);
    await until(
      () => count(SAM, 'INBOX', { header: { from: 'MAILER-DAEMON' }, text: SLOW }),
      (warnings) => warnings > 0,
    );
    expect(await read(sending)).toBeNull();
    expect(await step(sending, 1)).toMatchObject({ status: 'sent', delivery: null });
    expect(await suppressions(sending)).toEqual([]);
    await waits(sending);
  });

  test('Sieve answers no mail of a list, and an email has one copy in Sent', async () => {
    const sending = await started(KIM);
    const [sent] = await clearEvents(testApp, sending.tenant, 'EmailSent');
    const named = { header: { 'message-id': `<${(sent as { providerMessageId: string }).providerMessageId}>` } };
    await until(
      () => count(KIM, 'INBOX', named),
      (arrived) => arrived === 1,
    );
    await until(
      () => count(SAM, 'Sent', named),
      (copies) => copies === 1,
    );
    await until(
      async () => servers.log(),
      (log) => /discarding vacation response/.test(log),
    );
    expect(await read(sending)).toBeNull();
    await waits(sending);
  });

  test('an absence reply is automatic, and the follow-up waits for the return', async () => {
    const sending = await started(KIM, 'For all responders');
    const thread = await until(
      () => read(sending),
      (found) => found !== null,
    );
    expect(thread).toMatchObject({ label: 'automatic', question: null });
    expect(thread?.mails).toMatchObject([{ kind: 'sent' }, { kind: 'received', from: KIM, automatic: true }]);
    const followUp = await until(
      () => step(sending, 2),
      (send) => (send?.notBefore ?? '') > BACK_ON,
    );
    expect(followUp?.status).toBe('pending');
    expect(Date.parse(followUp?.notBefore ?? '') - Date.parse(BACK_ON)).toBeLessThan(3 * DAY_MS);
    expect(await step(sending, 1)).toMatchObject({ status: 'sent' });
    expect(await suppressions(sending)).toEqual([]);
  });
});
