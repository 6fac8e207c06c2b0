import type { AddPartnersView, AvailablePartnerView, PartnerView } from '../../../api/views.ts';
import { doNotContact, TAKES_NO_EMAIL } from '../../../events/shared/doNotContact.ts';
import { shortDate } from '../../lib/dates.ts';
import { counted, wholeNumber } from '../../lib/numbers.ts';
import type { ToastText } from '../../lib/toasts.ts';

/** "3 left out: 2 already in this campaign, 1 no email.": the most frequent reason first, then by the alphabet. */
export function leftOutText(counts: Iterable<readonly [reason: string, count: number]>): string {
  const ordered = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  const each =
    ordered.length === 1 ? ordered[0]?.[0] : ordered.map(([reason, n]) => `${wholeNumber(n)} ${reason}`).join(', ');
  return `${wholeNumber(ordered.reduce((sum, [, n]) => sum + n, 0))} left out: ${each}.`;
}

export function leftOut(reasons: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const reason of reasons) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  return leftOutText(counts);
}

/** Tells how many of the selected partners would join a campaign, and why the others would not. The server uses the same words afterwards. */
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

const reasonsOf = (skipped: AddPartnersView['skipped']) => skipped.map(({ reason }) => reason);

/** The result of adding partners; if no one was added, that is a failure. */
export function addedText(result: AddPartnersView, campaignName: string, failureTitle: string): ToastText {
  const { addedCount, skipped } = result;
  if (addedCount === 0)
    return {
      title: failureTitle,
      text: `No partners were added. ${leftOut(reasonsOf(skipped))}`,
      variant: 'destructive',
    };
  const added = `${counted(addedCount, 'partner')} added to ${campaignName}.`;
  return { title: 'Partners Added', text: skipped.length > 0 ? `${added} ${leftOut(reasonsOf(skipped))}` : added };
}

const MOST_NAMED = 5;

/** Names the selected partners who were emailed before, by any campaign, and when. Those who replied come first, then the newest. Null: no one. */
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
