/** A real Postfix and a real Dovecot on loopback, with folders and ports of their own. */
import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { dovecotMissing, startDovecot, VMAIL } from './dovecot.ts';
import { until } from './person.ts';

const POSTFIX = '/usr/sbin/postfix';
const LMTP = '/usr/lib/dovecot/lmtp';
const SIEVE = '/usr/bin/sievec';

const runs = (command: string, ...args: string[]): boolean => {
  try {
    execFileSync(command, args, { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
};

/** Why the mail servers cannot be started here; null: they can. */
export function mailServersMissing(): string | null {
  return dovecotMissing() ?? (runs('/usr/sbin/postconf', 'mail_version') ? null : 'Postfix is not installed');
}

/** Why mailboxes cannot have filters (Sieve) here; null: they can. */
export const sieveMissing = (): string | null =>
  mailServersMissing() ?? (existsSync(LMTP) && existsSync(SIEVE) ? null : 'Dovecot has no Sieve');

/** Installs them where that is possible, and answers what is missing then. `sieve`: mailboxes can have filters, too. */
export function ensureMailServers(sieve = false): string | null {
  const missing = sieve ? sieveMissing : mailServersMissing;
  if (missing() !== null && process.getuid?.() === 0) {
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    try {
      execFileSync('apt-get', ['update', '-qq'], { stdio: 'ignore', env });
      const packages = ['postfix', 'dovecot-imapd', 'openssl', ...(sieve ? ['dovecot-lmtpd', 'dovecot-sieve'] : [])];
      execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], {
        stdio: 'ignore',
        env,
      });
    } catch {}
  }
  return missing();
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** The password of each mailbox there. */
export const PASSWORD = 'open sesame';
export const SAM = 'sam@shop.example';
export const KIM = 'kim@partner.example';
/** Postfix takes mail for these, and the server of their domain then answers this. */
export const GONE = 'nobody@moved.example';
export const FULL = 'full@moved.example';
export const REFUSED = 'policy@moved.example';
export const SLOW = 'slow@moved.example';
const ANSWERS: Record<string, string> = {
  [GONE]: '550 5.1.1 user unknown',
  [FULL]: '552 5.2.2 mailbox is full',
  [REFUSED]: '550 5.7.1 message refused by SPF',
  [SLOW]: '450 4.2.1 try again later',
};

/** A user who signs in by an access token. The token's user name may differ from the address. */
export type TokenUser = { email: string; userName: string };

const domainOf = (address: string): string => address.split('@')[1] ?? '';
/** Where the mails of a user name lie, in the form of Postfix. */
const maildirOf = (user: string): string => `${user.split('@').reverse().join('/')}/Maildir/`;

/** Delivers by LMTP through a filter. Its replies leave through Postfix. */
const sieveOf = ({ script, replies }: { script: string; replies: number }): string => `
protocols = imap lmtp
submission_host = 127.0.0.1:${replies}
service lmtp {
  unix_listener lmtp {
    mode = 0666
  }
}
protocol lmtp {
  postmaster_address = postmaster@partner.example
  mail_plugins = sieve
}
plugin {
  sieve = file:${script}
  sieve_extensions = +editheader
}`;

export type MailServers = {
  ports: { smtp: number; submission: number; imap: number; imaps: number };
  /** The certificate of both, for the name localhost alone. */
  ca: string;
  log(): string;
  changePassword(user: string, password: string): void;
  stop(): Promise<void>;
};

type Options = {
  /** Who signs in by the access tokens of which sandbox, beside those with a password. */
  tokens?: { sandboxUrl: string; users: TokenUser[] };
  /** The filter of the one mailbox that has one: a Sieve script. */
  filter?: { of: string; script: string };
};

export async function startMailServers({ tokens, filter }: Options = {}): Promise<MailServers> {
  const known: TokenUser[] = [...[SAM, KIM].map((email) => ({ email, userName: email })), ...(tokens?.users ?? [])];
  const dir = mkdtempSync(path.join(tmpdir(), 'partner-pilot-mail-'));
  chmodSync(dir, 0o755);
  const at = (...parts: string[]) => path.join(dir, ...parts);
  const ports = {
    smtp: await freePort(),
    submission: await freePort(),
    imap: await freePort(),
    imaps: await freePort(),
  };
  const replies = await freePort();
  for (const folder of ['etc', 'queue', 'data']) mkdirSync(at(folder));
  execFileSync(
    'openssl',
    [
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-nodes',
      '-days',
      '2',
      '-subj',
      '/CN=localhost',
      '-addext',
      'subjectAltName=DNS:localhost',
      '-keyout',
      at('key.pem'),
      '-out',
      at('cert.pem'),
    ],
    { stdio: 'ignore' },
  );
  const postfixUser = Number(execFileSync('id', ['-u', 'postfix']).toString());
  chownSync(at('data'), postfixUser, postfixUser);

  const passwords: Record<string, string> = { [SAM]: PASSWORD, [KIM]: PASSWORD };
  const writeUsers = () =>
    writeFileSync(
      at('users'),
      Object.entries(passwords)
        .map(([user, password]) => `${user}:{PLAIN}${password}\n`)
        .join(''),
    );
  writeUsers();
  const more = `
ssl = yes
ssl_cert = <${at('cert.pem')}
ssl_key = <${at('key.pem')}
auth_mechanisms = plain login${tokens ? ' xoauth2' : ''}
auth_failure_delay = 0
passdb {
  driver = passwd-file
  mechanisms = plain login
  args = username_format=%u ${at('users')}
}
${
  tokens
    ? `passdb {
  driver = oauth2
  mechanisms = xoauth2
  args = ${at('oauth2.conf')}
}`
    : ''
}
service imap-login {
  inet_listener imaps {
    port = ${ports.imaps}
    ssl = yes
  }
}
service anvil {
  # nobody waits for the mistakes of another test
  unix_listener anvil-auth-penalty {
    mode = 0
  }
}
service auth {
  unix_listener auth-smtp {
    mode = 0666
  }
}
${filter ? sieveOf({ script: at('filter.sieve'), replies }) : ''}`;
  if (filter) writeFileSync(at('filter.sieve'), filter.script);
  if (tokens) {
    writeFileSync(
      at('oauth2.conf'),
      `introspection_mode = post
introspection_url = ${tokens.sandboxUrl}/microsoft/introspect
force_introspection = yes
username_attribute = username
active_attribute = active
active_value = true
`,
    );
  }
  const dovecot = startDovecot({ dir, port: ports.imap, more });
  const lines = (line: (user: TokenUser) => string) => known.map((user) => `${line(user)}\n`).join('');
  writeFileSync(
    at('etc', 'mailboxes'),
    lines(({ email, userName }) => `${email} ${maildirOf(userName)}`),
  );
  const gone = await freePort();
  const transports = [
    `moved.example smtp:[127.0.0.1]:${gone}`,
    ...(filter ? [`${filter.of} lmtp:unix:${at('run', 'lmtp')}`] : []),
  ];
  writeFileSync(at('etc', 'transport'), `${transports.join('\n')}\n`);
  const answers = Object.entries(ANSWERS).map(([address, answer]) => `${address} ${answer}\n`);
  writeFileSync(at('etc', 'gone'), answers.join(''));
  writeFileSync(
    at('etc', 'main.cf'),
    `
compatibility_level = 3.6
queue_directory = ${at('queue')}
data_directory = ${at('data')}
command_directory = /usr/sbin
daemon_directory = /usr/lib/postfix/sbin
maillog_file = ${at('log', 'postfix.log')}
maillog_file_prefixes = ${dir}
myhostname = localhost
mydestination =
inet_interfaces = 127.0.0.1
inet_protocols = ipv4
mynetworks =
alias_maps =
alias_database =
biff = no
virtual_mailbox_domains = ${[...new Set(known.map(({ email }) => domainOf(email)))].join(', ')}
virtual_mailbox_base = ${at('mail')}
virtual_mailbox_maps = texthash:${at('etc', 'mailboxes')}
virtual_uid_maps = static:${VMAIL}
virtual_gid_maps = static:${VMAIL}
transport_maps = texthash:${at('etc', 'transport')}
smtpd_sasl_auth_enable = yes
smtpd_sasl_type = dovecot
smtpd_sasl_path = ${at('run', 'auth-smtp')}
smtpd_sender_login_maps = texthash:${at('etc', 'senders')}
smtpd_recipient_restrictions = reject_sender_login_mismatch, permit_sasl_authenticated, reject
smtpd_relay_restrictions = permit_sasl_authenticated, reject
smtpd_tls_cert_file = ${at('cert.pem')}
smtpd_tls_key_file = ${at('key.pem')}
smtpd_tls_security_level = may
message_size_limit = 1000000
delay_warning_time = 1s
queue_run_delay = 1s
minimal_backoff_time = 1s
maximal_backoff_time = 1s
`,
  );
  writeFileSync(
    at('etc', 'senders'),
    lines(({ email, userName }) => `${email} ${userName}`),
  );
  writeFileSync(
    at('etc', 'master.cf'),
    `
127.0.0.1:${ports.smtp} inet n - n - - smtpd
127.0.0.1:${ports.submission} inet n - n - - smtpd -o smtpd_tls_wrappermode=yes
127.0.0.1:${gone} inet n - n - - smtpd -o myhostname=moved.example -o smtpd_relay_restrictions=permit -o smtpd_recipient_restrictions=check_recipient_access,texthash:${at('etc', 'gone')},reject
127.0.0.1:${replies} inet n - n - - smtpd -o mynetworks=127.0.0.1/32 -o smtpd_relay_restrictions=permit_mynetworks,reject -o smtpd_recipient_restrictions=permit_mynetworks,reject
pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
proxymap unix - - n - - proxymap
tlsmgr unix - - n 1000? 1 tlsmgr
scache unix - - n - 1 scache
smtp unix - - n - - smtp
lmtp unix - - n - - lmtp
postlog unix-dgram n - n - 1 postlogd
`,
  );

  const log = () =>
    ['dovecot.log', 'postfix.log']
      .map((name) => {
        try {
          return readFileSync(at('log', name), 'utf8');
        } catch {
          return '';
        }
      })
      .join('\n');
  const isRunning = (pid: number) => {
    try {
      process.kill(pid, 0);
      return true;
    } catch {
      return false;
    }
  };
  execFileSync(POSTFIX, ['-c', at('etc'), 'start'], { stdio: 'ignore' });
  const master = Number(readFileSync(at('queue', 'pid', 'master.pid'), 'utf8'));
  await until(
    async () => /ready|starting up/i.test(log()) && readFileSync(at('queue', 'pid', 'master.pid'), 'utf8'),
    Boolean,
  );
  return {
    ports,
    ca: readFileSync(at('cert.pem'), 'utf8'),
    log,
    changePassword(user, password) {
      passwords[user] = password;
      writeUsers();
    },
    async stop() {
      process.kill(master, 'SIGTERM');
      await dovecot.stop();
      await until(
        async () => isRunning(master),
        (running) => !running,
      );
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
