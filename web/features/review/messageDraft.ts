import type { SendView } from '../../../api/views.ts';
import { emptyVariable, variableIn } from '../../../events/shared/variables.ts';
import { lazyRules } from '../../lib/lazyRules.ts';

export type MessageDraft = { subject: string; body: string };

/** A draft with the saved text over which it was typed. `before`: what the AI improved. */
export type KeptDraft = MessageDraft & { over: MessageDraft; before?: MessageDraft };

export const savedText = ({ subject, body }: SendView): MessageDraft => ({ subject: subject ?? '', body: body ?? '' });

export const textOf = ({ subject, body }: MessageDraft): MessageDraft => ({ subject, body });

export const sameText = (a: MessageDraft, b: MessageDraft): boolean => a.subject === b.subject && a.body === b.body;

/** The flaws of the edited text: those of the saved one whose words are still there. */
export function flawsLeft(message: SendView, draft: MessageDraft | undefined): SendView['flaws'] {
  if (!draft) return message.flaws;
  const saved = savedText(message);
  const says = (text: MessageDraft, quote: string) => text.subject.includes(quote) || text.body.includes(quote);
  return message.flaws.filter(({ quote }) => !says(saved, quote) || says(draft, quote));
}

const rules = lazyRules(() => import('../../../events/messages/messageInput.ts'));

/** The reasons against saving a text, by field, in the server's words. */
export async function draftProblems(draft: MessageDraft): Promise<Partial<MessageDraft>> {
  const { messageEdit } = await rules();
  const problems: Partial<MessageDraft> = {};
  for (const { path, message } of messageEdit.safeParse(draft).error?.issues ?? []) {
    const field = path[0];
    if (field === 'subject' || field === 'body') problems[field] ??= message;
  }
  // what could be filled in is filled in by now
  for (const field of ['subject', 'body'] as const) {
    const variable = variableIn(draft[field]);
    if (variable) problems[field] ??= `${emptyVariable(variable)}. Write it out.`;
  }
  return problems;
}
