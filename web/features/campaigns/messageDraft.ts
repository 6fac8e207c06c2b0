/** What was typed into a message and is not saved yet. */
export type MessageDraft = { subject: string; body: string };
