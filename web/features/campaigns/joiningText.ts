import type { AvailablePartnerView, PartnerView } from '../../../api/views.ts';
import { TAKES_NO_EMAIL } from '../../../events/partners/takesNoEmail.ts';
import { doNotContact } from '../../../events/privacy/doNotContact.ts';
import { shortDate } from '../../lib/dates.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';

/** "3 left out: 2 already in this campaign, 1 no email.": the most frequent reason first, then by the alphabet. */
export function leftOut(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const ordered = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const each =
    ordered.length === 1 ? reasons[0] : ordered.map(([reason, n]) => `${wholeNumber(n)} ${reason}`).join(', ');
  return `${wholeNumber(reasons.length)} left out: ${each}.`;
}

/** How many of the chosen would join a campaign, and why the others would not; in the words that the server uses afterwards. */
export function joiningText(
  partners: readonly Pick<PartnerView, 'id' | 'contactInfo' | 'contactVerification' | 'doNotContact'>[],
  available: readonly Pick<AvailablePartnerView, 'id'>[],
): string {
  const free = new Set(available.map(({ id }) => id));
  const out = partners.filter(({ id }) => !free.has(id));
  const joining = partners.length - out.length;
  const added = joining === 0 ? 'No partner will be added.' : `${counted(joining, 'partner')} will be added.`;
  const reasons = out.map((partner) => {
    if (!partner.contactInfo?.email) return 'no email';
    if (partner.contactVerification?.status === 'undeliverable') return TAKES_NO_EMAIL;
    return partner.doNotContact ? doNotContact(partner.doNotContact) : 'already in this campaign';
  });
  return reasons.length === 0 ? added : `${added} ${leftOut(reasons)}`;
}

const MOST_NAMED = 5;

/** Who of the chosen was written to before, by any campaign, and when: who replied first, then the newest. Null: nobody. */
export function contactedText(
  chosen: readonly Pick<AvailablePartnerView, 'name' | 'contactedAt' | 'repliedAt'>[],
): string | null {
  const contacted = chosen
    .flatMap(({ name, contactedAt, repliedAt }) => (contactedAt ? [{ name, contactedAt, repliedAt }] : []))
    .sort(
      (a, b) =>
        Number(b.repliedAt !== null) - Number(a.repliedAt !== null) || b.contactedAt.localeCompare(a.contactedAt),
    );
  if (contacted.length === 0) return null;
  const named = contacted.slice(0, MOST_NAMED).map(({ name, contactedAt, repliedAt }) => {
    const replied = repliedAt ? `, replied ${shortDate(repliedAt)}` : '';
    return `${name ?? 'Erased'} (${shortDate(contactedAt)}${replied})`;
  });
  const more = contacted.length - named.length;
  const were = contacted.length === 1 ? 'was' : 'were';
  return `${counted(contacted.length, 'partner')} ${were} contacted before: ${named.join(', ')}${more > 0 ? ` and ${wholeNumber(more)} more` : ''}.`;
}
