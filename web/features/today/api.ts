import type { NeedView } from '../../../api/views.ts';
import type { TodayGroup } from '../../../events/today/needGroups.ts';
import type { NeedDecision } from '../../../events/today/todayInput.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { pages } from '../../lib/query.ts';
import { useAction } from '../../lib/useAction.ts';
import { forgetUndo, rememberUndo } from './undo.ts';

const calls = client.api.today;
const TODAY = [['today']];

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

type Decided = { need: Pick<NeedView, 'id' | 'partner' | 'text'>; decision: NeedDecision };

const TITLES: Record<NeedDecision['kind'], string> = { done: 'Done', snooze: 'Put off', reopen: 'Back in Today' };

export const whoOf = ({ partner, text }: Pick<NeedView, 'partner' | 'text'>): string =>
  partner ? (partner.name ?? 'An erased person') : (text ?? 'A sending account');

/** Decides about one thing, or takes that back. One call after the other, so that U may follow D at once. */
export function useDecideNeed() {
  const action = useAction({
    scope: { id: 'today' },
    call: ({ need: { id }, decision }: Decided) => unwrap(calls.$post({ json: { ids: [id], decision } })),
    failed: failure('Not Saved', 'Failed to save your decision'),
    onMutate: ({ need, decision }) => {
      if (decision.kind !== 'reopen') rememberUndo({ id: need.id, act: () => takeBack(need) });
    },
    onError: (_error, { need }) => forgetUndo(need.id),
    done: (_, { need, decision: { kind } }) => ({
      ...{ title: TITLES[kind], text: whoOf(need) },
      ...(kind !== 'reopen' && {
        action: { label: 'Undo', instead: 'Undo: it waits again', act: () => takeBack(need) },
      }),
    }),
    stale: [...TODAY, ['inbox']],
    waits: false,
  });
  const takeBack = (need: Decided['need']): void => {
    forgetUndo(need.id);
    action.mutate({ need, decision: { kind: 'reopen' } });
  };
  return action;
}
