import { LONGEST_SUBJECT } from '../../events/messages/answer.ts';
import { LONGEST } from '../../events/shared/longest.ts';
import { ProviderError } from '../providers/providerError.ts';

/** Refuses a text of the AI that no form would take. It was paid for, and the next one may be as long: a person asks for it. */
export function mustFit({ subject = '', body }: { subject?: string; body: string }): void {
  if (subject.length <= LONGEST_SUBJECT && body.length <= LONGEST.body) return;
  throw new ProviderError({ code: 'ai_too_long' }, 'too_long', false);
}
