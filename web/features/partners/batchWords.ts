import type { BatchView } from '../../../api/views.ts';
import type { Steer } from '../../../events/messages/steerNames.ts';
import { counted } from '../../lib/numbers.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { leftOutText } from '../campaigns/joiningText.ts';

type SteerWords = { label: string; title: string; done: string; noun: string; back: Steer | null };
const email = 'email';

/** `done`: the past participle. `back`: the act that takes it back. */
export const STEER_WORDS: Record<Steer, SteerWords> = {
  approve: { label: 'Approve', title: 'Messages Approved', done: 'approved', noun: 'message', back: 'withdraw' },
  withdraw: {
    label: 'Undo approval',
    title: 'Approval Undone',
    done: 'to review again',
    noun: 'message',
    back: 'approve',
  },
  retry: { label: 'Retry', title: 'Sending', done: 'being sent again', noun: email, back: null },
  reschedule: { label: 'Reschedule…', title: 'Rescheduled', done: 'rescheduled', noun: email, back: null },
  postpone: { label: 'Postpone…', title: 'Postponed', done: 'postponed', noun: email, back: null },
  hold: { label: 'Hold', title: 'On Hold', done: 'on hold', noun: email, back: 'release' },
  release: { label: 'Release', title: 'Released', done: 'released', noun: email, back: 'hold' },
  cancel: { label: 'Cancel email', title: 'Cancelled', done: 'cancelled', noun: email, back: 'restore' },
  take_out: { label: 'Take out of campaign', title: 'Taken Out', done: 'cancelled', noun: email, back: 'restore' },
  move: { label: 'Move to another campaign…', title: 'Moved', done: 'moved', noun: 'partner', back: null },
  restore: { label: 'Restore', title: 'Restored', done: 'restored', noun: email, back: null },
};

export function batchEndText(view: BatchView, campaign: string | null): ToastText {
  const { act, doneCount, error } = view;
  const title = titleOf(act);
  const out = view.leftOut.length > 0 ? leftOutText(view.leftOut.map(({ reason, count }) => [reason, count])) : null;
  const text = [doneText(view, campaign ?? 'the campaign'), out, error].filter(Boolean).join(' ');
  const isGood = error === null && (doneCount > 0 || out === null);
  return isGood ? { title: title.done, text } : { title: title.failed, text, variant: 'destructive' };
}

function titleOf(act: BatchView['act']): { done: string; failed: string } {
  if (act.kind === 'join') return { done: 'Partners Added', failed: 'Failed to Add Partners' };
  if (act.kind === 'steer') return { done: STEER_WORDS[act.act].title, failed: 'Not Changed' };
  return { done: 'Bulk Update Complete', failed: 'Bulk Update Failed' };
}

function doneText({ act, doneCount }: BatchView, campaign: string): string {
  if (act.kind === 'steer') {
    const { noun, done } = STEER_WORDS[act.act];
    return `${counted(doneCount, noun)} ${done}.`;
  }
  const partners = counted(doneCount, 'partner');
  if (act.kind === 'join') return `${partners} added to ${campaign}.`;
  if (act.kind === 'notes') return notesDone(act.change, doneCount);
  if (act.kind === 'decide') return `${partners} ${act.status}.`;
  return `${partners} ${doneCount === 1 ? 'is' : 'are'} ${act.before} again.`;
}

const STAGES: Record<Steer, string> = {
  approve: 'Approving messages',
  withdraw: 'Undoing approvals',
  retry: 'Sending emails again',
  reschedule: 'Rescheduling emails',
  postpone: 'Postponing emails',
  hold: 'Putting emails on hold',
  release: 'Releasing emails',
  cancel: 'Cancelling emails',
  take_out: 'Taking partners out of the campaign',
  move: 'Moving partners to the other campaign',
  restore: 'Restoring emails',
};

type NotesAct = Extract<BatchView['act'], { kind: 'notes' }>['change'];

const NOTES_DONE: Record<NotesAct, string> = {
  tag_added: 'Tag added to',
  tag_removed: 'Tag removed from',
  note_added: 'Note added to',
};
const NOTES_STAGE: Record<NotesAct, string> = {
  tag_added: 'Adding the tag',
  tag_removed: 'Removing the tag',
  note_added: 'Adding the note',
};

export const notesDone = (change: NotesAct, count: number): string =>
  `${NOTES_DONE[change]} ${counted(count, 'partner')}.`;

export function batchStage({ act }: BatchView): string {
  if (act.kind === 'join') return 'Adding partners to the campaign';
  if (act.kind === 'notes') return NOTES_STAGE[act.change];
  if (act.kind === 'undo') return 'Undoing decisions';
  if (act.kind === 'steer') return STAGES[act.act];
  return act.status === 'approved' ? 'Approving partners' : 'Rejecting partners';
}
