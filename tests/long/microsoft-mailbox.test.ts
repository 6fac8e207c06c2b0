/**
 * A Microsoft account sends through a real Postfix and is read from a real Dovecot. Both ask the sandbox for the owner of an access token (XOAUTH2).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ErrorView, InboxView, MailboxStatusView, ThreadView } from '../../api/views.ts';
import type { MicrosoftApp } from '../../db/installation/microsoftApp.ts';
import { packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { withImap } from '../../worker/providers/mailbox/imap.ts';
import { mailboxMail } from '../../worker/providers/mailbox/mailProvider.ts';
import type { microsoftSignIn } from '../../worker/providers/microsoft/signIn.ts';
import { clearEvents } from '../support/leaks.ts';
import {
  freePort,
  KIM,
  type MailServers,
  mailServersMissing,
  PASSWORD,
  startMailServers,
} from '../support/mailServers.ts';
import { addCampaign, importedRow, readyPerson } from '../support/outreach.ts';
import { until } from '../support/person.ts';
import { atMicrosoft, connectMicrosoft, DESK, NORA } from '../support/sandboxMicrosoft.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

describe.skipIf(mailServersMissing() !== null)('with Postfix and Dovecot', () => {
  let servers: MailServers;
  let testApp: TestApp;
  let atServers: MicrosoftApp['servers'];
  beforeAll(async () => {
    const sandboxPort = await freePort();
    const users = [DESK, { ...NORA, userName: NORA.email }];
    servers = await startMailServers({ tokens: { sandboxUrl: `http://127.0.0.1:${sandboxPort}`, users } });
    const startTls = (port: number) => ({ host: 'localhost', port, security: 'starttls' as const });
    const smtp = startTls(servers.ports.smtp);
    atServers = { smtp, personalSmtp: smtp, imap: { ...startTls(servers.ports.imaps), security: 'tls' } };
    const mailbox = { privateHosts: true, tls: { ca: servers.ca } };
    testApp = await startTestApp({ sandboxPort, mailbox, microsoft: atServers });
  });
  afterAll(async () => {
    await testApp.stop();
    await servers.stop();
  });

  const ready = async (account: typeof DESK) => {
    const { person, tenant } = await readyPerson(testApp, 0, async (who) => {
      expect(await connectMicrosoft(who, { account })).toMatchObject({ status: 200 });
      await who.ok('PUT', '/api/email-settings', { emailProvider: 'smtp' });
    });
    await person.import([{ ...importedRow(1), email: KIM }]);
    const [partner] = await person.ok<{ id: string }[]>('GET', '/api/partners');
    await person.ok('PATCH', `/api/partners/${partner?.id}/status`, { status: 'approved' });
    const campaign = await addCampaign(person, partner ? [partner as never] : [], { texts: 'edited' });
    const [send] = await person.ok<{ id: string }[]>('GET', `/api/campaigns/${campaign.id}/sends`);
    return { person, tenant, sendNow: () => person.call('POST', `/api/campaign-sends/${send?.id}/send-now`) };
  };

  test('a mail leaves by a token, is filed, and its answer is read by one', async () => {
    const { person, tenant, sendNow } = await ready(DESK);
    await testApp.readMail();
    expect((await sendNow()).status).toBe(200);
    const [sent] = await clearEvents(testApp, tenant, 'EmailSent');
    const messageId = `<${(sent as { providerMessageId: string }).providerMessageId}>`;

    const at = (port: number) => ({ host: 'localhost', port, security: 'tls' as const });
    const kim = {
      user: KIM,
      password: PASSWORD,
      smtp: at(servers.ports.submission),
      imap: at(servers.ports.imaps),
    };
    const network = { privateHosts: true, tls: { ca: servers.ca } };
    const got = await until(
      () =>
        withImap(kim, network, async (client) => {
          const lock = await client.getMailboxLock('INBOX');
          try {
            return (await client.search({ header: { 'message-id': messageId } }, { uid: true })) || [];
          } finally {
            lock.release();
          }
        }),
      (uids) => uids.length > 0,
    );
    expect(got).toHaveLength(1);

    const reply = { to: DESK.email, from: KIM, fromName: 'Kim', replyTo: null, tenant: 't', sendId: 'r1' };
    await mailboxMail(network, { ownCopyMs: 10 }).send(
      { secretId: 'k', secret: packMailboxLogin(kim) },
      {
        ...reply,
        subject: 'Re: A vest',
        text: 'Yes, please.',
        headers: { 'In-Reply-To': messageId, References: messageId },
      },
    );
    // the token that was good for sending is over by now
    await atMicrosoft(testApp.sandboxUrl, 'expire', DESK);
    const thread = await until(
      async () => {
        await testApp.readMail();
        const { conversations } = await person.ok<InboxView>('GET', '/api/inbox');
        return conversations[0] ? person.ok<ThreadView>('GET', `/api/inbox/${conversations[0].id}`) : null;
      },
      (found) => found !== null,
    );
    expect(thread?.mails).toEqual(
      expect.arrayContaining([expect.objectContaining({ kind: 'received', text: 'Yes, please.' })]),
    );
  });

  test('a revoked access is found by a reading, and said', async () => {
    const { person } = await ready(DESK);
    await atMicrosoft(testApp.sandboxUrl, 'remove', DESK);
    await testApp.readMail();
    expect(await person.ok<MailboxStatusView>('GET', '/api/mailbox/status')).toMatchObject({
      connected: true,
      error: 'Microsoft no longer accepts this connection. Reconnect your Microsoft account.',
    });
    expect(await person.call<ErrorView>('POST', '/api/mailbox/test', {})).toMatchObject({ status: 422 });
  });

  test('a token that both servers refuse is renewed once, and then said to be refused', async () => {
    const asked: (string | undefined)[] = [];
    const network = {
      privateHosts: true,
      tls: { ca: servers.ca },
      microsoft: {
        exchange: () => Promise.reject(new Error('not asked')),
        async accessToken(_: unknown, refused?: string) {
          asked.push(refused);
          return `made-up-${asked.length}`;
        },
      } satisfies ReturnType<typeof microsoftSignIn>,
    };
    const { personalSmtp: _, ...account } = { ...atServers, user: NORA.email, refreshToken: 'r' };
    const credentials = { secretId: 's', secret: packMailboxLogin(account) };
    await expect(mailboxMail(network).check(credentials, { drafts: false })).rejects.toMatchObject({
      trouble: 'microsoft_sign_in',
    });
    expect(asked).toEqual([undefined, 'made-up-1']);
    const token = network.microsoft.accessToken;
    const imap = { user: NORA.email, imap: account.imap, accessToken: (refused?: string) => token(null, refused) };
    await expect(withImap(imap, network, (client) => client.noop())).rejects.toMatchObject({
      trouble: 'microsoft_sign_in',
    });
    // a refused sign-in to IMAP is tried once more
    expect(asked.slice(2)).toEqual([undefined, 'made-up-3', undefined, 'made-up-5']);
  });
});
