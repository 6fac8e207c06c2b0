/**
 * Reads what Inbound Parse posts (multipart/form-data) as it comes. Until it is known that the mail is ours, only its first part stays in memory,
 * since anyone can post here.
 */

/** SendGrid posts mails of up to 30 MB. */
const MOST_BODY = 40 * 1024 * 1024;
/** Kept of the mail itself until its recipient is known. */
const MOST_UNKNOWN = 1024 * 1024;
/** Kept of one that is ours; parseMail cuts it further. */
const MOST_KNOWN = 25 * 1024 * 1024;
/** The fields that hold the mail; any other is short. Of the usual form, attachments have fields of their own. */
const LONG_FIELDS = ['email', 'text', 'html'];
const FILE_FIELD = /^attachment\d{1,3}$/;
const MOST_SHORT = 64 * 1024;
const MOST_FIELDS = 100;
/** After so many bytes the headers have arrived, which may name the recipient. */
const HEADERS_CAME = 64 * 1024;
/** The headers of a part, and the line that ends it. */
const MOST_HEAD = 16 * 1024;

/** The fields by their names, cut where they were too long. An attachment that was too long is missing. */
export type InboundFields = ReadonlyMap<string, Buffer>;
/** `cut`: more of the mail came than was kept. */
export type InboundForm = { fields: InboundFields; cut: boolean };

type Verdict = 'ours' | 'not_ours' | null;

const boundaryOf = (contentType: string): string | null => {
  const [, quoted, plain] = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  return quoted ?? plain ?? null;
};

/**
 * `judge`: whose mail it is, asked after each field and once within a long one; null: it cannot be said yet. Answers null as soon as the mail is not
 * ours, is no form, or is too large.
 */
export async function readInboundForm(
  { contentType, body }: { contentType: string; body: ReadableStream<Uint8Array> | null },
  judge: (fields: InboundFields) => Verdict,
): Promise<InboundForm | null> {
  const boundary = boundaryOf(contentType);
  if (!boundary || !body) return null;
  const line = Buffer.from(`\r\n--${boundary}`);
  const fields = new Map<string, Buffer>();
  let verdict: Verdict = null;
  let size = 0;
  let ofMail = 0;
  let cut = false;
  // the first boundary has no line end before it
  let waiting: Buffer = Buffer.from('\r\n');
  /** The field that is being read; null: between two fields; '': one that is not kept. */
  let name: string | null = null;
  let parts: Buffer[] = [];

  let length = 0;
  let isFile = false;
  let fileCut = false;
  const ask = () => {
    if (name && verdict === null) verdict = judge(new Map([...fields, [name, Buffer.concat(parts)]]));
  };
  const keep = (bytes: Buffer) => {
    if (!name || bytes.length === 0 || fields.size > MOST_FIELDS) return;
    const isLong = isFile || LONG_FIELDS.includes(name);
    const room = isLong ? (verdict === 'ours' ? MOST_KNOWN : MOST_UNKNOWN) - ofMail : MOST_SHORT - length;
    const fits = bytes.subarray(0, Math.max(0, room));
    if (isLong) ofMail += fits.length;
    if (isLong && fits.length < bytes.length) {
      if (isFile) fileCut = true;
      else cut = true;
    }
    // a view would keep the whole of what came with it
    parts.push(Buffer.from(fits));
    const before = length;
    length += fits.length;
    if (isLong && !isFile && before < HEADERS_CAME && length >= HEADERS_CAME) ask();
  };
  const end = () => {
    ask();
    if (name && !fileCut) fields.set(name, Buffer.concat(parts));
    fileCut = false;
    name = null;
    parts = [];
    length = 0;
  };

  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    size += chunk.length;
    if (size > MOST_BODY) return null;
    waiting = waiting.length === 0 ? Buffer.from(chunk) : Buffer.concat([waiting, chunk]);
    for (;;) {
      const at = waiting.indexOf(line);
      if (name === null) {
        const head = at < 0 ? -1 : waiting.indexOf('\r\n\r\n', at + line.length);
        if (head < 0) {
          if (waiting.length > MOST_HEAD) return null;
          break;
        }
        const text = waiting.toString('latin1', at + line.length, head);
        const named = /;\s*name="([^"]{1,100})"/i.exec(text)?.[1] ?? '';
        isFile = /;\s*filename=/i.test(text);
        name = isFile && !FILE_FIELD.test(named) ? '' : named;
        // the line end before the next boundary may be the one of this head
        waiting = waiting.subarray(head + 2);
        if (waiting.indexOf(line) !== 0) waiting = waiting.subarray(2);
        continue;
      }
      if (at < 0) {
        const sure = Math.max(0, waiting.length - line.length);
        keep(waiting.subarray(0, sure));
        waiting = waiting.subarray(sure);
        break;
      }
      keep(waiting.subarray(0, at));
      waiting = waiting.subarray(at);
      end();
      if (verdict === 'not_ours') return null;
    }
  }
  if (verdict !== 'ours') return null;
  // SendGrid posts again what was not taken
  if (name !== null) throw new Error('The posted mail broke off.');
  return { fields, cut };
}
