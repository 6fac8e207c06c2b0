import { testDeps } from '../support/testDeps.ts';
/** The product's worker as a process that the harness starts, with crash points around what its tasks work with. It begins when told to. */

import { AsyncLocalStorage } from 'node:async_hooks';
import { openStore } from '../../db/connection/open.ts';
import { type GoogleApp, googleApp } from '../../db/installation/googleApp.ts';
import { packMailboxLogin, readMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import { aiCalls } from '../../worker/aiCalls.ts';
import { dnsOverHttp } from '../../worker/providers/dns/lookup.ts';
import { gmailProvider } from '../../worker/providers/gmail/client.ts';
import { gmailMail } from '../../worker/providers/gmail/mailProvider.ts';
import { gmailSource } from '../../worker/providers/gmail/mailSource.ts';
import type { MailboxNetwork } from '../../worker/providers/mailbox/endpoint.ts';
import { mailboxMail } from '../../worker/providers/mailbox/mailProvider.ts';
import { mailboxSource } from '../../worker/providers/mailbox/mailSource.ts';
import { sandboxServer } from '../../worker/providers/mailbox/sandboxServer.ts';
import type { MailProvider } from '../../worker/providers/mailProvider.ts';
import type { MailSource } from '../../worker/providers/mailSource.ts';
import { aiDeps } from '../../worker/providers/openai/aiDeps.ts';
import { aiServer } from '../../worker/providers/openai/server.ts';
import { sendGrid } from '../../worker/providers/sendgrid/client.ts';
import { runWorker } from '../../worker/runWorker.ts';
import { type Crash, crashPoints } from './crashPoints.ts';
import { INBOUND_DOMAIN } from './inboundDomain.ts';
import { type Planted, plant } from './mutants.ts';
import { notedCalls, notedDispatches } from './noted.ts';

export type WorkerSetUp = {
  databaseUrl: string;
  secretKey: string;
  sandboxUrl: string;
  /** Where a mail by SMTP asks for the port of its session (smtpWire.ts). */
  smtpUrl: string;
  /** Whether mailboxes are read; those of SMTP accounts at this port, where there is one. */
  reads: boolean;
  imapPort: number | null;
  /** null: real windows. */
  sendGap: { min: number; max: number } | null;
  /** The clock is this far ahead, ms. */
  ahead: number;
  timeoutMs: number;
  planted: Planted;
  /** Takes a line for each mail that a provider gets (with which key) and each dispatch (by which clock). */
  notesFile: string;
};
export type WorkerOrder = { begin: WorkerSetUp } | { ahead: number } | { crash: Crash };
export type WorkerNews = 'loaded' | 'working';

const READ_EVERY_MS = 1_000;

const points = crashPoints();
let ahead = 0;

async function begin(setUp: WorkerSetUp): Promise<void> {
  ahead = setUp.ahead;
  const opened = await openStore({
    url: setUp.databaseUrl,
    secretKey: setUp.secretKey,
    role: 'worker',
    name: 'worker',
    max: 12,
    now: () => new Date(Date.now() + ahead),
  });
  const { timeoutMs, sandboxUrl, notesFile } = setUp;
  // an account has the access with which it was connected, whatever the app asks for
  const google = gmailProvider(googleApp({ GMAIL_ACCESS: 'drafts' }, sandboxUrl) as GoogleApp, timeoutMs);
  const real = {
    store: notedDispatches(opened, notesFile),
    sendGrid: notedCalls(sendGrid({ baseUrl: `${sandboxUrl}/sendgrid`, timeoutMs }), notesFile),
    gmail: notedCalls(gmailMail(google), notesFile),
    smtp: notedCalls(mailboxThrough(setUp), notesFile),
  };
  const planted = await plant(setUp.planted, real);
  const store = points.store(planted.store);
  await runWorker(
    testDeps({
      store,
      inboundDomain: INBOUND_DOMAIN,
      ...aiDeps(
        aiServer({ apiKey: 'sandbox', baseUrl: `${sandboxUrl}/openai/v1`, model: 'gpt-6.1-terra', timeoutMs }),
        aiCalls(store),
      ),
      dns: dnsOverHttp(`${sandboxUrl}/dns`),
      mailProviders: {
        sendgrid: points.mailProvider(planted.sendGrid),
        gmail: points.mailProvider(planted.gmail),
        smtp: points.mailProvider(planted.smtp),
        ses: null,
      },
      ...(setUp.reads && {
        mailSources: { sendgrid: null, gmail: gmailSource(google), smtp: imapSource(setUp), ses: null },
        readMailEveryMs: READ_EVERY_MS,
      }),
      sendGap: setUp.sendGap ?? undefined,
    }),
    setUp.databaseUrl,
  );
  say('working');
}

/** Mailboxes whose sessions go through the harness, each known by its mail. */
function mailboxThrough({ smtpUrl, sandboxUrl, timeoutMs }: WorkerSetUp): MailProvider {
  const under = new AsyncLocalStorage<string>();
  const sandbox: MailboxNetwork['sandbox'] = async (kind, mailHost) => {
    if (kind === 'imap') return sandboxServer(sandboxUrl, kind, mailHost);
    const answer = await fetch(`${smtpUrl}/${encodeURIComponent(under.getStore() ?? '')}`);
    const { port } = (await answer.json()) as { port: number };
    return { host: '127.0.0.1', port, security: 'none' } as const;
  };
  const times = { setUpMs: timeoutMs, handOverMs: timeoutMs, totalMs: 2 * timeoutMs };
  const mailbox = mailboxMail({ privateHosts: true, sandbox }, { times });
  return { ...mailbox, send: (credentials, mail) => under.run(mail.sendId, () => mailbox.send(credentials, mail)) };
}

/** Mailboxes are read from the harness's own server, whatever host their login names. */
function imapSource({ imapPort: port }: WorkerSetUp): MailSource | null {
  if (port === null) return null;
  const source = mailboxSource({ privateHosts: true });
  const imap = { host: '127.0.0.1', port, security: 'none' } as const;
  return {
    name: 'imap',
    read: ({ secret, ...credentials }, ...more) =>
      source.read({ ...credentials, secret: packMailboxLogin({ ...readMailboxLogin(secret), imap }) }, ...more),
  };
}

function say(news: WorkerNews): void {
  process.send?.(news);
}

process.on('message', (order: WorkerOrder) => {
  if ('begin' in order) {
    begin(order.begin).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  } else if ('ahead' in order) ahead = order.ahead;
  else points.order(order.crash);
});
// the harness is gone: nothing may go on without it
process.on('disconnect', () => process.exit(0));
say('loaded');
