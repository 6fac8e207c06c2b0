import type { StartPreviewView } from '../../../api/views.ts';
import { shortDate } from '../../lib/dates.ts';
import { counted } from '../../lib/numbers.ts';

type Named = { count: number; names: string[] };

/** The server names as many. */
export const MOST_NAMED = 3;

/** "Ada, Ben, and 2 more" */
function namesOf({ count, names }: Named): string {
  const more = count - names.length;
  return new Intl.ListFormat('en').format([...names, ...(more > 0 ? [`${more} more`] : [])]);
}

/** "2 partners have replied to you before: Ada and Ben. They get this email all the same." */
export function repliedText(replied: NonNullable<StartPreviewView['replied']>): string {
  const [have, they] = replied.count === 1 ? ['has', 'This partner gets'] : ['have', 'They get'];
  return `${counted(replied.count, 'partner')} ${have} replied to you before: ${namesOf(replied)}. ${they} this email all the same.`;
}

/** "2 partners will get an email from another campaign: Ada and Ben. Emails to one person are at least 2 days apart." */
export function plannedText(planned: Named, minDays: number): string {
  const apart = minDays > 0 ? ` Emails to one person are at least ${counted(minDays, 'day')} apart.` : '';
  return `${counted(planned.count, 'partner')} will get an email from another campaign: ${namesOf(planned)}.${apart}`;
}

/** "2 partners got an email from another campaign before: Ada and Ben (the last on Nov 28)." */
export function contactedText(contacted: NonNullable<StartPreviewView['contacted']>): string {
  const day = shortDate(contacted.last);
  const when = contacted.count === 1 ? day : `the last on ${day}`;
  return `${counted(contacted.count, 'partner')} got an email from another campaign before: ${namesOf(contacted)} (${when}).`;
}
