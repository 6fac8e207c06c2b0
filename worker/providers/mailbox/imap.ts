import { ImapFlow } from 'imapflow';
import type { MailServer } from '../../../events/sending/mailHosts.ts';
import type { SmtpTrouble } from '../../../events/sending/smtpTrouble.ts';
import { type SignIn, signedIn } from './account.ts';
import { type Endpoint, endpointOf, type MailboxNetwork } from './endpoint.ts';
import { isUntrusted, MailboxError } from './mailboxError.ts';

const SET_UP_MS = 15_000;
const SILENT_MS = 30_000;

type Failure = {
  code?: string;
  cause?: { code?: string };
  authenticationFailed?: boolean;
  serverResponseCode?: string;
  responseText?: string;
  tlsFailed?: boolean;
  message?: string;
};

/**
 * Microsoft takes a sign-in to a mailbox that is not there, or that IMAP is off for, and then refuses every command. It also says so for a while
 * of mailboxes that work.
 */
const NO_MAILBOX = /authenticated but not connected/i;

/** A sign-in that fails for the moment (RFC 5530), such as one connection too many: Gmail takes 15, and says so under ALERT. */
const FOR_NOW: ReadonlySet<string> = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG']);
const TOO_MANY = /too many|maximum number of|simultaneous connections|try again later|temporar/i;

const isRefused = (error: unknown): boolean => {
  const { authenticationFailed, serverResponseCode = '', responseText = '' } = error as Failure;
  return authenticationFailed === true && !FOR_NOW.has(serverResponseCode) && !TOO_MANY.test(responseText);
};

/** What a failure of a connection or of a command says. `isFirst`: the account is being connected. */
function imapTrouble(failure: Failure, signIn: SignIn, isFirst: boolean): SmtpTrouble {
  const { code = '', cause, authenticationFailed, responseText = '', tlsFailed, message = '' } = failure;
  if (isUntrusted(code, cause?.code)) return 'imap_certificate';
  if (isRefused(failure) || (isFirst && NO_MAILBOX.test(responseText)))
    return 'password' in signIn ? 'imap_sign_in' : 'microsoft_sign_in';
  if (authenticationFailed) return 'imap_unreachable';
  if (tlsFailed || /^ERR_SSL_|^EPROTO$/.test(code) || /STARTTLS/i.test(message)) return 'imap_no_tls';
  return code === 'MissingServerExtension' ? 'imap_refused' : 'imap_unreachable';
}

/** A connection that is signed in. Throws whatever ImapFlow throws. */
async function openImap(
  { host, servername, port, security }: Endpoint,
  user: string,
  by: { password: string } | { token: string },
  { tls, silentMs }: MailboxNetwork,
  idleMs: number | undefined,
): Promise<ImapFlow> {
  const client = new ImapFlow({
    host,
    port,
    ...(servername ? { servername } : {}),
    secure: security === 'tls',
    ...(security === 'tls' ? {} : { doSTARTTLS: security === 'starttls' }),
    auth: 'token' in by ? { user, accessToken: by.token } : { user, pass: by.password },
    ...(tls ? { tls } : {}),
    connectionTimeout: silentMs ?? SET_UP_MS,
    greetingTimeout: silentMs ?? SET_UP_MS,
    socketTimeout: (silentMs ?? SILENT_MS) + (idleMs ?? 0),
    ...(idleMs === undefined ? {} : { maxIdleTime: idleMs }),
    disableAutoIdle: true,
    logger: false,
  });
  // what goes wrong is thrown by the command that is under way
  client.on('error', () => undefined);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}

/**
 * Does `work` with a connection that is signed in, and ends it. `idleMs`: how long it may be silent while it listens. `isFirst`: the account is
 * being connected. Throws MailboxError for what the server does.
 */
export async function withImap<T>(
  account: SignIn & { imap: MailServer },
  network: MailboxNetwork,
  work: (client: ImapFlow) => Promise<T>,
  { idleMs, isFirst = false }: { idleMs?: number; isFirst?: boolean } = {},
): Promise<T> {
  const endpoint = await endpointOf('imap', account.imap, network);
  let client: ImapFlow | undefined;
  try {
    client = await signedIn(account, (by) => openImap(endpoint, account.user, by, network, idleMs), isRefused);
    const result = await work(client);
    await client.logout().catch(() => undefined);
    return result;
  } catch (error) {
    if (error instanceof MailboxError) throw error;
    throw new MailboxError(imapTrouble(error as Failure, account, isFirst));
  } finally {
    client?.close();
  }
}
