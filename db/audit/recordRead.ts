import {
  type AgentAsked,
  recordAsked as ask,
  type DataRead,
  recordRead as decide,
} from '../../events/history/reads.ts';
import { userOf } from '../../events/shared/actor.ts';
import { type CommandScope, ref, type Store } from '../store.ts';

/** Records that data of a tenant was read, before the reader gets it. */
export async function recordRead(store: Store, { tenant, cause }: CommandScope, read: DataRead): Promise<void> {
  await store.decide({ tenant, cause }, streamOf(store, cause), (state, now) => decide(state, read, now));
}

/** Records that an agent asks for a change. Answers the id of the event. */
export async function recordAsked(store: Store, { tenant, cause }: CommandScope, asked: AgentAsked): Promise<string> {
  const { committed } = await store.run({
    tenant,
    cause,
    streams: { stream: streamOf(store, cause) },
    decide: () => ({ stream: ask(asked) }),
  });
  const [{ streamId, version } = { streamId: '', version: 0 }] = committed;
  return `${streamId}@${version}`;
}

function streamOf(store: Store, { actor }: CommandScope['cause']) {
  const day = store.now().toISOString().slice(0, 10);
  return ref('reads', `${day}-${userOf(actor)?.userId ?? actor.slice(actor.indexOf(':') + 1)}`);
}
