import type { PartnerView } from '../../../api/views.ts';
import { duplicateKey } from '../../../events/partners/duplicateKey.ts';
import { byMatch } from './sortPartners.ts';

/** The list, best match first, without a second entry for the same profile URL (or platform and username): the first one stays. */
export function distinctPartners(partners: readonly PartnerView[]): PartnerView[] {
  const seen = new Set<string>();
  const distinct = partners.filter((partner) => {
    // Without URL and username there is nothing to compare by; erased people would all look the same.
    if (!partner.profileUrl && !partner.username) return true;
    const key = duplicateKey(partner);
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
  return distinct.toSorted(byMatch);
}
