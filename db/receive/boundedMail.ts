/** A mail is cut before a parser gets it (RFC 2046 boundaries, RFC 5322 headers). An ordinary one stays as it is. */
import { JUDGED_HEADERS } from '../../events/conversations/responders.ts';

/** At most this much of the headers of a mail or part is read. */
const MOST_HEAD = 2 * 1024 * 1024;
const MOST_PART_HEAD = 64 * 1024;
/** Of longer ones, only what is read is kept. */
const MOST_FIELDS = 256 * 1024;
const LONGEST_FIELD = 16 * 1024;
/** Headers that parseMail reads, and those of the mail's structure. They are kept before others. */
const READ = new RegExp(
  `^(?:from|to|subject|date|message-id|references|in-reply-to|mime-version|content-[a-z-]+|${JUDGED_HEADERS.join('|')})\\s*:`,
  'i',
);
const MOST_PARTS = 500;
const MOST_MULTIPARTS = 20;
/** Lines that look like a boundary. */
const MOST_CANDIDATES = 100_000;
const LONGEST_BOUNDARY = 200;

export type BoundedMail = {
  raw: Buffer;
  /** Something was left out. */
  isCut: boolean;
  /** Its HTML says the same as its text. */
  hasAlternative: boolean;
};

type Head = { bytes: Buffer; end: number; type: string; boundary: string | null; isFile: boolean; isCut: boolean };

/** A line that separates parts: where it begins and ends, and whether it is the last one of its multipart. */
type Boundary = { at: number; end: number; closes: boolean };

function headAt(raw: Buffer, start: number): Head {
  const looked = raw.toString('latin1', start, start + (start === 0 ? MOST_HEAD : MOST_PART_HEAD));
  const blank = /^\r?\n|\n\r?\n/.exec(looked);
  const length = blank ? blank.index + blank[0].length : looked.length;
  const fields = looked.slice(0, length).split(/\n(?![ \t])/);
  const isLong = length > MOST_FIELDS;
  const kept = fields
    .filter((field) => !isLong || field.length <= 1 || READ.test(field))
    .map((field) => field.slice(0, LONGEST_FIELD));
  const fieldOf = (name: string) => kept.find((field) => field.toLowerCase().startsWith(`${name}:`)) ?? '';
  const type = fieldOf('content-type');
  const [, quoted, plain] = /;\s*boundary\s*=\s*(?:"([^"]{1,200})"|([^\s;"]{1,200}))/i.exec(type) ?? [];
  return {
    bytes: Buffer.from(`${kept.join('\n')}${blank ? '' : '\r\n\r\n'}`, 'latin1'),
    end: start + length,
    type: type.toLowerCase(),
    boundary: /^[^:]+:\s*multipart\//i.test(type) ? (quoted ?? plain ?? null) : null,
    isFile: /^[^:]+:\s*attachment/i.test(fieldOf('content-disposition')),
    isCut: !blank || isLong || fields.some(({ length: all }) => all > LONGEST_FIELD),
  };
}

/** Bytes that are kept of a text with markup (a third of that for plain text), and of any other part. */
export type MostOfParts = { html: number; file: number };

/** A multipart has nothing of its own to read. */
function roomFor({ type, boundary, isFile }: Head, { html, file }: MostOfParts): number {
  if (boundary !== null) return MOST_PART_HEAD;
  if (isFile || !/^$|^[^:]+:\s*text\//.test(type)) return file;
  return /^[^:]+:\s*text\/html/.test(type) ? html : html / 3;
}

export function boundedMail(raw: Buffer, most: MostOfParts): BoundedMail {
  const kept: Buffer[] = [];
  const boundaries = new Set<string>();
  let isCut = false;
  let hasAlternative = false;
  let candidates = 0;

  function nextBoundary(from: number): Boundary | null {
    for (let at = from === 0 ? 0 : from - 1; ; ) {
      at = raw.indexOf('\n--', at);
      candidates += 1;
      if (at < 0 || candidates > MOST_CANDIDATES) return null;
      const line = raw.toString('latin1', at + 3, at + 3 + LONGEST_BOUNDARY + 4).split(/[ \t]*\r?\n/, 1)[0] ?? '';
      const closes = !boundaries.has(line) && line.endsWith('--') && boundaries.has(line.slice(0, -2));
      if (closes || boundaries.has(line)) {
        const end = raw.indexOf('\n', at + 1);
        return { at: at + 1, end: end < 0 ? raw.length : end + 1, closes };
      }
      at += 1;
    }
  }

  let start = 0;
  let closed = false;
  for (let parts = 1; start < raw.length; parts += 1) {
    const head: Head | null = closed ? null : headAt(raw, start);
    if (head) {
      kept.push(head.bytes);
      isCut ||= head.isCut;
      hasAlternative ||= /^[^:]+:\s*multipart\/alternative/.test(head.type);
      if (head.boundary) boundaries.add(head.boundary);
    }
    if (parts > MOST_PARTS || boundaries.size > MOST_MULTIPARTS)
      return { raw: Buffer.concat(kept), isCut: true, hasAlternative };
    const bodyStart: number = head?.end ?? start;
    const next: Boundary | null = boundaries.size > 0 ? nextBoundary(bodyStart) : null;
    isCut ||= candidates > MOST_CANDIDATES;
    const body = raw.subarray(bodyStart, next?.at ?? raw.length);
    const room = head ? roomFor(head, most) : 0;
    if (head && body.length > room) isCut = true;
    kept.push(body.subarray(0, room), ...(body.length > room ? [Buffer.from('\r\n')] : []));
    if (!next) break;
    kept.push(raw.subarray(next.at, next.end));
    start = next.end;
    closed = next.closes;
  }
  return { raw: Buffer.concat(kept), isCut, hasAlternative };
}
