import type { SendingNowView } from '../../../api/views.ts';
import { counted } from '../../lib/numbers.ts';

const NAMED = 3;

/** " 2 emails were already on their way: Ada, Bo.", to go behind a sentence; nothing when none was. */
export function stillLeaving(sendingNow: SendingNowView): string {
  if (sendingNow.length === 0) return '';
  const names = sendingNow.slice(0, NAMED).map(({ partnerName }) => partnerName ?? 'an erased partner');
  const more = sendingNow.length - names.length;
  const verb = sendingNow.length === 1 ? 'was already on its way' : 'were already on their way';
  return ` ${counted(sendingNow.length, 'email')} ${verb}: ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
}
