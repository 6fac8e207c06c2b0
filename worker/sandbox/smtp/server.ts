import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import type { Clock } from '../clock.ts';
import type { Ledger, LedgerMessage } from '../ledger.ts';
import { accountOf } from '../microsoft/accounts.ts';
import type { Grants } from '../oauth/grants.ts';
import { addressesOf, headerOf, readRawMail, takeFiles } from '../readRawMail.ts';

/** The mail servers of the sandbox take every password but this one, and the access tokens of its Microsoft. */
export const WRONG_PASSWORD = 'wrong';
const SMTP_SCOPE = 'https://outlook.office.com/SMTP.Send';
/** As Postfix by default. */
const MAX_BYTES = 10_240_000;
/** Headers that the ledger says in fields of its own, or that only describe the bytes. */
const NOT_SHOWN = /^(to|from|subject|mime-version|content-.*|bcc)$/i;
const SES_HOST = /^email-smtp\.([a-z0-9-]+)\.amazonaws\.com$/;

type Reply = Error & { responseCode: number };
const reply = (responseCode: number, text: string): Reply => Object.assign(new Error(text), { responseCode });

interface Listening {
  readonly port: number;
  close(): Promise<void>;
}
type Parts = { ledger: Ledger; now: Clock; microsoft: Grants };

/** The email as its recipient gets it: Amazon SES replaces both headers. */
const underSesId = (raw: Buffer, { id, region, at }: { id: string; region: string; at: Date }): Buffer => {
  const mail = raw.toString('latin1');
  const end = mail.indexOf('\r\n\r\n') + 2;
  const kept = mail.slice(0, end).replace(/^(?:Message-ID|Date):.*\r\n(?:[ \t].*\r\n)*/gim, '');
  const domain = `${region === 'us-east-1' ? 'email' : region}.amazonses.com`;
  return Buffer.from(
    `Message-ID: <${id}@${domain}>\r\nDate: ${at.toUTCString()}\r\n${kept}${mail.slice(end)}`,
    'latin1',
  );
};

const messagesOf = (
  raw: Buffer,
  recipients: readonly string[],
  { id, from, mailbox, acceptedAt }: { id: string; from: string; mailbox: string; acceptedAt: string },
): LedgerMessage[] => {
  const { raw: cut, files } = takeFiles(raw);
  const mail = readRawMail(Buffer.from(cut));
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
    files,
    raw: cut,
  }));
};

/** Starts one on a free port of `host`. `region`: it answers as Amazon SES in that region. */
const listen = async (
  host: string,
  { ledger, now, microsoft }: Parts,
  region: string | undefined,
): Promise<Listening> => {
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
    onRcptTo({ address }, _session, done) {
      done(address.startsWith('no-such-user@') ? reply(550, 'No Such User Here') : null);
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
    const at = now();
    const id = region ? `${randomBytes(8).toString('hex')}-${randomUUID()}-000000` : randomBytes(8).toString('hex');
    const messages = messagesOf(
      region ? underSesId(raw, { id, region, at }) : raw,
      rcptTo.map(({ address }) => address),
      {
        id,
        from: mailFrom ? mailFrom.address : '',
        mailbox: typeof session.user === 'string' ? session.user : '',
        acceptedAt: at.toISOString(),
      },
    );
    await ledger.append(messages);
    return { text: region ? `Ok ${id}` : `2.0.0 queued as ${id}` };
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

/** The mail servers that replace all hosts, each started when it is first asked for. Each region of Amazon SES has its own. */
export const sandboxSmtp = (host: string, parts: Parts) => {
  const servers = new Map<string | undefined, Promise<Listening>>();
  return {
    async portOf(mailHost: string): Promise<number> {
      const region = SES_HOST.exec(mailHost)?.[1];
      const server = servers.get(region) ?? listen(host, parts, region);
      servers.set(region, server);
      return (await server).port;
    },
    close: () => Promise.all([...servers.values()].map(async (server) => (await server).close())),
  };
};
export type SandboxSmtp = ReturnType<typeof sandboxSmtp>;
