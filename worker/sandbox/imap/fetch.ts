import type { Argument } from './command.ts';
import { textOf } from './command.ts';
import type { KeptMail } from './mailboxes.ts';

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const two = (number: number): string => String(number).padStart(2, '0');

/** `17-Jul-2026 02:44:25 +0000` */
const internalDate = (iso: string): string => {
  const at = new Date(iso);
  const day = `${two(at.getUTCDate())}-${MONTHS[at.getUTCMonth()]}-${at.getUTCFullYear()}`;
  return `${day} ${iso.slice(11, 19)} +0000`;
};

/** The day of a search, `1-Jul-2026`, as ms since 1970; null: it is none. */
const dayOf = (text: string): number | null => {
  const [, day, name = '', year] = /^(\d{1,2})-([A-Za-z]{3})-(\d{4})$/.exec(text) ?? [];
  const month = MONTHS.findIndex((one) => one.toLowerCase() === name.toLowerCase());
  return month < 0 ? null : Date.UTC(Number(year), month, Number(day));
};

const bytesOf = ({ raw }: KeptMail): Buffer => Buffer.from(raw, 'base64');

const headOf = (bytes: Buffer): Buffer => {
  const end = bytes.indexOf('\r\n\r\n');
  return end < 0 ? bytes : bytes.subarray(0, end + 4);
};

/** The fields of a head, each with the lines that continue it. */
const fieldsOf = (head: Buffer): string[] =>
  head
    .toString('latin1')
    .split(/\r\n(?![ \t])/)
    .filter(Boolean);

const nameOf = (field: string): string => field.slice(0, field.indexOf(':')).trim().toLowerCase();

const BODY = /^BODY(?:\.PEEK)?\[(.*)\](?:<(\d+)\.(\d+)>)?$/i;

/** A part of a mail that a FETCH names, with its name in the answer. null: this server has no such part. */
function sectionOf(bytes: Buffer, asked: string): { name: string; bytes: Buffer } | null {
  const [, section = '', start, count] = BODY.exec(asked) ?? [];
  const [, names] = /^HEADER\.FIELDS \((.*)\)$/i.exec(section) ?? [];
  let part: Buffer;
  if (section === '') part = bytes;
  else if (/^HEADER$/i.test(section)) part = headOf(bytes);
  else if (names !== undefined) {
    const wanted = names.toLowerCase().replaceAll('"', '').split(' ');
    const found = fieldsOf(headOf(bytes)).filter((field) => wanted.includes(nameOf(field)));
    part = Buffer.from([...found, '', ''].join('\r\n'), 'latin1');
  } else return null;
  const cut = start === undefined ? part : part.subarray(Number(start), Number(start) + Number(count));
  return { name: `BODY[${section}]${start === undefined ? '' : `<${start}>`}`, bytes: cut };
}

/** The answer to a FETCH of one mail, without the line's beginning. null: it asks for something unknown. */
export function fetched(mail: KeptMail, uid: number, asked: readonly string[]): Buffer | null {
  const bytes = bytesOf(mail);
  const parts: Buffer[] = [];
  const items = asked.some((one) => one.toUpperCase() === 'UID') ? asked : ['UID', ...asked];
  for (const item of items) {
    const space = parts.length > 0 ? ' ' : '';
    const say = (text: string) => parts.push(Buffer.from(`${space}${text}`));
    const name = item.toUpperCase();
    if (name === 'UID') say(`UID ${uid}`);
    else if (name === 'FLAGS') say(`FLAGS (${mail.seen ? '\\Seen' : ''})`);
    else if (name === 'RFC822.SIZE') say(`RFC822.SIZE ${bytes.length}`);
    else if (name === 'INTERNALDATE') say(`INTERNALDATE "${internalDate(mail.at)}"`);
    else {
      const section = BODY.test(item) ? sectionOf(bytes, item) : null;
      if (!section) return null;
      say(`${section.name} {${section.bytes.length}}\r\n`);
      parts.push(section.bytes);
    }
  }
  return Buffer.concat(parts);
}

/** The numbers that a set names, such as `1:4,7,9:*`, of 1 to `last`; null: it is no set. */
export function numbersIn(set: string, last: number): number[] | null {
  const numbers = new Set<number>();
  for (const range of set.split(',')) {
    const [, from, to = from] = /^(\d+|\*)(?::(\d+|\*))?$/.exec(range) ?? [];
    if (from === undefined || to === undefined) return null;
    const [a, b] = [from, to].map((end) => (end === '*' ? last : Number(end)));
    const [least = 0, most = 0] = [a, b].sort((one, other) => (one ?? 0) - (other ?? 0)) as number[];
    for (let number = Math.max(1, least); number <= Math.min(most, last); number += 1) numbers.add(number);
  }
  return [...numbers].sort((a, b) => a - b);
}

/** The numbers of the mails that fit all keys of a SEARCH. null: it has an unknown key. */
export function searched(mails: readonly KeptMail[], keys: readonly Argument[]): number[] | null {
  const words = keys.map(textOf);
  let found = mails.map((_, index) => index + 1);
  for (let at = 0; at < words.length; at += 1) {
    const key = words[at]?.toUpperCase();
    if (key === 'ALL') continue;
    if (key === 'UID') {
      const numbers = numbersIn(words[++at] ?? '', mails.length);
      if (!numbers) return null;
      found = found.filter((number) => numbers.includes(number));
    } else if (key === 'SINCE') {
      const day = dayOf(words[++at] ?? '');
      if (day === null) return null;
      found = found.filter((number) => Date.parse(mails[number - 1]?.at ?? '') >= day);
    } else if (key === 'HEADER') {
      const name = words[++at]?.toLowerCase();
      const text = words[++at]?.toLowerCase() ?? '';
      found = found.filter((number) => {
        const mail = mails[number - 1];
        const fields = mail ? fieldsOf(headOf(bytesOf(mail))) : [];
        return fields.some((field) => nameOf(field) === name && field.toLowerCase().includes(text));
      });
    } else return null;
  }
  return found;
}
