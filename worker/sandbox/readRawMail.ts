import { createHash } from 'node:crypto';
import type { LedgerFile } from './ledger.ts';

/** A mail as Gmail got it, read from RFC 5322. Header names are as they were written; a repeated one is kept once. */
export interface ReadMail {
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly html: string | null;
}

/** `=?utf-8?Q?…?=` and `=?utf-8?B?…?=`; spaces between two of them do not count. */
const decodeWords = (value: string): string =>
  value
    .replace(/(=\?[^?]+\?[bq]\?[^?]*\?=)\s+(?==\?)/gi, '$1')
    .replace(/=\?[^?]+\?([bq])\?([^?]*)\?=/gi, (_, how: string, words: string) =>
      how.toLowerCase() === 'b'
        ? Buffer.from(words, 'base64').toString('latin1')
        : unquoted(words.replaceAll('_', ' ')),
    )
    .replace(/[\x80-\xff]+/g, (bytes) => Buffer.from(bytes, 'latin1').toString('utf8'));

const unquoted = (text: string): string =>
  text.replace(/=([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** Bytes as latin1, so that the parts of a mail can be cut without harm. */
const bodyOf = (encoding: string, body: string): string => {
  const how = encoding.trim().toLowerCase();
  if (how === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  const bytes = how === 'quoted-printable' ? unquoted(body.replace(/=\r?\n/g, '')) : body;
  return Buffer.from(bytes, 'latin1').toString('utf8');
};

const splitPart = (raw: string): { headers: Record<string, string>; body: string } => {
  const end = /\r?\n\r?\n/.exec(raw);
  const head = end ? raw.slice(0, end.index) : raw;
  const headers: Record<string, string> = {};
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon > 0) headers[line.slice(0, colon).trim()] = line.slice(colon + 1).trim();
  }
  return { headers, body: end ? raw.slice(end.index + end[0].length) : '' };
};

/** A header whatever its case. */
export const headerOf = (headers: Readonly<Record<string, string>>, name: string): string | undefined =>
  Object.entries(headers).find(([known]) => known.toLowerCase() === name.toLowerCase())?.[1];

const FILE =
  /(\r\nContent-Disposition: attachment(?:[^\r]|\r\n[ \t])*\r\n(?:[^\r]+\r\n)*\r\n)([A-Za-z0-9+/=\r\n]*)(?=--)/gi;

/** The attachments of a mail, and the mail without their bytes: a ledger of large files would fill the memory. */
export const takeFiles = (raw: Buffer): { raw: string; files: LedgerFile[] } => {
  const files: LedgerFile[] = [];
  const cut = raw.toString('latin1').replace(FILE, (_, head: string, body: string) => {
    const content = Buffer.from(body, 'base64');
    const [, encoded, plain = ''] = /filename(?:\*(?:0\*)?=utf-8''([^;\s]*)|="?([^"\r;]*))/i.exec(head) ?? [];
    const sha256 = createHash('sha256').update(content).digest('hex');
    files.push({ name: encoded ? decodeURIComponent(encoded) : decodeWords(plain), size: content.length, sha256 });
    return `${head}\r\n`;
  });
  return { raw: Buffer.from(cut, 'latin1').toString('utf8'), files };
};

const textsOf = (raw: string): { text: string | null; html: string | null } => {
  const { headers, body } = splitPart(raw);
  const type = headerOf(headers, 'Content-Type') ?? 'text/plain';
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(type)?.[1];
  if (boundary) {
    const parts = body
      .split(`--${boundary}`)
      .slice(1, -1)
      .map((part) => textsOf(part.replace(/^\r?\n/, '').replace(/\r?\n$/, '')));
    const first = (kind: 'text' | 'html') => parts.find((part) => part[kind] !== null)?.[kind] ?? null;
    return { text: first('text'), html: first('html') };
  }
  const content = bodyOf(headerOf(headers, 'Content-Transfer-Encoding') ?? '7bit', body).replace(/\r\n/g, '\n');
  return /^text\/html/i.test(type) ? { text: null, html: content } : { text: content, html: null };
};

export const readRawMail = (bytes: Buffer): ReadMail => {
  const raw = bytes.toString('latin1');
  const { headers } = splitPart(raw);
  const decoded = Object.entries(headers).map(([name, value]): [string, string] => [name, decodeWords(value)]);
  const { text, html } = textsOf(raw);
  return { headers: Object.fromEntries(decoded), text: (text ?? '').replace(/\n$/, ''), html };
};

/** The addresses of a To or From line, each with its name. */
export const addressesOf = (line: string): { email: string; name: string | null }[] =>
  (line.match(/(?:"(?:[^"\\]|\\.)*"|[^,"])+/g) ?? []).map((one) => {
    const [, name = '', email] = /^\s*"?(.*?)"?\s*<([^<>]*)>\s*$/.exec(one) ?? [];
    return { email: (email ?? one).trim(), name: name.trim() || null };
  });
