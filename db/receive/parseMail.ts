import { simpleParser } from 'mailparser';
import sanitizeHtml from 'sanitize-html';
import { newPartOf } from '../../events/conversations/newPart.ts';
import { JUDGED_HEADERS } from '../../events/conversations/responders.ts';
import { tooMuchOf, wordsOf } from '../parse/htmlLimits.ts';
import { boundedMail } from './boundedMail.ts';
import { idsIn } from './mailIds.ts';
import { textOfMail } from './mailText.ts';
import { quotedIn } from './quoted.ts';
import type { ReadMail } from './readMail.ts';
import { reportIn } from './report.ts';

/** At most this much of a mail is read. */
const MOST_BYTES = 25 * 1024 * 1024;
const MOST_TEXT = 100_000;
/** Of its parts, encoded. */
const MOST_OF_PARTS = { html: 3 * 1024 * 1024, file: MOST_BYTES };
const MOST_SIMPLY = { html: 3 * MOST_TEXT, file: 0 };
const LONGEST_STYLE = 1_000;
const MOST_HTML = 500_000;
const LONGEST_HEADER = 998;
const MOST_REFERENCES = 50;
const MOST_COPIES = 20;
const LONGEST_ADDRESS = 254;
const MOST_FILES = 50;
const LONGEST_NAME = 200;
/** At most this much of each part of a report is read. */
const MOST_REPORT = 64 * 1024;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim().slice(0, LONGEST_HEADER);
const unfolded = (line: string): string => oneLine(line.slice(line.indexOf(':') + 1));

type Addresses = {
  value: readonly { address?: string | undefined; group?: readonly { address?: string | undefined }[] | undefined }[];
};
const addressesIn = (fields: Addresses | readonly Addresses[] | undefined): string[] =>
  [fields ?? []].flat().flatMap(({ value }) =>
    value
      .flatMap(({ group, ...one }) => group ?? [one])
      .map(({ address = '' }) => oneLine(address).toLowerCase())
      .filter((address) => /^[^\s@<>]+@[^\s@<>]+$/.test(address) && address.length <= LONGEST_ADDRESS),
  );

/** `cut`: more of it came than this. `simply`: a first try took too long, so its HTML is not parsed and its files are left out. */
export type HowToParse = { cut: boolean; simply: boolean };

/**
 * Parses a mail as it came (RFC 5322). Texts are cut, and HTML is sanitized. Of a mail that cannot be parsed the headers are read alone: it is
 * somebody's reply all the same.
 */
export async function parseMail(raw: Buffer, how: HowToParse = { cut: false, simply: false }): Promise<ReadMail> {
  try {
    return await parseWhole(raw, { ...how, cut: how.cut || raw.length > MOST_BYTES });
  } catch {
    const [head = ''] = raw.toString('latin1', 0, MOST_REPORT).split(/\r?\n\r?\n/, 1);
    const lines = head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/);
    const plain = lines.filter((line) => !/^(content-|mime-version)/i.test(line)).join('\r\n');
    return { ...(await parseWhole(Buffer.from(`${plain}\r\n\r\n`, 'latin1'), how)), unparsed: true };
  }
}

async function parseWhole(whole: Buffer, { cut: isPart, simply }: HowToParse): Promise<ReadMail> {
  const bounded = boundedMail(whole.subarray(0, MOST_BYTES), simply ? MOST_SIMPLY : MOST_OF_PARTS);
  const isCut = isPart || simply || bounded.isCut;
  const mail = await simpleParser(bounded.raw, {
    keepCidLinks: true,
    keepDeliveryStatus: true,
    ignoreEmbedded: true,
    skipHtmlToText: true,
    skipTextToHtml: true,
    checksumAlgo: false,
  });
  const given = mail.html || '';
  const excess = simply ? 'tags' : tooMuchOf(given);
  const plain = mail.text?.trim() ?? '';
  const isInText = plain !== '' && bounded.hasAlternative;
  const isLong = given.length > 2 * MOST_HTML;
  const inHtml = isInText || given === '' ? '' : (excess ?? isLong) ? wordsOf(given) : textOfMail(given);
  const lines = mail.headerLines ?? [];
  const lineOf = (name: string) => lines.find(({ key }) => key === name)?.line;
  const headers = Object.fromEntries(
    JUDGED_HEADERS.flatMap((name) => {
      const line = lineOf(name);
      return line === undefined ? [] : [[name, unfolded(line)]];
    }),
  );
  const idsOf = (name: string) =>
    lines.flatMap(({ key, line }) => (key === name ? idsIn(line.slice(line.indexOf(':') + 1)) : []));
  const [sender] = mail.from?.value.flatMap(({ group, ...one }) => group ?? [one]) ?? [];
  const { text, html, truncated } = cut(`${inHtml}\n${plain}`, excess === 'tags' ? null : given || null);
  const report = await reportIn({
    header: (name) => unfolded(lineOf(name) ?? ':'),
    ...{ from: oneLine(sender?.address ?? '').toLowerCase(), fromName: oneLine(sender?.name ?? '') },
    ...{ subject: oneLine(mail.subject ?? ''), text, raw: () => bodyOf(bounded.raw), parts: mail.attachments },
  });
  const attached = mail.attachments.filter(
    ({ contentType, related }) => !related && !(report && /^(message|text)\//.test(contentType)),
  );
  const files = attached.slice(0, MOST_FILES);
  return {
    from: oneLine(sender?.address ?? '').toLowerCase(),
    fromName: oneLine(sender?.name ?? '') || null,
    subject: oneLine(mail.subject ?? ''),
    text,
    newPart:
      isInText && !excess && !isLong && given !== ''
        ? shorterPart(newPartOf(text), newPartOf(textOfMail(given)))
        : newPartOf(text),
    html,
    internetMessageId: idsOf('message-id')[0] ?? null,
    references: idsOf('references').slice(-MOST_REFERENCES),
    inReplyTo: idsOf('in-reply-to').slice(0, MOST_REFERENCES),
    replyTo: addressesIn(mail.replyTo)[0] ?? null,
    copies: [...new Set([...addressesIn(mail.to), ...addressesIn(mail.cc)])].slice(0, MOST_COPIES),
    quoted: quotedIn(text, given),
    headers,
    truncated: truncated || isCut || excess === 'tags',
    files: files.map(({ filename, contentType, size }) => ({
      name: oneLine(filename ?? '').slice(0, LONGEST_NAME),
      type: contentType,
      // it is not known where the mail was cut
      size: isCut ? null : size,
    })),
    contents: files.map(({ content }) => (isCut ? null : content)),
    // nothing is left of it, or Outlook put all of it into a file of its own
    unparsed: text === '' && html === null && (isCut || (files.length > 0 && files.every(isWinmail))),
    report,
  };
}

/** HTML marks a quotation that the plain text of the same mail may not. */
function shorterPart(own: string, ownInHtml: string): string {
  const lettersOf = (text: string) => text.replace(/\s+/g, '');
  return ownInHtml !== '' && lettersOf(own).startsWith(lettersOf(ownInHtml)) ? ownInHtml : own;
}

/** Texts as they are kept. HTML that is too long, or empty after sanitizing, is left out, because the text says the same. */
export function cut(text: string, html: string | null): { text: string; html: string | null; truncated: boolean } {
  const whole = text.replace(/\r\n?/g, '\n').trim();
  const safe = html === null || html.length > 4 * MOST_HTML ? null : sanitize(html).trim();
  const tooLong = whole.length > MOST_TEXT || (html !== null && (safe?.length ?? MOST_HTML + 1) > MOST_HTML);
  return {
    text: whole.slice(0, MOST_TEXT),
    html: safe && safe.length <= MOST_HTML ? safe : null,
    truncated: tooLong,
  };
}

const bodyOf = (raw: Buffer): string =>
  raw
    .toString('utf8')
    .split(/\r?\n\r?\n/)
    .slice(1)
    .join('\n\n');

const isWinmail = ({ contentType, filename }: { contentType: string; filename?: string | undefined }): boolean =>
  /^application\/(vnd\.)?ms-tnef$/i.test(contentType) || /^winmail\.dat$/i.test(filename ?? '');

/** A relative address would lead into our own app, because a mail's frame has the address of its page. */
const LINK = /^(?:https?:\/\/|mailto:|tel:)/i;

/**
 * HTML of strangers, safe to show in a sandboxed frame: text, lists, tables and links. No script, no style that reaches out, and nothing that loads
 * when shown. So the sender does not learn when it was read. A link opens a tab that knows nothing of ours.
 */
export const sanitize = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [
      ...['p', 'div', 'span', 'br', 'hr', 'b', 'strong', 'i', 'em', 'u', 's', 'small', 'sub', 'sup', 'font', 'center'],
      ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'pre', 'code', 'ul', 'ol', 'li', 'dl', 'dt', 'dd'],
      ...['table', 'thead', 'tbody', 'tfoot', 'tr', 'th', 'td', 'caption', 'a'],
    ],
    allowedAttributes: {
      a: ['href', 'title', 'rel', 'target'],
      font: ['color'],
      td: ['colspan', 'rowspan', 'align', 'valign'],
      th: ['colspan', 'rowspan', 'align', 'valign'],
      ol: ['start', 'type'],
      '*': ['dir', 'lang', 'style'],
    },
    allowedStyles: {
      '*': {
        color: [/^#[0-9a-f]{3,8}$/i, /^rgb\([\d\s,.%]+\)$/i, /^[a-z]{3,20}$/i],
        'background-color': [/^#[0-9a-f]{3,8}$/i, /^rgb\([\d\s,.%]+\)$/i, /^[a-z]{3,20}$/i],
        'text-align': [/^(left|right|center|justify)$/i],
        'font-weight': [/^(bold|normal|[1-9]00)$/i],
        'font-style': [/^(italic|normal)$/i],
        'text-decoration': [/^(underline|line-through|none)$/i],
      },
    },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    disallowedTagsMode: 'discard',
    nonTextTags: ['script', 'style', 'textarea', 'option', 'noscript', 'title', 'template'],
    nestingLimit: 100,
    transformTags: {
      '*': (tagName, { style = '', ...attribs }) => ({
        tagName,
        attribs: { ...attribs, ...(style !== '' && style.length <= LONGEST_STYLE && { style }) },
      }),
      a: (tagName, { href, ...attribs }) => ({
        tagName,
        attribs: {
          ...(href && LINK.test(href.trim()) && { href: href.trim() }),
          ...attribs,
          ...{ rel: 'noopener noreferrer nofollow', target: '_blank' },
        },
      }),
    },
  });
