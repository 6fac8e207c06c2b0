import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileTrouble } from '../backup/wholeFile.ts';
import { eventHash } from '../log/chains.ts';
import { isAfter, type LeafPosition, leafOf } from '../seal/leaves.ts';
import { rootFrom } from '../seal/merkle.ts';
import { digestOf, isSignedBy, readPublicKey, type Seal, sameSeal } from '../seal/seal.ts';
import type { SealFile } from '../seal/sealFile.ts';
import { type ExportEnd, type ExportedEvent, type ExportHeader, endIsSignedBy, microsOf } from './format.ts';
import { StreamsInFile } from './streamsInFile.ts';

export type WrongLine = { line: number; event: string | null; reason: string };
export type ExportVerified = {
  tenant: string;
  events: number;
  streams: number;
  seals: number;
  publicKey: string;
  wrong: WrongLine | null;
};

/** The flaw of a line, in words. */
class Flaw extends Error {}

function asLine(text: string): Record<string, unknown> {
  try {
    const line: unknown = JSON.parse(text);
    if (line !== null && typeof line === 'object' && !Array.isArray(line)) return line as Record<string, unknown>;
  } catch {}
  throw new Flaw('it is no line of an export: the file was cut off or altered');
}

/** Goes through an export line by line; `flawIn` throws a Flaw. */
class ExportReader {
  header: ExportHeader | null = null;
  seals = 0;
  events = 0;
  ended = false;
  readonly streams = new StreamsInFile();
  private key: KeyObject | null = null;
  private seal: Seal | null = null;
  private last: LeafPosition | null = null;
  private readonly whole = createHash('sha256');

  constructor(private readonly outside: SealFile | undefined) {}

  take(text: string): void {
    if (this.ended) throw new Flaw('it comes after the end of the export');
    const line = asLine(text);
    if (this.header === null) this.takeHeader(line as ExportHeader);
    else if ('end' in line) this.takeEnd(line.end as ExportEnd);
    else if (typeof line.seal === 'object') this.takeSeal(line.seal as Seal);
    else this.takeEvent(line as ExportedEvent, this.header);
    this.whole.update(`${text}\n`);
  }

  private takeHeader(header: ExportHeader): void {
    if (header.format !== 'partner-pilot export') throw new Flaw('the file is no export of Partner Pilot');
    if (header.version !== 1) throw new Flaw('the file was made by a newer version of the program; update this one');
    this.key = readPublicKey(header.publicKey);
    if (!this.key) throw new Flaw('its public key cannot be read');
    if (this.outside && this.outside.publicKey !== header.publicKey)
      throw new Flaw('the file was signed with another key than the seal that was kept outside');
    this.header = header;
  }

  private takeSeal(seal: Seal): void {
    if (!this.key || !isSignedBy(seal, this.key))
      throw new Flaw(`seal ${seal.number} was altered: its signature does not hold`);
    if (this.seal && (seal.number <= this.seal.number || !isAfter(seal, this.seal)))
      throw new Flaw(`seal ${seal.number} is out of order`);
    if (this.seal && seal.number === this.seal.number + 1 && seal.previous !== digestOf(this.seal))
      throw new Flaw(`seal ${seal.number} does not follow from the seal before it`);
    if (this.outside?.seal.number === seal.number && !sameSeal(this.outside.seal, seal))
      throw new Flaw(`seal ${seal.number} is not the one that was kept outside`);
    this.seal = seal;
    this.seals += 1;
  }

  private takeEvent(event: ExportedEvent, { tenant, from, to }: ExportHeader): void {
    const micros = microsOf(event.recordedAt);
    if (eventHash({ ...event, tenant, micros }, event.previous) !== event.hash)
      throw new Flaw('it was altered: its hash is not the one of its content');
    const { seal } = this;
    if (!seal || event.seal !== seal.number) throw new Flaw('the seal that covers it does not come before it');
    if (isAfter(event, seal) || (this.last && !isAfter(event, this.last)))
      throw new Flaw('it is not at its place in the log');
    if (rootFrom(leafOf(event, event.hash), event.leaf, seal.events, event.proof) !== seal.root)
      throw new Flaw(`it is not among the events that seal ${seal.number} covers`);
    const at = Date.parse(event.recordedAt);
    if ((from !== null && at < Date.parse(from)) || (to !== null && at >= Date.parse(to)))
      throw new Flaw('it is not of the time of this export');
    const flaw = this.streams.take(event);
    if (flaw) throw new Flaw(flaw);
    this.last = event;
    this.events += 1;
  }

  private takeEnd(end: ExportEnd): void {
    if (end.events !== this.events) throw new Flaw(`there are ${this.events} events in the file, not ${end.events}`);
    if (!this.key || end.sha256 !== this.whole.copy().digest('hex') || !endIsSignedBy(end, this.key))
      throw new Flaw('the file was altered: its signature does not hold');
    const hole = this.streams.hole();
    if (hole) throw new Flaw(`an event before ${hole} is missing`);
    this.ended = true;
  }
}

/**
 * Checks an export without a database: each hash, chain, and way to a signed seal, and the signature of the whole. `outside`: a seal that was kept
 * outside, to know whose key it is. Answers the first line that is wrong; throws CannotStart when the file cannot be read.
 */
export async function verifyExport(file: string, outside?: SealFile): Promise<ExportVerified> {
  const reader = new ExportReader(outside);
  const source = createReadStream(file);
  let line = 0;
  let event: string | null = null;
  let wrong: WrongLine | null = null;
  try {
    await new Promise((resolve, reject) => source.once('open', resolve).once('error', reject));
    for await (const text of createInterface({ input: source, crlfDelay: Number.POSITIVE_INFINITY })) {
      line += 1;
      event = /^\{"streamId":"([^"]+)","version":(\d+),/.exec(text)?.slice(1).join('@') ?? null;
      reader.take(text);
    }
    if (!reader.ended) wrong = { line: line + 1, event: null, reason: 'the file ends too early: it was cut off' };
  } catch (error) {
    // whatever a line makes fail that was altered, it is that line which is wrong
    if (line === 0) throw fileTrouble(file, error);
    const reason = error instanceof Flaw ? error.message : 'it is no line of an export: the file was altered';
    wrong = { line, event, reason };
  } finally {
    source.destroy();
  }
  const { events, seals, header, streams } = reader;
  return {
    tenant: header?.tenant ?? '',
    events,
    streams: streams.count,
    seals,
    publicKey: header?.publicKey ?? '',
    wrong,
  };
}
