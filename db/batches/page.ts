/** A page of the same act on many partners or messages: one commit, with the progress of its batch if there is one. */

import type { StateOf } from '../../events/catalog.ts';
import { advanceBatch, type BatchPage } from '../../events/messages/batch.ts';
import type { AnyEvent } from '../../events/shared/event.ts';
import type { RefusalCode } from '../../events/shared/refusals.ts';
import { Refused } from '../../events/shared/refused.ts';
import { PersonErasedError, PersonUnreadableError } from '../log/conflicts.ts';
import { type CommandScope, type Ref, ref, type Store, streamIdOf } from '../store.ts';

/** The size of a page. A larger one would keep other commits waiting. */
export const PAGE = 50;

/** The batches of a workspace: one stream each, so one runs at a time. */
export const batchOf = (tenant: string) => ref('batch', tenant);

/** The batch that a page belongs to. `pages`: those before it. */
export type PageOfBatch = { batchId: string; pages: number; next: string | null };

export type DonePage = Pick<BatchPage, 'done' | 'decided' | 'steered'> & {
  leftOut: { id: string; code: RefusalCode; text: string }[];
};

type Streams = Record<string, Ref>;
type States = Readonly<Record<string, unknown>>;

/** What happens to one partner or message; refused: it is left out. A message that is named `joined` is new, so no Undo steers it. */
export type Change = {
  id: string;
  streams: Streams;
  decide: (states: States) => Record<string, readonly AnyEvent[]>;
  /** For Undo: the number of the decision on a partner. */
  decision?: (states: States) => number;
};

export const asLeftOut = (id: string, error: unknown): DonePage['leftOut'][number] => {
  if (error instanceof Refused) return { id, code: error.code, text: error.message };
  if (error instanceof PersonErasedError || error instanceof PersonUnreadableError)
    return { id, code: 'batch_moved', text: error.message };
  throw error;
};

/** The progress that a page is for its batch. */
export const pageOf = ({ leftOut, ...page }: DonePage, { next }: PageOfBatch): BatchPage => ({
  ...page,
  leftOut: leftOut.map(({ code }) => code),
  next,
});

const nothing = (): DonePage => ({ done: 0, decided: [], steered: [], leftOut: [] });

export async function commitPage(
  store: Store,
  scope: CommandScope,
  changes: readonly Change[],
  of: PageOfBatch | null,
): Promise<DonePage> {
  const batch = batchOf(scope.tenant);
  const all = [...changes.flatMap(({ streams }) => Object.values(streams)), ...(of ? [batch] : [])];
  const streams: Streams = Object.fromEntries(all.map((stream) => [streamIdOf(stream), stream]));
  const decide = (states: States) => {
    const decided: Record<string, readonly AnyEvent[]> = {};
    const page = nothing();
    const steered = new Set<string>();
    for (const { id, streams: own, decide: change, decision } of changes) {
      const named = Object.fromEntries(Object.entries(own).map(([name, stream]) => [name, states[streamIdOf(stream)]]));
      try {
        const made = Object.entries(change(named)).filter(([, events]) => events.length > 0);
        for (const [name, events] of made) {
          const stream = own[name] as Ref;
          // several changes may reopen the same campaign
          decided[streamIdOf(stream)] ??= events;
          if (stream.kind === 'message' && name !== 'joined') steered.add(stream.id);
        }
        if (made.length > 0) page.done += 1;
        if (decision) page.decided.push({ id, decision: decision(named) });
      } catch (error) {
        page.leftOut.push(asLeftOut(id, error));
      }
    }
    const done = { ...page, steered: [...steered] };
    if (of === null) return [decided, done];
    const advanced = advanceBatch(
      states[streamIdOf(batch)] as StateOf<'batch'>,
      of.batchId,
      of.pages,
      pageOf(done, of),
    );
    // another worker was faster, or the batch was stopped
    return advanced.length === 0 ? [{}, nothing()] : [{ ...decided, [streamIdOf(batch)]: advanced }, done];
  };
  const run = () => store.run<Streams, DonePage>({ ...scope, streams, decide: decide as never });
  const { result } = await run().catch((error: unknown) => {
    if (!(error instanceof PersonErasedError)) throw error;
    // the second reading finds the person gone
    return run();
  });
  return result;
}
