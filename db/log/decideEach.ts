import type { EventsOf, StateOf } from '../../events/catalog.ts';
import type { AnyEvent, Kind } from '../../events/shared/event.ts';
import { type CommandScope, ref, type Store, streamIdOf } from '../store.ts';
import { commit, type Decided } from './commit.ts';
import { ConcurrencyConflict, PersonErasedError, PersonUnreadableError } from './conflicts.ts';
import { loadStreams } from './load.ts';

/** Streams that are committed together. More would keep other commits to them waiting. */
const GROUP = 100;

/**
 * One decision about each of many streams of a kind, without locks, in a few statements for each group. Where a group meets a conflict, an
 * erasure or a damaged key, `store.decide` handles its streams one by one.
 */
export async function decideEach<K extends Kind>(
  store: Store,
  scope: CommandScope,
  kind: K,
  ids: readonly string[],
  verb: (state: StateOf<K>, now: string) => readonly EventsOf<K>[],
): Promise<void> {
  for (let start = 0; start < ids.length; start += GROUP) {
    const group = ids.slice(start, start + GROUP).map((id) => ref(kind, id));
    try {
      await decideTogether(group.map(streamIdOf));
    } catch (error) {
      const isOfSome = [ConcurrencyConflict, PersonErasedError, PersonUnreadableError].some(
        (one) => error instanceof one,
      );
      if (!isOfSome) throw error;
      for (const stream of group) await store.decide(scope, stream, verb);
    }
  }

  async function decideTogether(streamIds: readonly string[]): Promise<void> {
    const { sql, master } = store;
    await store.clock?.assertRight();
    const now = store.now();
    const loaded = await loadStreams(sql, sql, master, scope.tenant, streamIds);
    const decided = loaded
      .map((stream): Decided => {
        const events = verb(stream.state as StateOf<K>, now.toISOString()) as readonly AnyEvent[];
        return { loaded: stream, events };
      })
      .filter(({ events }) => events.length > 0);
    if (decided.length > 0) await commit(sql, master, scope.tenant, scope.cause, decided, now);
  }
}
