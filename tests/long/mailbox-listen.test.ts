/** Workers listen to mailboxes of a real Dovecot (IMAP IDLE): nothing here reads by the clock. A relay between them counts and cuts the connections. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { InboxView } from '../../api/views.ts';
import { packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import type { MailboxForm } from '../../events/sending/mailboxInput.ts';
import type { MailboxNetwork } from '../../worker/providers/mailbox/endpoint.ts';
import { mailboxMail } from '../../worker/providers/mailbox/mailProvider.ts';
import { mailboxSource } from '../../worker/providers/mailbox/mailSource.ts';
import { runWorker, type Worker } from '../../worker/runWorker.ts';
import { type ImapRelay, startImapRelay } from '../support/imapRelay.ts';
import { clearEvents } from '../support/leaks.ts';
import { KIM, type MailServers, mailServersMissing, PASSWORD, SAM, startMailServers } from '../support/mailServers.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

describe.skipIf(mailServersMissing() !== null)('with Postfix and Dovecot', () => {
  let servers: MailServers;
  let relay: ImapRelay;
  let network: MailboxNetwork;
  let testApp: TestApp;
  const workers: Worker[] = [];
  const startWorker = async () => {
    const worker = await runWorker(testApp.worker, testApp.databaseUrl);
    workers.push(worker);
    return worker;
  };
  const stopWorker = async (worker: Worker) => {
    workers.splice(workers.indexOf(worker), 1);
    await worker.stop();
  };
  beforeAll(async () => {
    servers = await startMailServers();
    relay = await startImapRelay(servers.ports.imaps);
    network = { privateHosts: true, tls: { ca: servers.ca } };
    testApp = await startTestApp({ mailbox: network, listenEveryMs: 300, working: false });
  });
  afterEach(async () => {
    for (const worker of [...workers]) await stopWorker(worker);
    await testApp.owner.sql`delete from queue.mail_listeners`;
  });
  afterAll(async () => {
    await testApp.stop();
    relay.close();
    await servers.stop();
  });

  const listeners = async () => {
    const [row] = await testApp.owner.sql<{ count: number }[]>`select count(*)::int as count from queue.mail_listeners`;
    return row?.count ?? 0;
  };
  const openConnections = (count: number) =>
    until(
      async () => relay.open(),
      (open) => open === count,
      30_000,
    );
  /** Comes to so many connections, and keeps to them for a second. A reading, too, has a connection while it lasts. */
  const staysOpen = async (count: number) => {
    const end = Date.now() + 15_000;
    for (let times = 0; times < 10; times += 1) {
      if (relay.open() !== count) {
        if (Date.now() > end) throw new Error(`${relay.open()} connections, not ${count}`);
        times = -1;
      }
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  };

  /** Somebody whose mailbox is listened to, and who has written to Kim. */
  async function ready() {
    const { person, tenant } = await readyPerson(testApp, 0, async (who) => {
      const form: MailboxForm = {
        ...{ host: 'other', email: SAM, password: PASSWORD },
        ...{ smtpHost: 'localhost', smtpPort: servers.ports.submission, smtpSecurity: 'tls' },
        ...{ imapHost: 'localhost', imapPort: relay.port, imapSecurity: 'tls' },
      };
      expect(await who.call('POST', '/api/mailbox/connect', form)).toMatchObject({ status: 200 });
      await who.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
    });
    await person.import([{ ...importedRow(1), email: KIM }]);
    const [partner] = await person.ok<{ id: string }[]>('GET', '/api/partners');
    await person.ok('PATCH', `/api/partners/${partner?.id}/status`, { status: 'approved' });
    const campaign = await addCampaign(person, partner ? [partner as never] : [], { texts: 'edited' });
    const [send] = await person.ok<{ id: string }[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    expect((await person.call('POST', `/api/campaign-sends/${send?.id}/send-now`)).status).toBe(200);
    const [sent] = await clearEvents(testApp, tenant, 'EmailSent');
    const messageId = `<${(sent as { providerMessageId: string }).providerMessageId}>`;
    const answers = async (text: string) => {
      const at = (port: number) => ({ host: 'localhost', port, security: 'tls' as const });
      const login = {
        user: KIM,
        password: PASSWORD,
        smtp: at(servers.ports.submission),
        imap: at(servers.ports.imaps),
      };
      await mailboxMail(network, { ownCopyMs: 10 }).send(
        { secretId: 'k', secret: packMailboxLogin(login) },
        {
          ...{ to: SAM, from: KIM, fromName: 'Kim', replyTo: null, tenant: 't', sendId: text },
          ...{ subject: 'Re: A vest', text, headers: { 'In-Reply-To': messageId, References: messageId } },
        },
      );
    };
    const received = async () =>
      (await person.ok<InboxView>('GET', '/api/inbox')).conversations.reduce((sum, one) => sum + one.received, 0);
    return { person, answers, received };
  }

  test('an answer is in the inbox within seconds; a cut connection is made again; a disconnected mailbox is left', async () => {
    await startWorker();
    const { person, answers, received } = await ready();
    await openConnections(1);
    await answers('first');
    await until(received, (count) => count === 1, 10_000);
    await openConnections(1);

    relay.cut();
    await openConnections(0);
    await answers('while it was cut');
    // the reading at the beginning of the new connection finds it
    await until(received, (count) => count === 2, 20_000);
    await openConnections(1);
    await answers('afterwards');
    await until(received, (count) => count === 3, 10_000);

    await person.ok('POST', '/api/mailbox/disconnect', {});
    await openConnections(0);
    await until(listeners, (count) => count === 0);
    await staysOpen(0);
  }, 90_000);

  test('of two workers one listens; the other takes over when it stops', async () => {
    const first = await startWorker();
    const { person, answers, received } = await ready();
    await openConnections(1);
    const second = await startWorker();
    await staysOpen(1);
    expect(await listeners()).toBe(1);
    await stopWorker(first);
    await openConnections(1);
    expect(await listeners()).toBe(1);
    await answers('to the second');
    await until(received, (count) => count === 1, 10_000);
    await openConnections(1);
    await stopWorker(second);
    await openConnections(0);
    expect(await listeners()).toBe(0);
    await person.ok('POST', '/api/mailbox/disconnect', {});
  }, 90_000);

  test('a password that is refused once ends the listening, and loses no account before an hour', async () => {
    await startWorker();
    const { person } = await ready();
    // within a second of a sign-in Dovecot does not look for a new password
    await staysOpen(1);
    servers.changePassword(SAM, 'another');
    try {
      relay.cut();
      await openConnections(0);
      expect(await person.ok('GET', '/api/mailbox/status')).toMatchObject({ connected: true });
    } finally {
      servers.changePassword(SAM, PASSWORD);
    }
  }, 90_000);

  test('listening ends when it is told to, also while it connects', async () => {
    const at = { host: 'localhost', port: relay.port, security: 'tls' as const };
    const credentials = {
      secretId: 's',
      secret: packMailboxLogin({ user: KIM, password: PASSWORD, smtp: at, imap: at }),
    };
    const before = relay.open();
    for (const afterMs of [0, 1_000]) {
      const stopping = new AbortController();
      let heard = 0;
      const listening = mailboxSource(network).listen?.(credentials, () => (heard += 1), stopping.signal);
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      stopping.abort();
      expect(await listening).toBe('stopped');
      if (afterMs > 0) expect(heard).toBe(1);
    }
    await openConnections(before);
  });
});
