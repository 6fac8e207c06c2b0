/** A real Dovecot on loopback, in which everyone has a mailbox and any password is right. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { type ImapRelay, startImapRelay } from '../support/imapRelay.ts';
import { freePort } from '../support/mailServers.ts';

const DOVECOT = '/usr/sbin/dovecot';
/** The owner of all mails; it needs no account on this machine. */
const VMAIL = 5_000;

/** Why it cannot be started here; null: it can. */
export function imapServerMissing(): string | null {
  if (process.getuid?.() !== 0) return 'Dovecot needs root';
  try {
    execFileSync(DOVECOT, ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'Dovecot is not installed';
  }
}

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
  const at = (...parts: string[]) => path.join(dir, ...parts);
  for (const folder of ['mail', 'run', 'state']) mkdirSync(at(folder));
  chownSync(at('mail'), VMAIL, VMAIL);
  const port = await freePort();
  writeFileSync(
    at('dovecot.conf'),
    `
protocols = imap
listen = 127.0.0.1
base_dir = ${at('run')}
state_dir = ${at('state')}
log_path = ${at('dovecot.log')}
ssl = no
disable_plaintext_auth = no
mail_location = maildir:~/Maildir
first_valid_uid = ${VMAIL}
mail_max_userip_connections = 100
passdb {
  driver = static
  args = nopassword=y
}
userdb {
  driver = static
  args = uid=${VMAIL} gid=${VMAIL} home=${at('mail')}/%d/%n
}
namespace inbox {
  inbox = yes
  mailbox Junk {
    auto = create
    special_use = \\Junk
  }
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${port}
  }
}
service anvil {
  chroot =
}
`,
  );
  const dovecot = spawn(DOVECOT, ['-c', at('dovecot.conf'), '-F'], { stdio: 'ignore' });
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
      const ended = once(dovecot, 'exit');
      dovecot.kill('SIGTERM');
      await ended;
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
