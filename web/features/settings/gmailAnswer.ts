import { ApiError } from '../../lib/apiError.ts';

/** What the Gmail calls answer (product spec, section 7). Their routes come with Gmail sending, so the server's types do not know them yet. */
export type GmailAnswer = { success: boolean; error?: string | null };

/** Gmail calls that did not work may say so in a 200 answer: that is a failure like any other. */
export function succeeded<T extends GmailAnswer>(answer: T): T {
  if (!answer.success) throw new ApiError(200, JSON.stringify(answer));
  return answer;
}
