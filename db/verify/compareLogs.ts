/** Whether two copies of a log are the same, or one goes on where the other ends. Both are read in the order of the log, a page at a time. */
import type { LeafPosition } from '../seal/leaves.ts';

/** All that is stored of an event. `recordedAt`: ISO 8601 with microseconds. */
export type ComparedEvent = LeafPosition & {
  tenant: string;
  streamId: string;
  version: number;
  type: string;
  schema: number;
  payload: string;
  actor: string;
  correlationId: string;
  causationId: string | null;
  recordedAt: string;
  hash: string;
};

/** An event without its content. */
export type EventName = Pick<ComparedEvent, 'tenant' | 'streamId' | 'version' | 'recordedAt' | keyof LeafPosition>;

/** One of the two: its number of events that were read, and the last of them. */
export type Side = { events: number; last: EventName | null };

/**
 * `equal`: to the last event. `prefix`: the log of `shorter` ends, and the other goes on. `differ`: `at` has the first event of each that is not the
 * other's, and `fields` what differs, if it is the same event of a stream.
 */
export type LogComparison = { a: Side; b: Side } & (
  | { result: 'equal' }
  | { result: 'prefix'; shorter: 'a' | 'b' }
  | { result: 'differ'; at: { a: EventName; b: EventName }; fields: string[] }
);

const FIELDS = [
  ...(['epoch', 'tx', 'position', 'type', 'schema', 'payload', 'actor', 'correlationId', 'causationId'] as const),
  ...(['recordedAt', 'hash'] as const),
];

const nameOf = ({ tenant, streamId, version, recordedAt, epoch, tx, position }: ComparedEvent): EventName => ({
  ...{ tenant, streamId, version, recordedAt, epoch, tx, position },
});

/** Hands out the events of pages one by one. */
class Reader {
  readonly side: Side = { events: 0, last: null };
  private page: readonly ComparedEvent[] = [];
  private at = 0;

  constructor(private readonly pages: AsyncGenerator<readonly ComparedEvent[]>) {}

  /** The next event; null: the log ends. It answers at once while its page lasts. */
  next(): ComparedEvent | null | Promise<ComparedEvent | null> {
    const event = this.page[this.at];
    if (!event) return this.turn();
    this.at += 1;
    return event;
  }

  private async turn(): Promise<ComparedEvent | null> {
    const { done, value } = await this.pages.next();
    if (done) return null;
    this.page = value;
    this.at = 0;
    return this.next();
  }

  count(event: ComparedEvent): void {
    this.side.events += 1;
    this.side.last = event;
  }

  async countRest(): Promise<void> {
    for (let event = await this.next(); event; event = await this.next()) this.count(event);
  }
}

type Events = readonly [ComparedEvent | null, ComparedEvent | null];

/** Compares two logs up to the first difference. */
export async function compareLogs(
  pagesOfA: AsyncGenerator<readonly ComparedEvent[]>,
  pagesOfB: AsyncGenerator<readonly ComparedEvent[]>,
): Promise<LogComparison> {
  const [a, b] = [new Reader(pagesOfA), new Reader(pagesOfB)];
  const sides = () => {
    const named = ({ events, last }: Side): Side => ({ events, last: last && nameOf(last as ComparedEvent) });
    return { a: named(a.side), b: named(b.side) };
  };
  try {
    for (;;) {
      const next = [a.next(), b.next()] as const;
      // a promise for each event would be most of the work
      const [one, other] = next.some((one) => one instanceof Promise) ? await Promise.all(next) : (next as Events);
      if (!one && !other) return { ...sides(), result: 'equal' };
      if (one) a.count(one);
      if (other) b.count(other);
      if (!one || !other) {
        await (one ? a : b).countRest();
        return { ...sides(), result: 'prefix', shorter: one ? 'b' : 'a' };
      }
      const isSame = one.streamId === other.streamId && one.version === other.version && one.tenant === other.tenant;
      const fields = FIELDS.filter((field) => one[field] !== other[field]);
      if (isSame && fields.length === 0) continue;
      return { ...sides(), result: 'differ', at: { a: nameOf(one), b: nameOf(other) }, fields: isSame ? fields : [] };
    }
  } finally {
    await Promise.all([pagesOfA.return(undefined), pagesOfB.return(undefined)]);
  }
}
