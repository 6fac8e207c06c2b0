/** The rules for the bytes of every email, however it left. */
import { simpleParser } from 'mailparser';
import { expect } from 'vitest';

/** The longest line that a mail may have, without its line end (RFC 5322, 2.1.1). */
const LONGEST_LINE = 998;

/** The header lines of a mail, unfolded, as they are. */
export function headerLines(raw: Buffer): string[] {
  const [head = ''] = raw.toString('latin1').split('\r\n\r\n');
  return head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
}

export type ExpectedMail = {
  from: { name: string; address: string };
  to: string;
  replyTo: string | null;
  subject: string;
  /** The required parts of its text. */
  text: readonly string[];
  publicUrl: string;
};

/** Checks the bytes against RFC 5322, 2045, 2047 and 8058; answers the link of its List-Unsubscribe. */
export async function checkBytes(raw: Buffer, expected: ExpectedMail): Promise<string> {
  const text = raw.toString('latin1');
  expect(text.replace(/\r\n/g, '')).not.toMatch(/[\r\n]/);
  for (const line of text.split('\r\n')) expect(line.length).toBeLessThanOrEqual(LONGEST_LINE);
  const lines = headerLines(raw);
  // what no server added is ASCII, and each header stands once
  for (const line of lines) expect(line).toMatch(/^[\x21-\x39\x3b-\x7e]+:[\x20-\x7e\t]*$/);
  const once = ['from', 'to', 'reply-to', 'subject', 'message-id', 'date', 'mime-version', 'list-unsubscribe'];
  const names = lines.map((line) => line.slice(0, line.indexOf(':')).toLowerCase());
  for (const name of once.filter((one) => one !== 'reply-to' || expected.replyTo !== null))
    expect(
      names.filter((found) => found === name),
      name,
    ).toHaveLength(1);
  expect(names).not.toContain('bcc');
  expect(names).not.toContain('x-injected');

  const mail = await simpleParser(raw, { skipTextToHtml: true });
  expect(mail.from?.value).toEqual([expected.from]);
  expect([mail.to].flat().flatMap((to) => to?.value.map(({ address }) => address) ?? [])).toEqual([expected.to]);
  expect(mail.replyTo?.value.map(({ address }) => address) ?? null).toEqual(expected.replyTo && [expected.replyTo]);
  expect(mail.subject).toEqual(expected.subject);
  expect(mail.headers.get('content-type')).toMatchObject({ value: 'multipart/alternative' });
  // what a program without HTML shows comes first (RFC 2046, 5.1.4)
  expect(text.search(/^content-type: text\/plain/im)).toBeLessThan(text.search(/^content-type: text\/html/im));
  const html = typeof mail.html === 'string' ? mail.html : '';
  for (const part of expected.text) {
    expect(mail.text).toContain(part);
    expect(html).toContain(part.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'));
  }
  expect(html).not.toMatch(/<(script|img|link|iframe|style)\b/i);

  expect(lines).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const [, link = ''] = /^List-Unsubscribe: <([^<>\s]+)>$/m.exec(lines.join('\n')) ?? [];
  expect(link.startsWith(`${expected.publicUrl}/`)).toBe(true);
  expect(mail.text).toContain(link);
  return link;
}
