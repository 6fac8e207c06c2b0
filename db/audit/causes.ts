import { type Cause, type CauseKnowledge, causesOf } from '../../events/history/causes.ts';
import { byCommit, type HistoryEvent } from '../../events/history/historyEvent.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Store } from '../store.ts';
import { happened, type LoggedEvent } from './loggedEvent.ts';
import { callsAbout, readStreams } from './streams.ts';

/** An event with its reasons, and theirs. */
export type CauseTree = { event: LoggedEvent; because: LoggedCause[] };
export type LoggedCause = { why: string; event: LoggedEvent; because: LoggedCause[]; shownAbove: boolean };

/** Chains of causes are short: a message, its campaign, its partner, the search. More rounds than this would be a fault of the rules. */
const MOST_ROUNDS = 20;

/**
 * Why an event of a tenant happened. The rules (events/history/causes.ts) ask for streams by name. A missing one is read, and they are asked again.
 * Throws Refused when there is no such event.
 */
export async function readCauses(
  store: Store,
  tenant: string,
  place: { stream: string; version: number },
): Promise<CauseTree> {
  const known = new Map<string, LoggedEvent[]>();
  const calls = new Map<string, string[]>();
  let wanted = { streams: new Set([place.stream]), calls: new Set<string>() };
  const asRead = (stream: string): readonly HistoryEvent[] => (known.get(stream) ?? []).map(happened);
  const log: CauseKnowledge = {
    stream(id) {
      if (!known.has(id)) wanted.streams.add(id);
      return asRead(id);
    },
    callsFor(stream) {
      const own = calls.get(stream);
      if (!own) wanted.calls.add(stream);
      return (own ?? []).flatMap(asRead).sort(byCommit);
    },
  };
  let because: Cause[] = [];
  for (let round = 0; round < MOST_ROUNDS && wanted.streams.size + wanted.calls.size > 0; round += 1) {
    for (const stream of wanted.calls) {
      const about = await callsAbout(store, tenant, [stream]);
      calls.set(stream, about);
      for (const call of about) wanted.streams.add(call);
    }
    const missing = [...wanted.streams].filter((stream) => !known.has(stream));
    const read = await readStreams(store, tenant, missing);
    for (const stream of missing) known.set(stream, read.get(stream) ?? []);
    wanted = { streams: new Set(), calls: new Set() };
    because = causesOf(happened(eventAt(known, place)), log);
  }
  const logged = ({ event, ...cause }: Cause): LoggedCause => ({
    ...cause,
    event: eventAt(known, event),
    because: cause.because.map(logged),
  });
  return { event: eventAt(known, place), because: because.map(logged) };
}

function eventAt(known: ReadonlyMap<string, LoggedEvent[]>, place: { stream: string; version: number }): LoggedEvent {
  const event = known.get(place.stream)?.find(({ version }) => version === place.version);
  if (!event) throw new Refused({ code: 'no_event' });
  return event;
}
