/** A real Dovecot on loopback, with a folder of its own. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

const DOVECOT = '/usr/sbin/dovecot';
/** The owner of all mails; it needs no account on this machine. */
export const VMAIL = 5_000;

/** Why it cannot be started here; null: it can. */
export function dovecotMissing(): string | null {
  if (process.getuid?.() !== 0) return 'Dovecot needs root';
  try {
    execFileSync(DOVECOT, ['--version'], { stdio: 'ignore' });
    return null;
  } catch {
    return 'Dovecot is not installed';
  }
}

/** `more`: how one signs in, and what else it serves. Its log and its mails are in `dir`. The mailbox of a@b is mail/b/a. */
export function startDovecot({ dir, port, more }: { dir: string; port: number; more: string }) {
  const at = (...parts: string[]) => path.join(dir, ...parts);
  for (const folder of ['mail', 'run', 'state', 'log']) mkdirSync(at(folder));
  chownSync(at('mail'), VMAIL, VMAIL);
  writeFileSync(
    at('dovecot.conf'),
    `
protocols = imap
listen = 127.0.0.1
base_dir = ${at('run')}
state_dir = ${at('state')}
log_path = ${at('log', 'dovecot.log')}
disable_plaintext_auth = no
mail_location = maildir:~/Maildir
first_valid_uid = ${VMAIL}
userdb {
  driver = static
  args = allow_all_users=yes uid=${VMAIL} gid=${VMAIL} home=${at('mail')}/%d/%n
}
namespace inbox {
  inbox = yes
  mailbox Sent {
    auto = create
    special_use = \\Sent
  }
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
${more}
`,
  );
  const dovecot = spawn(DOVECOT, ['-c', at('dovecot.conf'), '-F'], { stdio: 'ignore' });
  return {
    async stop(): Promise<void> {
      const ended = once(dovecot, 'exit');
      dovecot.kill('SIGTERM');
      await ended;
    },
  };
}
