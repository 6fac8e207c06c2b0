/** One SMTP session an email, on nodemailer's connection. So it is known whether the email's end was handed over. */

import { Readable } from 'node:stream';
import SMTPConnection from 'nodemailer/lib/smtp-connection';
import { verdictOf } from '../../../events/conversations/bounceTable.ts';
import type { ProviderAnswer } from '../../../events/sending/outcome.ts';
import { type AccountTrouble, accountTrouble } from '../../../events/shared/accountWords.ts';
import type { Reason } from '../../../events/shared/reasons.ts';
import type { WrittenMail } from '../rawMail.ts';
import { type SignIn, signedIn } from './account.ts';
import type { Endpoint, MailboxNetwork } from './endpoint.ts';
import { isUntrusted, MailboxError, type MailboxTrouble, saysForNow } from './mailboxError.ts';

/**
 * `setUpMs`: to connect and sign in. `handOverMs`: the email's end may be handed over until then. Later, its decision would be out of date.
 * `totalMs`: until when an answer counts: before the lease of the attempt ends.
 */
export type SmtpTimes = { setUpMs: number; handOverMs: number; totalMs: number };
export const SMTP_TIMES: SmtpTimes = { setUpMs: 15_000, handOverMs: 25_000, totalMs: 50_000 };

type Failure = {
  code?: string;
  originalCode?: string;
  cause?: { code?: string };
  responseCode?: number;
  response?: string;
  command?: string;
  message?: string;
};
type SmtpSession = InstanceType<typeof SMTPConnection>;

/**
 * One step of a session, until `endsAt` (performance.now). Its callback may never come. A broken connection is an event of the session, and a server
 * may drip line after line. Throws what went wrong.
 */
const step = <T = unknown>(
  session: SmtpSession,
  endsAt: number,
  start: (done: (error?: unknown, result?: T) => void) => void,
): Promise<T | undefined> => {
  let timer: NodeJS.Timeout | undefined;
  return new Promise<T | undefined>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('no answer')), endsAt - performance.now());
    session.on('error', reject);
    // an answer that ended the session goes first
    session.on('end', () => setImmediate(reject, new Error('closed')));
    start((error, result) => (error ? reject(error) : resolve(result)));
  }).finally(() => clearTimeout(timer));
};

/** Microsoft's answer to a password where only OAuth is taken. */
const NO_PASSWORDS = /\b5\.7\.139\b|basic authentication is disabled/i;

/** Microsoft's answers to a good token: an administrator has switched SMTP off, or rules of the organization forbid it. */
const SMTP_OFF = /SmtpClientAuthentication is disabled/i;
const BY_POLICY = /\b5\.7\.139\b/;

const isOfSignIn = ({ command = '', code }: Failure) =>
  command.startsWith('AUTH') || code === 'EAUTH' || code === 'ENOAUTH';

/** Whether a token was refused that another one may be taken for. */
const isRefused = (error: unknown): boolean => {
  const { responseCode = 0, response = '' } = error as Failure;
  return isOfSignIn(error as Failure) && responseCode >= 500 && !BY_POLICY.test(response);
};

/** The meaning of a refused sign-in. */
function signInTrouble({ responseCode, response = '' }: Failure, signIn: SignIn): MailboxTrouble {
  const byPassword = 'password' in signIn;
  if (byPassword && NO_PASSWORDS.test(response)) return 'needs_oauth';
  if (!byPassword && SMTP_OFF.test(response)) return 'microsoft_smtp_off';
  if (!byPassword && BY_POLICY.test(response)) return 'microsoft_policy';
  if (!responseCode || responseCode < 500 || saysForNow(response)) return 'later';
  return byPassword ? 'smtp_sign_in' : 'microsoft_sign_in';
}

/** The meaning of a failure before any email. */
function setUpTrouble(failure: Failure, signIn: SignIn): MailboxTrouble {
  const { code = '', originalCode, cause, responseCode } = failure;
  if (isUntrusted(code, originalCode, cause?.code)) return 'smtp_certificate';
  if (isOfSignIn(failure)) return signInTrouble(failure, signIn);
  if (code === 'ETLS' || /^ERR_SSL_|^EPROTO$/.test(originalCode ?? '')) return 'smtp_no_tls';
  if (code === 'EDNS') return 'smtp_host';
  if (responseCode) return responseCode < 500 ? 'later' : 'smtp_refused';
  return 'smtp_unreachable';
}

/** The message of the mechanism XOAUTH2. */
const xoauth2 = (user: string, token: string): string =>
  Buffer.from(`user=${user}\x01auth=Bearer ${token}\x01\x01`).toString('base64');

/** Connects and signs in. Throws MailboxError. */
async function openSession(
  { host, servername, port, security }: Endpoint,
  signIn: SignIn,
  { tls }: MailboxNetwork,
  { setUpMs, totalMs }: SmtpTimes,
): Promise<SmtpSession> {
  const { user } = signIn;
  async function open(by: { password: string } | { token: string }): Promise<SmtpSession> {
    const session = new SMTPConnection({
      host,
      port,
      ...(servername ? { servername } : {}),
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      // the name of this machine is nobody's business
      name: '[127.0.0.1]',
      connectionTimeout: setUpMs,
      greetingTimeout: setUpMs,
      socketTimeout: totalMs,
      tls: { ...tls, ...(servername ? { servername } : {}) },
      ...('token' in by
        ? {
            // under a name of ours: nodemailer's own XOAUTH2 asks for tokens itself
            customAuth: {
              async TOKEN({ sendCommand }) {
                let said = await sendCommand(`AUTH XOAUTH2 ${xoauth2(user, by.token)}`);
                // why it is refused comes first, and waits for an empty line
                if (said.response.startsWith('334')) said = await sendCommand('');
                if (said.status !== 235) throw new Error('refused');
              },
            },
          }
        : {}),
    });
    // nodemailer reads the Message-ID in an answer of Amazon SES only if it knows the host by name
    session.options.host = servername ?? host;
    const endsAt = performance.now() + setUpMs;
    try {
      await step(session, endsAt, (done) => session.connect(done));
      await step(session, endsAt, (done) =>
        session.login(
          'token' in by
            ? { user, method: 'TOKEN' }
            : { user, pass: by.password, credentials: { user, pass: by.password } },
          done,
        ),
      );
      return session;
    } catch (error) {
      session.close();
      throw error;
    }
  }
  try {
    return await signedIn(signIn, open, isRefused);
  } catch (error) {
    throw error instanceof MailboxError ? error : new MailboxError(setUpTrouble(error as Failure, signIn));
  }
}

/** Connects, signs in and goes. Throws MailboxError. */
export async function checkSmtpLogin(
  endpoint: Endpoint,
  signIn: SignIn,
  network: MailboxNetwork,
  times = SMTP_TIMES,
): Promise<void> {
  const session = await openSession(endpoint, signIn, network, times);
  session.quit();
}

/** `serverId`: the Message-ID that the server gave it instead of ours. */
export type SmtpAnswer = { answer: ProviderAnswer; reason?: Reason; unconfirmed?: Reason; serverId?: string };

const status = (code: number, retryAfterSeconds: number | null = null): ProviderAnswer => ({
  kind: 'status',
  status: code,
  retryAfterSeconds,
});
const because = (answer: ProviderAnswer, trouble: AccountTrouble): SmtpAnswer => ({
  answer,
  reason: { code: 'account_trouble', provider: 'smtp', trouble },
});

/** Greylisting and full mailboxes are left alone for this long. */
const LATER_SECONDS = 5 * 60;
/** A mailbox rests this long after its sending limit, if the server names no time. */
const LIMIT_SECONDS = 3600;

/** So much of a mail goes to the connection at once; the rest waits until that was taken. */
const PIECE = 16_384;

/** A failure before the email means that nothing left. */
export function unsent(trouble: AccountTrouble): SmtpAnswer {
  switch (trouble) {
    case 'smtp_certificate':
    case 'smtp_no_tls':
      return because({ kind: 'not_connected', untrusted: true, trouble }, trouble);
    default:
      return accountTrouble('smtp', trouble).lost
        ? because({ kind: 'account_refused', trouble }, trouble)
        : because({ kind: 'not_connected', trouble }, trouble);
  }
}

/** The sender's own limit. Gmail and others use 5.4.5, Microsoft codes and words of its own, Yandex and cPanel only words. */
const OVER_LIMIT =
  /\b[45]\.4\.5\b|\b5\.1\.90\b|\b5\.7\.23[23]\b|SubmissionQuotaExceeded|(daily|hourly|sending|send|rate) (user )?(sending )?(limit|quota)|too many (messages|emails|mails)/i;
const SENDER_REFUSED = /\b5\.1\.[78]\b|sender address rejected|SendAsDenied|email address is not verified/i;

/** The meaning of the server's answer to the email. Every answer but 2xx says that the mail is not with it. */
function refused({ responseCode = 0, response = '', command = '' }: Failure): SmtpAnswer {
  const said: Reason = { code: 'server_answered', status: responseCode };
  if (responseCode === 421) return { answer: { kind: 'not_connected' }, reason: said };
  if (responseCode === 530) return because({ kind: 'account_refused', trouble: 'smtp_sign_in' }, 'smtp_sign_in');
  if (OVER_LIMIT.test(response)) return { answer: status(429, LIMIT_SECONDS), reason: said };
  const ofSender = command === 'MAIL FROM';
  if (responseCode < 500) {
    // a refusal of the sender or by the server itself holds for all emails, one of a recipient or text for this one
    return ofSender
      ? { answer: status(429, LATER_SECONDS), reason: said }
      : { answer: { kind: 'refused_for_now', retryAfterSeconds: LATER_SECONDS }, reason: said };
  }
  const isTooLarge = responseCode === 552 || /\b5\.3\.4\b/.test(response);
  if ((ofSender && !isTooLarge) || SENDER_REFUSED.test(response)) return because(status(403), 'sender_refused');
  if (verdictOf('', response).verdict === 'hard')
    return { answer: { kind: 'no_such_address' }, reason: { code: 'server_no_address', status: responseCode } };
  return { answer: status(422), reason: { code: 'server_refused', status: responseCode } };
}

type SessionInfo = {
  serverMessageId?: string | undefined;
  rejectedErrors?: { recipient?: string | undefined }[] | undefined;
};

/** The copies have left without the recipient's. Nothing is tried again automatically, since they would leave twice. */
function refusedToOne(failure: Failure): SmtpAnswer {
  const answer = refused(failure);
  return answer.answer.kind === 'no_such_address'
    ? answer
    : { answer: status(422), reason: { code: 'server_refused', status: failure.responseCode ?? 0 } };
}

/**
 * Sends the bytes of a mail. The end of the mail (a dot on its own line) is written only once everything else was taken. While it was not, a
 * connection that breaks has delivered nothing (RFC 5321, 4.1.1.4). After it, silence says nothing.
 */
export async function sendBySession(
  endpoint: Endpoint,
  signIn: SignIn,
  { envelope, raw }: WrittenMail,
  network: MailboxNetwork,
  times = SMTP_TIMES,
): Promise<SmtpAnswer> {
  const began = performance.now();
  const session = await openSession(endpoint, signIn, network, times).catch((error: unknown) => {
    if (error instanceof MailboxError) return unsent(error.trouble);
    throw error;
  });
  if ('answer' in session) return session;

  // from its end on the end of the mail may be on the wire
  let handedOver = false;
  let at = 0;
  const mail = new Readable({
    highWaterMark: PIECE,
    read() {
      if (at < raw.length) {
        this.push(raw.subarray(at, at + PIECE));
        at += PIECE;
      } else if (performance.now() - began > times.handOverMs) this.destroy(new Error('too late'));
      else this.push(null);
    },
  });
  mail.once('end', () => {
    handedOver = true;
  });
  try {
    const info = await step<SessionInfo>(session, began + times.totalMs, (done) =>
      session.send({ ...envelope, size: raw.length }, mail, done),
    );
    const serverId = info?.serverMessageId;
    // an answer that came too early is not one to this mail, whose end was never written
    if (!handedOver) return because({ kind: 'not_connected' }, 'smtp_unreachable');
    session.quit();
    const failure = info?.rejectedErrors?.find(({ recipient }) => recipient === envelope.to[0]);
    if (failure) return refusedToOne(failure as Failure);
    return { answer: status(250), ...(serverId ? { serverId: serverId.replace(/^<|>$/g, '') } : {}) };
  } catch (error) {
    const all = error as Failure & SessionInfo;
    // where each recipient is refused, the error names another's answer
    const failure = (all.rejectedErrors?.find(({ recipient }) => recipient === envelope.to[0]) ?? all) as Failure;
    if (failure.responseCode) return refused(failure);
    if (failure.code === 'EMESSAGE' && !handedOver)
      return { answer: status(422), reason: { code: 'server_too_large' } };
    if (!handedOver) return because({ kind: 'not_connected' }, 'smtp_unreachable');
    return {
      answer: { kind: 'broken' },
      unconfirmed: { code: 'connection_broke' },
    };
  } finally {
    session.close();
  }
}
