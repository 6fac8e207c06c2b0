import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileTrouble } from '../backup/wholeFile.ts';
import { eventHash } from '../log/chains.ts';
import { openCheckpoint, type SignedCheckpoint } from '../seal/checkpoint.ts';
import { isKeyOf } from '../seal/keyOrder.ts';
import { isAfter, type LeafPosition, leafHasher, microsOf, placeBytes } from '../seal/leaves.ts';
import { rootFrom } from '../seal/merkle.ts';
import { publicKeyOf } from '../seal/note.ts';
import { type ExportEnd, type ExportedEvent, type ExportHeader, endIsSignedBy, isExport } from './format.ts';
import { StreamsInFile } from './streamsInFile.ts';

export type WrongLine = { line: number; event: string | null; reason: string };
export type ExportVerified = {
  tenant: string;
  events: number;
  streams: number;
  installation: string;
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
  events = 0;
  ended = false;
  readonly streams = new StreamsInFile();
  checkpoint: SignedCheckpoint | null = null;
  private last: LeafPosition | null = null;
  private readonly whole = createHash('sha256');

  constructor(private readonly outside: SignedCheckpoint | undefined) {}

  take(text: string): void {
    if (this.ended) throw new Flaw('it comes after the end of the export');
    const line = asLine(text);
    if (this.header === null) this.takeHeader(line as ExportHeader);
    else if ('end' in line) this.takeEnd(line.end as ExportEnd);
    else this.takeEvent(line as ExportedEvent, this.header);
    this.whole.update(`${text}\n`);
  }

  private takeHeader(header: ExportHeader): void {
    if (!isExport(header)) throw new Flaw('the file is no export of Partner Pilot');
    if (header.version !== 1) throw new Flaw('the file was made by a newer version of the program; update this one');
    this.checkpoint = openCheckpoint(header.checkpoint);
    if (!this.checkpoint) throw new Flaw('its checkpoint was altered: its signature does not hold');
    const { outside, checkpoint } = this;
    if (outside && !isKeyOf(outside, checkpoint.installation))
      throw new Flaw('the file was signed by another installation than the checkpoint that was kept outside');
    if (outside?.size === checkpoint.size && outside.body !== checkpoint.body)
      throw new Flaw('its checkpoint is not the one that was kept outside');
    this.header = header;
  }

  private takeEvent(event: ExportedEvent, { tenant, from, to }: ExportHeader): void {
    const micros = microsOf(event.recordedAt);
    if (eventHash({ ...event, tenant, micros }, event.previous) !== event.hash)
      throw new Flaw('it was altered: its hash is not the one of its content');
    if (this.last && !isAfter(event, this.last)) throw new Flaw('it is not at its place in the log');
    const leaf = Buffer.concat([placeBytes(event), Buffer.from(event.hash, 'hex')]);
    const proof = event.proof.map((hash) => Buffer.from(hash, 'base64'));
    const { size, root } = this.checkpoint as SignedCheckpoint;
    if (!rootFrom(leafHasher(event.sealedAt)(leaf, 0), event.leaf, size, proof)?.equals(root))
      throw new Flaw('it is not among the events that the checkpoint covers');
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
    const key = publicKeyOf(Buffer.from(this.checkpoint?.installation ?? '', 'hex'));
    if (end.sha256 !== this.whole.copy().digest('hex') || !endIsSignedBy(end, key))
      throw new Flaw('the file was altered: its signature does not hold');
    const hole = this.streams.hole();
    if (hole) throw new Flaw(`an event before ${hole} is missing`);
    this.ended = true;
  }
}

/**
 * Checks an export without a database: each hash, chain, and way to the signed checkpoint, and the signature of the whole. `outside`: a checkpoint that was
 * kept outside, to know whose key it is. Answers the first line that is wrong; throws CannotStart when the file cannot be read.
 */
export async function verifyExport(file: string, outside?: SignedCheckpoint): Promise<ExportVerified> {
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
  const { events, checkpoint, header, streams } = reader;
  return {
    tenant: header?.tenant ?? '',
    events,
    streams: streams.count,
    installation: checkpoint?.installation ?? '',
    wrong,
  };
}
