import { useState } from 'react';
import type { PartnerView } from '../../../api/views.ts';

/** What a search brought, as far as the partner tells once it has ended; `before` is the address that was known when it began. */
export function endedText(partner: Pick<PartnerView, 'contactInfo' | 'emailStatus'>, before: string | null): string {
  const email = partner.contactInfo?.email ?? null;
  if (email && email !== before) return `Email found: ${email}.`;
  if (email) return 'The search has ended. The address stays as it was.';
  if (partner.emailStatus === 'no_email_found') return 'No email address was found, so no credit was used.';
  return 'The search ended without an answer. Please try again.';
}

/** Follows a search that goes on at the server by its partner: what it brought, or null while none that was seen running has ended. */
export function useFollowedSearch(
  partner: Pick<PartnerView, 'contactSearching' | 'contactInfo' | 'emailStatus'>,
): string | null {
  const [search, setSearch] = useState<{ before: string | null; running: boolean } | null>(null);
  const running = search?.running ?? false;
  if (partner.contactSearching && !running) setSearch({ before: partner.contactInfo?.email ?? null, running: true });
  if (!partner.contactSearching && search && running) setSearch({ ...search, running: false });
  return search && !running ? endedText(partner, search.before) : null;
}
