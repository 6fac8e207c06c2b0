import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { PartnerView } from '../../../api/views.ts';
import { DEFAULT_CONFIDENCE } from '../../../events/shared/options.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { showToast } from '../../lib/toasts.ts';
import { refetchPartners } from './refetchPartners.ts';

export const INVALID_EMAIL = 'Invalid email';

/** Saves an address by hand; social profiles and confidence stay as they were. POST /api/partners/{id}/contact */
export function saveContact(partner: PartnerView, email: string) {
  const before = partner.contactInfo;
  return unwrap(
    client.api.partners[':id'].contact.$post({
      param: { id: partner.id },
      json: {
        contactInfo: {
          email,
          socialProfiles: before?.socialProfiles ?? [],
          confidence: before?.confidence ?? DEFAULT_CONFIDENCE,
        },
      },
    }),
  );
}

export function useSaveContact() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (change: { partner: PartnerView; email: string }) => saveContact(change.partner, change.email),
    meta: {
      failure: (error) =>
        hasStatus(error, 400)
          ? { title: 'Update Failed', text: INVALID_EMAIL }
          : failure('Update Failed', 'Failed to update contact information. Please try again.')(error),
    },
    onSuccess: async (_answer, { partner, email }) => {
      showToast({ title: 'Contact Updated', text: `${partner.name ?? 'The partner'} is reached at ${email}.` });
      await Promise.all([refetchPartners(queries), queries.invalidateQueries({ queryKey: ['campaigns'] })]);
    },
  });
}
