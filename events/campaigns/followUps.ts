/** The follow-ups of a campaign: texts for people who do not answer, and their waits. */

/** The writer of a follow-up: the AI by instructions, or the user, whose text goes to all partners unchanged. */
export const FOLLOW_UP_WRITERS = ['ai', 'user'] as const;

/** `afterDays`: days after the email before it. `text`: instructions for the AI, or the text itself. */
type FollowUpContent = { afterDays: number; writer: (typeof FOLLOW_UP_WRITERS)[number]; text: string };

/** `id` stays the same wherever it is in the list. `textId` is a new one with each new text. */
export type FollowUp = FollowUpContent & { id: string; textId: string };

/** A form's follow-up: a new one may have no id yet. */
export type FollowUpForm = FollowUpContent & { id?: string | undefined };

export const MOST_FOLLOW_UPS = 4;
export const AFTER_DAYS = { min: 1, max: 60, default: 3 } as const;

/**
 * Gives each follow-up of a form its ids. Without an id it gets the id of the present one with the same text, if no other names that one. An unknown
 * id is accepted, so that a repeated call changes nothing.
 */
export function withIds(form: readonly FollowUpForm[], present: readonly FollowUp[], newId: () => string): FollowUp[] {
  const taken = new Set(form.map(({ id }) => id));
  return form.map(({ id, afterDays, writer, text }) => {
    const hasText = (one: FollowUp) => one.writer === writer && one.text === text;
    const was = present.find((one) => (id === undefined ? !taken.has(one.id) && hasText(one) : one.id === id));
    const own = id ?? was?.id ?? newId();
    taken.add(own);
    return { id: own, textId: was && hasText(was) ? was.textId : newId(), afterDays, writer, text };
  });
}
