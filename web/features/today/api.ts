import { create } from 'zustand';
import type { NeedView } from '../../../api/views.ts';
import type { TodayGroup } from '../../../events/lists/needRows.ts';
import type { NeedDecision } from '../../../events/today/todayInput.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { pages, query } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';

const calls = client.api.today;
const TODAY = [['today']];

/** How much waits for the user. The sidebar and the dashboard need it. */
export const [useTodayCount, todayCountQuery] = query(() => ({
  key: ['today', 'count'],
  call: () => unwrap(calls.count.$get()),
}));

/** A group of the queue. `campaign`: its texts to read that nothing sets apart. */
export const [useNeeds] = pages((group: TodayGroup, campaign?: string) => ({
  key: ['today', 'needs', group, campaign ?? null],
  call: (after) =>
    unwrap(
      calls[':group'].$get({
        param: { group },
        query: { ...(campaign && { campaign }), ...(after !== null && { after }) },
      }),
    ),
  keepsPages: true,
}));

/** What was decided here, the newest last: U takes back one after the other. */
const useDecided = create<{ decided: readonly string[] }>(() => ({ decided: [] }));
export const useUndoable = (): boolean => useDecided(({ decided }) => decided.length > 0);

type Decided = { need: Pick<NeedView, 'id' | 'partner' | 'text'>; decision: NeedDecision };

const TITLES: Record<NeedDecision['kind'], string> = { done: 'Done', snooze: 'Put off', reopen: 'Back in Today' };

export const whoOf = ({ partner, text }: Pick<NeedView, 'partner' | 'text'>): string =>
  partner ? (partner.name ?? 'An erased person') : (text ?? 'A sending account');

/** Decides about one thing, and takes the newest decision back. */
export function useDecideNeed() {
  const action = useAction({
    call: ({ need: { id }, decision }: Decided) => unwrap(calls.$post({ json: { ids: [id], decision } })),
    failed: failure('Not Saved', 'Failed to save your decision'),
    done: (_, { need, decision }) => {
      const { id } = need;
      useDecided.setState(({ decided }) => ({
        decided: decision.kind === 'reopen' ? decided.filter((one) => one !== id) : [...decided, id],
      }));
      return {
        title: TITLES[decision.kind],
        text: whoOf(need),
        ...(decision.kind !== 'reopen' && {
          action: { label: 'Undo', instead: 'Undo: it waits again', act: () => takeBack(need) },
        }),
      };
    },
    stale: [...TODAY, ['inbox']],
  });
  const takeBack = (need: Decided['need']): void => action.mutate({ need, decision: { kind: 'reopen' } });
  const undo = (): void => {
    const id = useDecided.getState().decided.at(-1);
    if (id !== undefined) takeBack({ id, partner: null, text: null });
  };
  return { ...action, undo };
}
