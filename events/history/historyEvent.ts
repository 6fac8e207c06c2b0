/** An event of a tenant's log in its current form, with its place and what caused it. `personal` is null once the person was erased. */
export type HistoryEvent = {
  stream: string;
  version: number;
  type: string;
  data: Readonly<Record<string, unknown>>;
  personal?: Readonly<Record<string, unknown>> | null;
  /** `personal` is null because the person's key is damaged, not because they were erased. */
  unreadable?: boolean;
  /** ISO 8601, UTC. */
  at: string;
  actor: string;
  correlation: string;
  /** `STREAM@VERSION` of the event whose job did this; null: a call from outside, or the clock. */
  causation: string | null;
  /** The epoch and transaction that committed the event. Hosts agree on these, but not on clocks. */
  commit: readonly [epoch: number, tx: bigint];
};

/** Negative when the first of two events was committed before the other, positive when after it, 0 when together. */
export function byCommit(
  { commit: [epoch, tx] }: HistoryEvent,
  { commit: [otherEpoch, otherTx] }: HistoryEvent,
): number {
  if (epoch !== otherEpoch) return epoch - otherEpoch;
  return tx === otherTx ? 0 : tx < otherTx ? -1 : 1;
}

export const eventId = ({ stream, version }: Pick<HistoryEvent, 'stream' | 'version'>): string =>
  `${stream}@${version}`;

/** The place that an id such as `message-c1.p1.1@7` names; null when it is none. */
export function placeOfEvent(id: string): { stream: string; version: number } | null {
  const read = /^([a-z]+-[^@]{1,300})@([1-9]\d{0,8})$/.exec(id);
  return read ? { stream: read[1] ?? '', version: Number(read[2]) } : null;
}
