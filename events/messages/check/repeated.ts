import { BEGINS_THREAD, type MessageState } from '../messageState.ts';

const normalized = (body: string): string => body.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();

/** Whether a person got this very text before, or may have. `others`: what else was written to them. */
export const isRepeated = (body: string, others: readonly Pick<MessageState, 'status' | 'text'>[]): boolean =>
  others.some(
    ({ status, text }) => BEGINS_THREAD.has(status) && text !== null && normalized(text.body) === normalized(body),
  );
