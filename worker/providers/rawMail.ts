import { createTransport } from 'nodemailer';
import type { MailFile } from './mailProvider.ts';

/** A mail before it is written as RFC 5322. No field can add a header: line breaks are folded away by the writer. */
export type MailToWrite = {
  from: { name: string | null; email: string };
  to: string;
  toName?: string | null | undefined;
  /** Cc. */
  copies?: readonly string[] | undefined;
  /** With the name of From. */
  replyTo?: string | null;
  subject: string;
  text: string;
  html?: string | undefined;
  /** Without angle brackets; unset: a random one. */
  messageId?: string;
  headers?: Record<string, string>;
  file?: MailFile | null | undefined;
};

/** No header ends before its value does. */
export const oneLine = (value: string): string => value.replace(/[\r\n]+/g, ' ');

/** Links are not folded: some mail programs do not read a List-Unsubscribe that begins on its second line. */
const inOneLine = (value: string) => ({ prepared: true, value: oneLine(value) });

/** A mail as it goes over the wire: its bytes, RFC 5322 with CRLF, and the addresses of its envelope. */
export type WrittenMail = { raw: Buffer; envelope: { from: string; to: string[] } };

export async function writeMail(mail: MailToWrite): Promise<WrittenMail> {
  const id: Record<string, string> = mail.messageId ? { 'Message-ID': `<${mail.messageId}>` } : {};
  // the writer checks these two, and takes no prepared ones
  const { 'In-Reply-To': inReplyTo, References: references, ...headers } = { ...mail.headers, ...id };
  const writer = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message, envelope } = await writer.sendMail({
    from: { name: oneLine(mail.from.name ?? ''), address: mail.from.email },
    to: { name: oneLine(mail.toName ?? ''), address: mail.to },
    cc: (mail.copies ?? []).map((address) => ({ name: '', address })),
    ...(mail.replyTo ? { replyTo: { name: oneLine(mail.from.name ?? ''), address: mail.replyTo } } : {}),
    subject: oneLine(mail.subject),
    text: mail.text,
    ...(mail.html ? { html: mail.html } : {}),
    ...(mail.file
      ? { attachments: [{ filename: mail.file.name, contentType: mail.file.type, content: mail.file.content }] }
      : {}),
    ...(inReplyTo ? { inReplyTo } : {}),
    ...(references ? { references } : {}),
    headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, inOneLine(value)])),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return { raw: message as Buffer, envelope: { from: envelope.from || mail.from.email, to: envelope.to } };
}

/** The bytes alone. */
export const rawMail = async (mail: MailToWrite): Promise<Buffer> => (await writeMail(mail)).raw;
