import type { SendView } from '../../../api/views.ts';

/** Whether a message is an earlier one sent once more: its id then ends with the step of a re-send (events/resend.ts), ".r1". */
export const isSentAgain = (message: Pick<SendView, 'id'>): boolean => /\.r\d+$/.test(message.id);
