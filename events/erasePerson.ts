/** The effect of an erasure on a stream about the person, or of an erased tenant. */
import type { EventsOf, StateOf } from './catalog.ts';
import { cancelMessage } from './messages/messageEnd.ts';
import { deletePartner } from './partners/partner.ts';
import type { Kind } from './shared/event.ts';

/**
 * By kind of stream: what is under way ends, and what was sealed is said to be gone. `sealed`: the log holds sealed text of this stream that
 * no earlier erasure has closed. Suppressions have a rule of their own (eraseSuppression in erasure.ts).
 */
const rules: { [K in Kind]?: (state: StateOf<K>) => EventsOf<K>[] } = {
  // the erased are not found again
  partner: (state) => (state.status === 'none' || state.status === 'deleted' ? [] : deletePartner(state)),
  message: (state) => cancelMessage(state, { code: 'person_erased' }),
  // a search that went on would bring people in again
  search: (state) =>
    state.status === 'running'
      ? [{ type: 'SearchFailed', data: { reason: { code: 'this_person_erased' }, sources: state.sources } }]
      : [],
};

export function erasePerson(kind: Kind, state: unknown, sealed: boolean): { type: string; data: object }[] {
  const ended = (rules[kind] as ((state: unknown) => { type: string; data: object }[]) | undefined)?.(state) ?? [];
  return sealed ? [...ended, { type: 'PersonErased', data: {} }] : ended;
}
