/** A real Dovecot on loopback, in which everyone has a mailbox and any password is right. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { startDovecot } from '../support/dovecot.ts';
import { type ImapRelay, startImapRelay } from '../support/imapRelay.ts';
import { freePort } from '../support/mailServers.ts';

export type ImapServer = {
  /** Between the workers and the server. */
  relay: ImapRelay;
  /** Puts a mail (RFC 5322) into the inbox of an address. */
  deliver(address: string, raw: string, at: Date): Promise<void>;
  stop(): Promise<void>;
};

export async function startImapServer(): Promise<ImapServer> {
  const dir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-imap-'));
  chmodSync(dir, 0o755);
  const port = await freePort();
  const more = `
ssl = no
mail_max_userip_connections = 100
passdb {
  driver = static
  args = nopassword=y
}`;
  const dovecot = startDovecot({ dir, port, more });
  for (let left = 100; !(await answers(port)); left -= 1) {
    if (left === 0) throw new Error('Dovecot does not start.');
    await wait(50);
  }
  const relay = await startImapRelay(port);
  return {
    relay,
    async deliver(address, raw, date) {
      const auth = { user: address, pass: 'any' };
      const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, auth, logger: false });
      await client.connect();
      try {
        await client.append('INBOX', raw, [], date);
      } finally {
        await client.logout();
      }
    },
    async stop() {
      relay.close();
      await dovecot.stop();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('data', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
