import type { BatchView, SendView } from '../../../api/views.ts';
import type { MessageFilter } from '../../../events/messages/messageInput.ts';
import type { Steer } from '../../../events/messages/steerNames.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { CAMPAIGNS } from '../../lib/liveKeys.ts';
import { counted } from '../../lib/numbers.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { useAction } from '../../lib/useAction.ts';
import { awaitBatch, BATCH, isBatch } from '../partners/batch.ts';
import { STEER_WORDS } from '../partners/batchWords.ts';
import { rememberUndo } from '../today/undo.ts';

/** The acts that a menu offers for some messages, in its order. Approve and Retry have buttons of their own. */
export const steersFor = (messages: readonly Pick<SendView, 'steers'>[]): Steer[] =>
  (Object.keys(STEER_WORDS) as Steer[]).filter(
    (act) => act !== 'approve' && act !== 'retry' && steeredBy(act, messages).length > 0,
  );

export const steeredBy = <Message extends Pick<SendView, 'steers'>>(
  act: Steer,
  messages: readonly Message[],
): Message[] => messages.filter(({ steers }) => steers.includes(act));

type SeenTexts = Record<string, { subject: string; body: string }>;

/** The messages that are named, all that a filter shows, or those that a batch has changed. `seen`: texts to approve, as the person saw them. */
export type SteerTarget = { ids: string[]; seen?: SeenTexts } | { filter: MessageFilter } | { batchId: string };
type Steering = SteerTarget & { act: Steer; at?: string; later?: { days: number } | { from: string }; to?: string };

/** These ask for something first (SteerDialog.tsx). */
const ASKED = ['reschedule', 'postpone', 'move'] as const;
export type AskedSteer = (typeof ASKED)[number];
export const isAsked = (act: Steer): act is AskedSteer => ASKED.some((asked) => asked === act);

const undo = (act: Steer, target: SteerTarget, mutate: (steering: Steering) => void): Pick<ToastText, 'action'> => {
  const { back } = STEER_WORDS[act];
  if (back === null) return {};
  const steering = { act: back, ...target };
  return { action: { label: 'Undo', instead: 'Undo: change the emails back', act: () => mutate(steering) } };
};

/** Approves, retries, holds, releases, cancels or restores messages. The notice takes it back. */
export function useSteer() {
  const action = useAction({
    call: (json: Steering) => unwrap(client.api['campaign-sends'].steer.$post({ json })),
    failed: failure('Not Changed', 'Failed to change the emails. Please try again.'),
    done: (answer, { act }): ToastText | null => {
      if (isBatch(answer)) return null;
      const { changed, refused } = answer;
      const { title, done, noun } = STEER_WORDS[act];
      const [steered] = changed;
      const back = steered === undefined ? {} : undo(act, { ids: changed }, action.mutate);
      if (steered !== undefined && back.action) rememberUndo({ id: steered, act: back.action.act });
      const said = `${counted(changed.length, noun)} ${done}.`;
      const [first] = refused;
      if (!first) return { title, text: said, ...back };
      const others = refused.length > 1 ? ` ${refused.length - 1} more could not be changed.` : '';
      return { title: 'Not Changed', text: `${said} ${first.reason}${others}`, variant: 'destructive', ...back };
    },
    after: (answer) => isBatch(answer) && awaitBatch(answer),
    stale: [...CAMPAIGNS, BATCH],
  });
  return action;
}

/** The Undo of a batch that steered messages; empty: it has none. */
export function useSteerBack(): (view: BatchView) => Pick<ToastText, 'action'> {
  const { mutate } = useSteer();
  return ({ id, act, doneCount }) =>
    act.kind === 'steer' && doneCount > 0 ? undo(act.act, { batchId: id }, mutate) : {};
}
