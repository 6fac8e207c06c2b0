import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { ImapFlow } from 'imapflow';
import { ImapStream } from 'imapflow/lib/handler/imap-stream.js';
import { MOST_MAIL_BYTES } from '../mailSource.ts';
import { type MailboxAccount, type SignIn, signedIn } from './account.ts';
import { type Endpoint, endpointOf, type ImapTimes, type MailboxNetwork } from './endpoint.ts';
import { isUntrusted, MailboxError, type MailboxTrouble, saysForNow } from './mailboxError.ts';

/** Before a refused sign-in is tried once more. */
const AGAIN_MS = 2_000;
const TIMES: ImapTimes = { setUpMs: 20_000, silentMs: 30_000, sessionMs: 180_000 };

/** The limit of a session's answers, beside the requested mails. */
const SESSION_BYTES = 4_000_000;
/** Larger than the part of a mail that is asked for, and its frame. */
const RESPONSE_BYTES = MOST_MAIL_BYTES + 100_000;
const RESPONSE_TOKENS = 20_000;
const LOOK_MS = 100;

/** ImapFlow reads up to 640 kB of lines in one turn of the event loop. A flood would stall the worker. */
const BYTES_A_TURN = 8_192;
const readChunk = ImapStream.prototype.processInputChunk;
ImapStream.prototype.processInputChunk = async function (chunk) {
  for (let at = 0; at < chunk.length; at += BYTES_A_TURN) {
    if (at > 0) await nextTurn();
    await readChunk.call(this, chunk.subarray(at, at + BYTES_A_TURN));
  }
};

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
 * Microsoft accepts a sign-in to a mailbox that is missing or has IMAP off, and then refuses every command. It also says so for a while of mailboxes
 * that work.
 */
const NO_MAILBOX = /authenticated but not connected/i;

/** A sign-in that fails for now (RFC 5530), such as one connection too many. Gmail allows 15, and says so under ALERT. */
const FOR_NOW: ReadonlySet<string> = new Set(['UNAVAILABLE', 'LIMIT', 'INUSE', 'SERVERBUG']);

const isRefused = (error: unknown): boolean => {
  const { authenticationFailed, serverResponseCode = '', responseText = '' } = error as Failure;
  return authenticationFailed === true && !FOR_NOW.has(serverResponseCode) && !saysForNow(responseText);
};

/** The trouble behind a failure of a connection or command. `isFirst`: the account is being connected. */
function imapTrouble(failure: Failure, signIn: SignIn, isFirst: boolean): MailboxTrouble {
  const { code = '', cause, authenticationFailed, responseText = '', tlsFailed, message = '' } = failure;
  if (isUntrusted(code, cause?.code)) return 'imap_certificate';
  if (isRefused(failure) || (isFirst && NO_MAILBOX.test(responseText)))
    return 'password' in signIn ? 'imap_sign_in' : 'microsoft_sign_in';
  if (authenticationFailed) return 'imap_unreachable';
  if (tlsFailed || /^ERR_SSL_|^EPROTO$/.test(code) || /STARTTLS/i.test(message)) return 'imap_no_tls';
  return code === 'MissingServerExtension' ? 'imap_refused' : 'imap_unreachable';
}

/** Closes a connection at its deadline, or when its server sends more than it may. ImapFlow notices silence alone. */
function limitSession(client: ImapFlow, ms: number, bytes: () => number): () => void {
  const endsAt = performance.now() + ms;
  const timer = setInterval(() => {
    if (performance.now() > endsAt || client.stats().received > bytes()) client.close();
  }, LOOK_MS);
  return () => clearInterval(timer);
}

/** A connection that is signed in. Throws whatever ImapFlow throws. */
async function openImap(
  { host, servername, port, security }: Endpoint,
  user: string,
  by: { password: string } | { token: string },
  { tls, imapTimes: { setUpMs, silentMs } = TIMES }: MailboxNetwork,
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
    connectionTimeout: setUpMs,
    greetingTimeout: setUpMs,
    socketTimeout: silentMs + (idleMs ?? 0),
    maxLiteralSize: RESPONSE_BYTES,
    maxResponseSize: RESPONSE_BYTES,
    maxResponseTokens: RESPONSE_TOKENS,
    ...(idleMs === undefined ? {} : { maxIdleTime: idleMs }),
    disableAutoIdle: true,
    logger: false,
  });
  // what goes wrong is thrown by the command that is under way
  client.on('error', () => undefined);
  const setUp = limitSession(client, setUpMs, () => SESSION_BYTES);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    throw error;
  } finally {
    setUp();
  }
}

/**
 * Does `work` with a connection that is signed in, and ends it. `expect`: the answers may have so many bytes more. `idleMs`: how long it may be
 * silent while it listens. `isFirst`: the account is being connected. Throws MailboxError for what the server does.
 */
export async function withImap<T>(
  account: SignIn & Pick<MailboxAccount, 'imap'>,
  network: MailboxNetwork,
  work: (client: ImapFlow, expect: (bytes: number) => void) => Promise<T>,
  { idleMs, isFirst = false }: { idleMs?: number; isFirst?: boolean } = {},
): Promise<T> {
  if (!account.imap) throw new MailboxError('imap_host');
  const endpoint = await endpointOf('imap', account.imap, network);
  let client: ImapFlow | undefined;
  let bytes = SESSION_BYTES;
  let endLimit: (() => void) | undefined;
  try {
    const { sessionMs, againMs = AGAIN_MS } = network.imapTimes ?? TIMES;
    const open = () => signedIn(account, (by) => openImap(endpoint, account.user, by, network, idleMs), isRefused);
    // servers refuse one sign-in in many
    client = await open().catch(async (error: unknown) => {
      if (isFirst || !isRefused(error)) throw error;
      await wait(againMs);
      return open();
    });
    endLimit = limitSession(client, idleMs === undefined ? sessionMs : Number.POSITIVE_INFINITY, () => bytes);
    const result = await work(client, (more) => {
      bytes += more;
    });
    await client.logout().catch(() => undefined);
    return result;
  } catch (error) {
    if (error instanceof MailboxError) throw error;
    throw new MailboxError(imapTrouble(error as Failure, account, isFirst));
  } finally {
    endLimit?.();
    client?.close();
  }
}

/** Does `work` in a folder that is open for reading. Some servers refuse EXAMINE, and a mail is read without marking it in any case. */
export async function withFolder<T>(client: ImapFlow, path: string, work: () => Promise<T>): Promise<T> {
  const lock = await client.getMailboxLock(path, { readOnly: true }).catch((error: unknown) => {
    if (!client.usable) throw error;
    return client.getMailboxLock(path);
  });
  try {
    return await work();
  } finally {
    lock.release();
  }
}
