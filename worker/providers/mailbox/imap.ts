import { ImapFlow } from 'imapflow';
import type { MailboxLogin } from '../../../db/mailboxLogin.ts';
import type { SmtpTrouble } from '../../../events/sending/smtpTrouble.ts';
import { endpointOf, type MailboxNetwork } from './endpoint.ts';
import { isUntrusted, MailboxError } from './mailboxError.ts';

const SET_UP_MS = 15_000;
const SILENT_MS = 30_000;

type Failure = {
  code?: string;
  cause?: { code?: string };
  authenticationFailed?: boolean;
  serverResponseCode?: string;
  tlsFailed?: boolean;
  message?: string;
};

/** What a failure of a connection or of a command says. */
function imapTrouble({
  code = '',
  cause,
  authenticationFailed,
  serverResponseCode = '',
  tlsFailed,
  message = '',
}: Failure): SmtpTrouble {
  if (isUntrusted(code, cause?.code)) return 'imap_certificate';
  if (authenticationFailed) return serverResponseCode === 'UNAVAILABLE' ? 'imap_unreachable' : 'imap_sign_in';
  if (tlsFailed || /^ERR_SSL_|^EPROTO$/.test(code) || /STARTTLS/i.test(message)) return 'imap_no_tls';
  return code === 'MissingServerExtension' ? 'imap_refused' : 'imap_unreachable';
}

/** Does `work` with a connection that is signed in, and ends it. Throws MailboxError for what the server does. */
export async function withImap<T>(
  { user, password, imap }: Pick<MailboxLogin, 'user' | 'password' | 'imap'>,
  network: MailboxNetwork,
  work: (client: ImapFlow) => Promise<T>,
): Promise<T> {
  const { host, servername, port, security } = await endpointOf('imap', imap, network);
  const client = new ImapFlow({
    host,
    port,
    ...(servername ? { servername } : {}),
    secure: security === 'tls',
    ...(security === 'tls' ? {} : { doSTARTTLS: security === 'starttls' }),
    auth: { user, pass: password },
    ...(network.tls ? { tls: network.tls } : {}),
    connectionTimeout: SET_UP_MS,
    greetingTimeout: SET_UP_MS,
    socketTimeout: SILENT_MS,
    disableAutoIdle: true,
    logger: false,
  });
  // what goes wrong is thrown by the command that is under way
  client.on('error', () => undefined);
  try {
    await client.connect();
    const result = await work(client);
    await client.logout().catch(() => undefined);
    return result;
  } catch (error) {
    if (error instanceof MailboxError) throw error;
    throw new MailboxError(imapTrouble(error as Failure));
  } finally {
    client.close();
  }
}
