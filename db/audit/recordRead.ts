import { type DataRead, recordRead as decide } from '../../events/history/reads.ts';
import { userOf } from '../../events/shared/actor.ts';
import { type CommandScope, ref, type Store } from '../store.ts';

/** Records that data of a tenant was read, before the reader gets it. */
export async function recordRead(store: Store, { tenant, cause }: CommandScope, read: DataRead): Promise<void> {
  const day = store.now().toISOString().slice(0, 10);
  const reader = userOf(cause.actor)?.userId ?? cause.actor.slice(cause.actor.indexOf(':') + 1);
  await store.decide({ tenant, cause }, ref('reads', `${day}-${reader}`), (state, now) => decide(state, read, now));
}
