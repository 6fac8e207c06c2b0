import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { createSandboxApp } from './app.ts';
import { type Drafts, openDrafts } from './google/drafts.ts';
import { type Inbox, openInbox } from './google/inbox.ts';
import { GOOGLE_TOKENS } from './google/oauth.ts';
import { type Mailboxes, openMailboxes } from './imap/mailboxes.ts';
import { startSandboxImap } from './imap/server.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { MICROSOFT_TOKENS } from './microsoft/oauth.ts';
import { type Grants, openGrants } from './oauth/grants.ts';
import type { Webhook } from './sendgrid/events.ts';
import { type SandboxSmtp, sandboxSmtp } from './smtp/server.ts';

/** A running sandbox. `close` waits for the ledger and frees the port. */
export interface Sandbox {
  readonly url: string;
  readonly port: number;
  /** Answers as the port does, for a caller of this process. */
  readonly fetch: Parameters<typeof serve>[0]['fetch'];
  close(): Promise<void>;
}

const listening = (server: ServerType): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject);
    server.once('listening', () => {
      server.off('error', reject);
      resolve();
    });
  });

const closed = (server: ServerType): Promise<void> =>
  new Promise((resolve) => {
    const http = server as Server;
    // close() ends the connections that are idle now; one that still answers becomes idle a moment later.
    const idle = setInterval(() => http.closeIdleConnections(), 50);
    // A client that neither finishes nor hangs up must not hold the process.
    const all = setTimeout(() => http.closeAllConnections(), 2_000);
    http.close(() => {
      clearInterval(idle);
      clearTimeout(all);
      resolve();
    });
  });

/**
 * Starts the sandbox on `host`:`port` (0: any free one) with its ledger below `dataDir`.
 * Rejects with the listen error (EADDRINUSE and its kin) or with the ledger's complaint.
 */
type Kept = {
  ledger: Ledger;
  grants: Grants;
  microsoft: Grants;
  drafts: Drafts;
  inbox: Inbox;
  mailboxes: Mailboxes;
  smtp: SandboxSmtp;
  imap: { port: number };
};

export const startSandbox = async (options: {
  dataDir: string;
  port: number;
  host: string;
  /** Where the events of mails are posted, and what signs them; without it there are none. */
  webhook?: Webhook;
}): Promise<Sandbox> => {
  // The port comes first: opening the ledger repairs it, which must not happen under a sandbox that is still writing.
  let start: (kept: Kept) => void = () => undefined;
  const ready = new Promise<Kept>((resolve) => {
    start = resolve;
  });
  const now = () => new Date();
  const { host: listensOn, webhook = null } = options;
  const app = ready.then((kept) => createSandboxApp({ ...kept, now, webhook, host: listensOn }));
  const answer: Sandbox['fetch'] = async (request, env) => (await app).fetch(request, env);
  const server = serve({ fetch: answer, port: options.port, hostname: options.host });
  await listening(server);
  const ledger = await openLedger(options.dataDir).catch(async (error: unknown) => {
    await closed(server);
    throw error;
  });
  const sentDrafts = new Set(ledger.messages().map(({ gmail }) => gmail?.draftId));
  const [grants, microsoft, drafts, inbox, mailboxes] = await Promise.all([
    openGrants(options.dataDir, GOOGLE_TOKENS, now),
    openGrants(options.dataDir, MICROSOFT_TOKENS, now),
    openDrafts(options.dataDir, (id) => sentDrafts.has(id)),
    openInbox(options.dataDir, ledger),
    openMailboxes(options.dataDir),
  ]);
  const smtp = sandboxSmtp(options.host, { ledger, now, microsoft });
  const imap = await startSandboxImap(options.host, { mailboxes, now, microsoft });
  start({ ledger, grants, microsoft, drafts, inbox, mailboxes, smtp, imap });
  const { port } = server.address() as AddressInfo;
  const host = options.host.includes(':') ? `[${options.host}]` : options.host;
  return {
    url: `http://${host}:${port}`,
    port,
    fetch: answer,
    close: async () => {
      await Promise.all([smtp.close(), imap.close()]);
      await closed(server);
      await Promise.all([ledger.close(), mailboxes.close()]);
    },
  };
};
