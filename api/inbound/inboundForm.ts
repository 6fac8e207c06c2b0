/**
 * Reads what Inbound Parse posts (multipart/form-data) as it comes. Anyone can post here. The work is linear in the
 * bytes, and each fact is judged once. Little stays in memory until the mail is proved to be ours. Then it is cut at a limit and kept: SendGrid drops
 * a mail permanently on 4xx.
 */

const KB = 1024;
const MB = 1024 * KB;
/** SendGrid posts mails of up to 30 MB. */
const MAX_BODY = 40 * MB;
const MAX_PARTS = 1_000;
/** The header lines of a part. */
const MAX_PART_HEAD = 8 * KB;
/** The limit before the recipient is known, and after; parseMail cuts it further. */
const MAX_UNPROVED = MB;
const MAX_PROVED = 25 * MB;
const MAX_SHORT = 64 * KB;
/** The headers of the mail may name the recipient before the envelope does. */
const MAX_MAIL_HEAD = 64 * KB;
/** RFC 2046. */
const MAX_BOUNDARY = 70;

/** Other fields are not kept. In the usual form, each attachment has its own field. */
const SHORT_FIELDS = ['envelope', 'to', 'headers', 'attachment-info'];
const LONG_FIELDS = ['email', 'text', 'html'];
const JUDGED = ['envelope', 'to', 'email'];
const FILE_FIELD = /^attachment\d{1,3}$/;

/** The fields by their names, cut where they were too long. An attachment that was too long is missing. */
export type InboundFields = ReadonlyMap<string, Buffer>;
/** `cut`: more of the mail came than was kept. */
export type InboundForm = { fields: InboundFields; cut: boolean };
export type NotTaken = 'foreign' | 'no_form' | 'too_large';

type Kind = 'short' | 'long' | 'file';

/** A field that grows. It copies each byte a constant number of times, however small the pieces are. */
class Field {
  length = 0;
  isCut = false;
  private bytes = Buffer.alloc(0);

  constructor(
    readonly name: string,
    readonly kind: Kind,
  ) {}

  add(piece: Buffer): void {
    const length = this.length + piece.length;
    if (length > this.bytes.length) {
      const grown = Buffer.alloc(Math.max(length, 2 * this.bytes.length));
      this.bytes.copy(grown, 0, 0, this.length);
      this.bytes = grown;
    }
    piece.copy(this.bytes, this.length);
    this.length = length;
  }

  content = (max = this.length): Buffer => this.bytes.subarray(0, Math.min(max, this.length));
}

const boundaryOf = (contentType: string): string | null => {
  const [, quoted, plain] = /^multipart\/form-data\b.*;\s*boundary=(?:"([^"]+)"|([^;\s]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? plain ?? '';
  return boundary && boundary.length <= MAX_BOUNDARY ? boundary : null;
};

/** The field that a part's header lines begin; null: it is not kept. */
function fieldOf(head: string): Field | null {
  const name = /;\s*name="([^"]{1,100})"/i.exec(head)?.[1] ?? '';
  if (/;\s*filename=/i.test(head)) return FILE_FIELD.test(name) ? new Field(name, 'file') : null;
  if (LONG_FIELDS.includes(name)) return new Field(name, 'long');
  return SHORT_FIELDS.includes(name) ? new Field(name, 'short') : null;
}

/**
 * `isOurs`: whether a text proves that the mail is ours. It is asked once each for `to`, `envelope` and the headers of the mail. Reading stops
 * when the envelope proves nothing, or at a limit. Throws when a mail of ours breaks off.
 */
export async function readInboundForm(
  { contentType, body }: { contentType: string; body: ReadableStream<Uint8Array> | null },
  isOurs: (text: string) => boolean,
): Promise<InboundForm | NotTaken> {
  const boundary = boundaryOf(contentType);
  if (!boundary || !body) return 'no_form';
  const reader = new FormReader(boundary, isOurs);
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    const stopped = reader.push(chunk);
    if (stopped) return reader.stopAt(stopped);
  }
  return reader.end();
}

class FormReader {
  private readonly line: Buffer;
  private readonly fields = new Map<string, Buffer>();
  private readonly judged = new Set<string>();
  private proved = false;
  private cut = false;
  private size = 0;
  private parts = 0;
  private longBytes = 0;
  private state: 'between' | 'in_part' | 'ended' = 'between';
  private field: Field | null = null;
  // the first boundary has no line end before it
  private waiting: Buffer = Buffer.from('\r\n');

  constructor(
    boundary: string,
    private readonly isOurs: (text: string) => boolean,
  ) {
    this.line = Buffer.from(`\r\n--${boundary}`);
  }

  /** Answers why it reads no further; null: more may come. */
  push(chunk: Uint8Array): NotTaken | null {
    this.size += chunk.length;
    if (this.size > MAX_BODY) return 'too_large';
    if (this.state === 'ended') return null;
    this.waiting = Buffer.concat([this.waiting, chunk]);
    for (;;) {
      const next = this.state === 'in_part' ? this.readPart() : this.readHead();
      if (next !== 'go_on') return next;
    }
  }

  /** At a limit, keeps the received part of a mail of ours. */
  stopAt(why: NotTaken): InboundForm | NotTaken {
    if (!this.proved) return why;
    this.endField(true);
    return { fields: this.fields, cut: true };
  }

  end(): InboundForm | NotTaken {
    if (!this.proved) return this.parts > 0 ? 'foreign' : 'no_form';
    // SendGrid posts a refused mail again
    if (this.state !== 'ended') throw new Error('The posted mail broke off.');
    return { fields: this.fields, cut: this.cut };
  }

  private readHead(): NotTaken | 'go_on' | null {
    const { waiting, line } = this;
    const start = waiting.indexOf(line);
    if (start >= 0 && waiting.toString('latin1', start + line.length, start + line.length + 2) === '--') {
      this.state = 'ended';
      return null;
    }
    const end = start < 0 ? -1 : waiting.indexOf('\r\n\r\n', start + line.length);
    if ((end < 0 ? waiting.length : end - start) > MAX_PART_HEAD) return 'no_form';
    if (end < 0) return null;
    this.parts += 1;
    if (this.parts > MAX_PARTS) return 'too_large';
    const field = fieldOf(waiting.toString('latin1', start + line.length, end));
    // the first of a name counts
    this.field = field && !this.fields.has(field.name) ? field : null;
    this.state = 'in_part';
    // the line end before the next boundary may be the one of this head
    this.waiting = waiting.subarray(end + 2);
    if (this.waiting.indexOf(line) !== 0) this.waiting = waiting.subarray(end + 4);
    return 'go_on';
  }

  private readPart(): NotTaken | 'go_on' | null {
    const { waiting, line } = this;
    const end = waiting.indexOf(line);
    const sure = end < 0 ? Math.max(0, waiting.length - line.length) : end;
    this.keep(waiting.subarray(0, sure));
    this.waiting = waiting.subarray(sure);
    if (end < 0) return null;
    this.state = 'between';
    return this.endField() ?? 'go_on';
  }

  private keep(bytes: Buffer): void {
    const { field } = this;
    if (!field) return;
    const isShort = field.kind === 'short';
    const room = isShort ? MAX_SHORT - field.length : (this.proved ? MAX_PROVED : MAX_UNPROVED) - this.longBytes;
    const fits = bytes.subarray(0, Math.max(0, room));
    field.add(fits);
    if (!isShort) this.longBytes += fits.length;
    if (fits.length < bytes.length) field.isCut = true;
    if (field.name === 'email' && field.length >= MAX_MAIL_HEAD) this.judge(field);
  }

  private endField(isCut = this.field?.isCut): NotTaken | null {
    const { field } = this;
    this.field = null;
    if (!field) return null;
    this.judge(field);
    if (isCut && field.kind === 'long') this.cut = true;
    if (!isCut || field.kind !== 'file') this.fields.set(field.name, field.content());
    return field.name === 'envelope' && !this.proved ? 'foreign' : null;
  }

  private judge({ name, content }: Field): void {
    if (!JUDGED.includes(name) || this.judged.has(name)) return;
    this.judged.add(name);
    this.proved ||= this.isOurs(name === 'email' ? headOf(content(MAX_MAIL_HEAD)) : content().toString());
  }
}

function headOf(mail: Buffer): string {
  const text = mail.toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  return end < 0 ? text : text.slice(0, end);
}
