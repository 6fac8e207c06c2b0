/** Reads what a client of IMAP sends (RFC 3501). */

/** A word or a quoted text, a literal, or a list in parentheses. */
export type Argument = string | Buffer | Argument[];
export type Command = { tag: string; name: string; args: Argument[] };

/** A client's error that is answered without reading on. `NO` refuses an announcement, `BAD` is no IMAP. */
export class Unreadable extends Error {
  readonly tag: string;
  readonly answer: 'NO' | 'BAD';
  constructor(tag: string, answer: 'NO' | 'BAD', text: string) {
    super(text);
    this.tag = tag;
    this.answer = answer;
  }
}

const LONGEST_LINE = 16_384;
const LONGEST_LITERAL = 8_192;
export const LARGEST_MAIL = 25_000_000;

/** Takes lines and literals from what comes in. `null`: the connection has ended. */
export class CommandReader {
  private rest: Buffer = Buffer.alloc(0);
  private readonly pieces: AsyncIterator<Buffer>;
  private readonly goOn: () => void;
  constructor(incoming: AsyncIterable<Buffer>, goOn: () => void) {
    this.pieces = incoming[Symbol.asyncIterator]();
    this.goOn = goOn;
  }

  private async more(): Promise<boolean> {
    const { value, done } = await this.pieces.next();
    if (done) return false;
    this.rest = Buffer.concat([this.rest, value as Buffer]);
    return true;
  }

  async line(tag = '*'): Promise<string | null> {
    for (let end = this.rest.indexOf('\n'); ; end = this.rest.indexOf('\n')) {
      if (end > LONGEST_LINE || (end < 0 && this.rest.length > LONGEST_LINE))
        throw new Unreadable(tag, 'BAD', 'The line is too long');
      if (end >= 0) {
        const line = this.rest.toString('utf8', 0, end).replace(/\r$/, '');
        this.rest = this.rest.subarray(end + 1);
        return line;
      }
      if (!(await this.more())) return null;
    }
  }

  private async bytes(count: number): Promise<Buffer | null> {
    // joined once: a large mail comes in many pieces
    const pieces = [this.rest];
    for (let length = this.rest.length; length < count; ) {
      const { value, done } = await this.pieces.next();
      if (done) return null;
      pieces.push(value as Buffer);
      length += (value as Buffer).length;
    }
    const all = Buffer.concat(pieces);
    this.rest = all.subarray(count);
    return all.subarray(0, count);
  }

  /** The next command. Throws Unreadable. */
  async command(): Promise<Command | null> {
    const first = await this.line();
    if (first === null) return null;
    const [, tag = '', name = '', begin = ''] = /^([^\s()"{*+]+) ([A-Za-z]+)(?: (.*))?$/.exec(first) ?? [];
    if (!tag) throw new Unreadable('*', 'BAD', 'This is no command');
    const words: (string | Buffer)[] = [];
    let text = begin;
    for (;;) {
      const [announced, size = ''] = /\{(\d{1,10})\}$/.exec(text) ?? [];
      wordsIn(tag, announced ? text.slice(0, -announced.length) : text, words);
      if (!announced) return { tag, name: name.toUpperCase(), args: nested(tag, words) };
      const isMail = name.toUpperCase() === 'APPEND';
      if (Number(size) > (isMail ? LARGEST_MAIL : LONGEST_LITERAL))
        throw new Unreadable(tag, 'NO', isMail ? '[TOOBIG] The mail is too large' : '[LIMIT] The text is too long');
      this.goOn();
      const literal = await this.bytes(Number(size));
      const next = literal && (await this.line(tag));
      if (next === null) return null;
      words.push(literal as Buffer);
      text = next;
    }
  }
}

/** A quoted text, a parenthesis, what a FETCH asks for of a body, or a word. */
const WORD = /"((?:[^"\\]|\\["\\])*)"|([()])|(BODY(?:\.PEEK)?\[[^\]]*\](?:<\d+\.\d+>)?|[^\s()"]+)/giy;
/** Marks parentheses among texts that a client may have quoted. */
const [OPEN, CLOSE] = ['\0(', '\0)'];

function wordsIn(tag: string, text: string, words: (string | Buffer)[]): void {
  WORD.lastIndex = 0;
  for (let at = 0; at < text.length; at = WORD.lastIndex) {
    if (text[at] === ' ') {
      WORD.lastIndex = at + 1;
      continue;
    }
    WORD.lastIndex = at;
    const [, quoted, paren, word] = WORD.exec(text) ?? [];
    if (paren) words.push(paren === '(' ? OPEN : CLOSE);
    else if (quoted !== undefined) words.push(quoted.replace(/\\(.)/g, '$1'));
    else if (word) words.push(word);
    else throw new Unreadable(tag, 'BAD', 'The arguments cannot be read');
  }
}

function nested(tag: string, words: readonly (string | Buffer)[]): Argument[] {
  const lists: Argument[][] = [[]];
  for (const word of words) {
    if (word === OPEN) lists.push([]);
    else if (word === CLOSE) {
      const list = lists.pop();
      const outer = lists.at(-1);
      if (!list || !outer) throw new Unreadable(tag, 'BAD', 'A parenthesis is missing');
      outer.push(list);
    } else lists.at(-1)?.push(word);
  }
  if (lists.length !== 1) throw new Unreadable(tag, 'BAD', 'A parenthesis is missing');
  return lists[0] ?? [];
}

export const textOf = (argument: Argument | undefined): string =>
  Array.isArray(argument) ? '' : (argument?.toString('utf8') ?? '');
