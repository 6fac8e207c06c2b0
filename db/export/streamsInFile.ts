import type { ExportedEvent } from './format.ts';

type ExportedLink = Pick<ExportedEvent, 'streamId' | 'version' | 'previous' | 'hash'>;
type Ends = { first: ExportedLink; last: ExportedLink };

/**
 * The streams of an export, event by event. Each must be whole in the file, with each event covering the one before. Events of one moment may come in
 * another order than their versions. So an event that does not fit yet waits for those between.
 */
export class StreamsInFile {
  private readonly ends = new Map<string, Ends>();
  private readonly waiting = new Map<string, ExportedLink[]>();

  get count(): number {
    return this.ends.size;
  }

  /** The flaw of an event after those before it. null: none so far. */
  take({ streamId, version, previous, hash }: ExportedLink): string | null {
    const event = { streamId, version, previous, hash };
    if (version === 1 && previous !== '') return 'it is the first of its stream, but covers one before it';
    const ends = this.ends.get(streamId);
    if (!ends) {
      this.ends.set(streamId, { first: event, last: event });
      return null;
    }
    const flaw = this.join(ends, event);
    if (flaw !== undefined) return flaw;
    const others = this.waiting.get(streamId) ?? [];
    this.waiting.set(streamId, [...others, event]);
    return null;
  }

  /** An event before which another one is missing, as stream@version. */
  hole(): string | null {
    const [left] = [...this.waiting.values()].flat().sort((a, b) => a.version - b.version);
    return left ? `${left.streamId}@${left.version}` : null;
  }

  /** Puts an event at one end of its stream, and those beside it that waited. Undefined: it fits neither. */
  private join(ends: Ends, event: ExportedLink): string | null | undefined {
    const after = event.version === ends.last.version + 1;
    const before = event.version === ends.first.version - 1;
    const within = event.version >= ends.first.version && event.version <= ends.last.version;
    if (!after && !before) return within ? 'its version is there twice' : undefined;
    if (after ? event.previous !== ends.last.hash : event.hash !== ends.first.previous)
      return 'it does not follow from the event before it in its stream';
    if (after) ends.last = event;
    else ends.first = event;
    const others = this.waiting.get(event.streamId);
    const next = others?.find(({ version }) => version === ends.last.version + 1 || version === ends.first.version - 1);
    if (!others || !next) return null;
    const rest = others.filter((other) => other !== next);
    if (rest.length > 0) this.waiting.set(event.streamId, rest);
    else this.waiting.delete(event.streamId);
    return this.join(ends, next);
  }
}
