import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Clock } from '../clock.ts';
import type { Ledger, LedgerMessage } from '../ledger.ts';
import { accountOf } from '../microsoft/accounts.ts';
import type { Grants } from '../oauth/grants.ts';
import { addressesOf, headerOf, readRawMail } from '../readRawMail.ts';

/** The mail servers of the sandbox take every password but this one, and the access tokens of its Microsoft. */
export const WRONG_PASSWORD = 'wrong';
const SMTP_SCOPE = 'https://outlook.office.com/SMTP.Send';
const MAX_BYTES = 1024 * 1024;
/** Headers that the ledger says in fields of its own, or that only describe the bytes. */
const NOT_SHOWN = /^(to|from|subject|mime-version|content-.*|bcc)$/i;

type Reply = Error & { responseCode: number };
const reply = (responseCode: number, text: string): Reply => Object.assign(new Error(text), { responseCode });

export interface SandboxSmtp {
  readonly port: number;
  close(): Promise<void>;
}

const messagesOf = (
  raw: Buffer,
  recipients: readonly string[],
  { from, mailbox, acceptedAt }: { from: string; mailbox: string; acceptedAt: string },
): LedgerMessage[] => {
  const mail = readRawMail(raw);
  const id = randomBytes(8).toString('hex');
  const shown = Object.entries(mail.headers).filter(([name]) => !NOT_SHOWN.test(name));
  return recipients.map((to, index) => ({
    id: index === 0 ? id : `${id}.${index}`,
    provider: 'smtp',
    to,
    from,
    fromName: addressesOf(headerOf(mail.headers, 'From') ?? '')[0]?.name ?? null,
    subject: headerOf(mail.headers, 'Subject') ?? '',
    text: mail.text,
    html: mail.html,
    headers: Object.fromEntries(shown),
    customArgs: {},
    acceptedAt,
    mailbox,
    raw: raw.toString('utf8'),
  }));
};

/** Starts it on a free port of `host`. */
export const startSandboxSmtp = async (
  host: string,
  { ledger, now, microsoft }: { ledger: Ledger; now: Clock; microsoft: Grants },
): Promise<SandboxSmtp> => {
  const server = new SMTPServer({
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    disableReverseLookup: true,
    size: MAX_BYTES,
    logger: false,
    onAuth({ username, password, accessToken }, _session, done) {
      if (accessToken) return done(refusalOfToken(accessToken, username), { user: username });
      if (password === WRONG_PASSWORD || !username) return done(reply(535, '5.7.8 Authentication failed'));
      done(null, { user: username });
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        void take(Buffer.concat(chunks), stream.sizeExceeded, session).then(
          (answer) => done(answer.refused ?? null, answer.text),
          () => done(reply(451, '4.3.0 The sandbox failed; see its output')),
        );
      });
    },
  });

  /** As Microsoft refuses: at once, without the reason that the mechanism has a place for. */
  const refusalOfToken = (token: string, username: string | undefined): Reply | null => {
    const holder = microsoft.holderOfAccess(token);
    const account = accountOf(holder?.accountId);
    const isTheirs = account && [account.email, account.userName].includes(username ?? '');
    if (!isTheirs || !holder?.scopes.includes(SMTP_SCOPE)) return reply(535, '5.7.3 Authentication unsuccessful');
    if (!account.smtpOff) return null;
    return reply(535, '5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the Mailbox.');
  };

  type Session = Parameters<NonNullable<ConstructorParameters<typeof SMTPServer>[0]>['onData'] & object>[1];
  const take = async (
    raw: Buffer,
    tooLarge: boolean,
    session: Session,
  ): Promise<{ refused?: Reply; text?: string }> => {
    if (tooLarge) return { refused: reply(552, '5.3.4 Message too big') };
    const { mailFrom, rcptTo } = session.envelope;
    const messages = messagesOf(
      raw,
      rcptTo.map(({ address }) => address),
      {
        from: mailFrom ? mailFrom.address : '',
        mailbox: typeof session.user === 'string' ? session.user : '',
        acceptedAt: now().toISOString(),
      },
    );
    await ledger.append(messages);
    return { text: `2.0.0 queued as ${messages[0]?.id}` };
  };

  // a client that breaks off is no matter of the sandbox
  server.on('error', () => undefined);
  const listening = server.listen(0, host);
  await once(listening, 'listening');
  return {
    port: (listening.address() as AddressInfo).port,
    close: () => {
      for (const connection of server.connections) connection.close();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
};
