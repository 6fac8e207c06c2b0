/** What a person who asks for an email to leave at once must have seen, and the answer that they get. */
import { capitalised } from '../shared/format.ts';
import { reasonText } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { MessageState } from './messageState.ts';

/** Refuses to send to another address than the one that the person was shown; callers that show none pass undefined. */
export function mustBeShownAddress(shown: string | undefined, address: string | null): void {
  if (shown !== undefined && shown !== address)
    throw new Refused(
      'conflict',
      'The address changed in the meantime, so nothing was sent. Look at it before you send.',
    );
}

/** Refuses with the reason when a message that was asked to leave has not, or may not have. */
export function mustHaveLeft(state: MessageState): void {
  if (state.status === 'sent') return;
  if (state.status === 'unknown') {
    throw new Refused('conflict', 'We could not confirm whether this left. It is not sent again automatically.', {
      status: 'unknown',
    });
  }
  const reason = state.reason ? reasonText(state.reason) : 'The message was not sent';
  const text =
    state.status === 'deferred' ? `Not sent yet: ${reason}. It is tried again automatically.` : capitalised(reason);
  throw new Refused('illegal', text, { status: state.status });
}
