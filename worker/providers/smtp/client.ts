import { createTransport } from 'nodemailer';
import { isLoopback } from '../../../db/connection/loopback.ts';
import type { MailSender } from '../../../db/installation/settings.ts';
import type { ProviderAnswer } from '../../../events/sending/outcome.ts';
import { ProviderError } from '../providerError.ts';

const TIMEOUT_MS = 30_000;

type Failure = { code?: string; originalCode?: string; syscall?: string; responseCode?: number; timeoutType?: string };
type Mail = { to: string; subject: string; text: string; html: string };

/** Failures before any part of the email is handed over. */
const BEFORE_THE_MAIL = /^(EDNS|EAUTH|ENOAUTH|ECONFIG|EPROXY)$/;
/** Node's codes for an untrusted certificate, and for a server without TLS at smtps://. */
const UNTRUSTED = /CERT|^UNABLE_TO_|^INVALID_(CA|PURPOSE)$|^HOSTNAME_MISMATCH$|^ERR_SSL_WRONG_VERSION_NUMBER$/;

/**
 * An SMTP failure in the words of HTTP: refused permanently, refused for now, not connected, or silent. After a refusal, the server does not have the
 * email. After the greeting the driver hides how far it came. So a connection that breaks then counts as silent after the email, even if nothing had
 * left.
 */
function answerOf({ code = '', originalCode = '', syscall, responseCode, timeoutType }: Failure): ProviderAnswer {
  if (code === 'EAUTH' && responseCode && responseCode >= 500) {
    return { kind: 'status', status: 401, retryAfterSeconds: null };
  }
  if (/^(ETLS|EREQUIRETLS)$/.test(code) || UNTRUSTED.test(originalCode))
    return { kind: 'not_connected', untrusted: true };
  if (BEFORE_THE_MAIL.test(code)) return { kind: 'not_connected' };
  if (responseCode) return { kind: 'status', status: responseCode < 500 ? 429 : 422, retryAfterSeconds: null };
  const connecting = syscall === 'connect' || syscall === 'getaddrinfo';
  const waited = timeoutType !== undefined && timeoutType !== 'SOCKET_TIMEOUT';
  return connecting || waited ? { kind: 'not_connected' } : { kind: 'broken' };
}

const open = (url: string, timeoutMs: number) =>
  createTransport({
    url,
    // passwords and links that sign in never go in the clear, even if somebody strips STARTTLS from the offer
    requireTLS: !isLoopback(new URL(url).hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });

/** Greets the server of SMTP_URL and signs in. Throws ProviderError. */
export async function checkSmtp(url: string, timeoutMs = TIMEOUT_MS): Promise<string> {
  const transport = open(url, timeoutMs);
  try {
    await transport.verify();
    return new URL(url).hostname;
  } catch (error) {
    const said = answerOf(error as Failure);
    if (said.kind === 'status' && said.status === 401)
      throw new ProviderError({ code: 'smtp_url_refused' }, 'http_401', false);
    if (said.kind === 'status') throw new ProviderError({ code: 'smtp_url_connection' }, `http_${said.status}`, true);
    if (said.kind === 'not_connected' && said.untrusted)
      throw new ProviderError({ code: 'smtp_url_untrusted' }, 'untrusted', false);
    throw new ProviderError({ code: 'provider_unreachable', provider: 'The mail server' }, 'connection', true);
  } finally {
    transport.close();
  }
}

/** Sends a mail through the server of SMTP_URL. With smtp:// the connection is encrypted when the server offers it (STARTTLS); to another machine it must be. */
export async function sendBySmtp(
  url: string,
  from: MailSender,
  mail: Mail,
  timeoutMs = TIMEOUT_MS,
): Promise<ProviderAnswer> {
  const transport = open(url, timeoutMs);
  try {
    await transport.sendMail({
      from: { name: from.name, address: from.email },
      to: { name: '', address: mail.to },
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    return { kind: 'status', status: 250, retryAfterSeconds: null };
  } catch (error) {
    return answerOf(error as Failure);
  } finally {
    transport.close();
  }
}
