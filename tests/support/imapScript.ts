/** A scripted IMAP server that keeps to the protocol, but for what a test answers itself. */
import type { Socket } from 'node:net';
import { packMailboxLogin } from '../../db/vault/mailboxLogin.ts';
import type { ImapTimes } from '../../worker/providers/mailbox/endpoint.ts';
import { mailboxSource } from '../../worker/providers/mailbox/mailSource.ts';

export const credentialsAt = (port: number) => {
  const at = { host: '127.0.0.1', port, security: 'none' as const };
  return { secretId: 's', secret: packMailboxLogin({ user: 'sam', password: 'p', smtp: at, imap: at }) };
};
export const TIMES: ImapTimes = { setUpMs: 500, silentMs: 400, sessionMs: 900 };
/** Only the limit of bytes can end a session sooner. */
export const LONG: ImapTimes = { setUpMs: 30_000, silentMs: 30_000, sessionMs: 30_000 };
export const sourceAt = (port: number, cursor: string | null = null, since: Date | null = null, times = TIMES) =>
  mailboxSource({ privateHosts: true, imapTimes: times }).read(credentialsAt(port), cursor, since);
const GREETING = '* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN SASL-IR] ready\r\n';
export const greet = (socket: Socket) => socket.write(GREETING);
export type ScriptedMail = { size: number; answer: (socket: Socket, tag: string, asked: string) => void };
/** Keeps to the protocol, with these mails in its inbox, but for what `own` answers itself. */
export const imapWith =
  (mails: readonly ScriptedMail[], own: (socket: Socket, command: string, tag: string) => boolean = () => false) =>
  (socket: Socket, command: string, tag: string) => {
    if (own(socket, command, tag)) return;
    const [, uid] = /^UID FETCH (\d+)/.exec(command) ?? [];
    const mail = uid === undefined ? undefined : mails[Number(uid) - 1];
    if (mail && command.includes('RFC822.SIZE'))
      socket.write(
        `* ${uid} FETCH (UID ${uid} RFC822.SIZE ${mail.size} INTERNALDATE "01-Dec-2026 08:00:00 +0000")\r\n`,
      );
    else if (mail) return mail.answer(socket, tag, command);
    if (command.startsWith('LIST')) socket.write('* LIST () "/" INBOX\r\n');
    if (/^(EXAMINE|SELECT)/.test(command))
      socket.write(`* ${mails.length} EXISTS\r\n* OK [UIDVALIDITY 7] ok\r\n* OK [UIDNEXT ${mails.length + 1}] ok\r\n`);
    const [, from] = /^UID SEARCH.* (\d+)/.exec(command) ?? [];
    const found = mails.map((_, index) => index + 1).filter((number) => number >= Number(from));
    if (from !== undefined) socket.write(`* SEARCH ${found.join(' ')}\r\n`);
    socket.write(`${tag} OK done\r\n`);
  };
export const FIRST = JSON.stringify({ inbox: { validity: '7', uid: 0 } });
/** A mail as it is, or as much of it as was asked for. */
export const honest = (raw: string): ScriptedMail => ({
  size: raw.length,
  answer(socket, tag, asked) {
    const [, uid] = /^UID FETCH (\d+)/.exec(asked) ?? [];
    const [, most] = /<0\.(\d+)>/.exec(asked) ?? [];
    const part = raw.slice(0, most === undefined ? undefined : Number(most));
    socket.write(
      `* ${uid} FETCH (UID ${uid} BODY[]${most === undefined ? '' : '<0>'} {${part.length}}\r\n${part})\r\n`,
    );
    socket.write(`${tag} OK done\r\n`);
  },
});
export const mailOf = (subject: string, body = 'Hello.') =>
  `Message-ID: <${subject}@x.example>\r\nFrom: a@x.example\r\nSubject: ${subject}\r\n\r\n${body}\r\n`;
export const subjectsOf = (mails: readonly { raw: Buffer }[]) =>
  mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString('latin1'))?.[1]);
