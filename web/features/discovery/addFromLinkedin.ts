import { useMutation, useQueryClient } from '@tanstack/react-query';
import { linkedinHandle } from '../../../events/partners/linkedin.ts';
import { onPreferredPlatform } from '../../../events/partners/partnerFilter.ts';
import { client, unwrap } from '../../lib/client.ts';
import { linkedinFailure } from '../../lib/errorCatalogue.ts';
import { showToast, type ToastText } from '../../lib/toasts.ts';
import { refetchPartners } from '../partners/refetchPartners.ts';
import { added, awaitProfileRead } from './awaitedProfileRead.ts';
import { usePlatformsInForce } from './visiblePartners.ts';

/** Adds the owner of a LinkedIn profile to the list. POST /api/partners/ingest-url */
export function addFromLinkedin(profileUrl: string) {
  return unwrap(client.api.partners['ingest-url'].$post({ json: { profileUrl } }));
}

const FORMAT = 'Please enter a valid LinkedIn profile URL in format: linkedin.com/in/username';

/** What is wrong with a typed address, or null. A look-alike host (notlinkedin.com/in/…) differs from other mistakes. */
export function linkedinProblem(typed: string): ToastText | null {
  const text = typed.trim();
  if (!text) return { title: 'URL Required', text: 'Please enter a LinkedIn profile URL.' };
  const reading = linkedinHandle(text);
  if (reading.ok) return null;
  const lookalike = reading.reason === 'invalid_url' && /^(?:https?:\/\/)?[^/]*linkedin\.com\/in\/./i.test(text);
  return { title: lookalike ? 'Invalid URL Format' : 'Invalid LinkedIn URL', text: FORMAT };
}

export function useAddFromLinkedin() {
  const preferred = usePlatformsInForce();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: addFromLinkedin,
    meta: { failure: linkedinFailure },
    onSuccess: async (result) => {
      if ('partner' in result)
        showToast(added(result.partner.name ?? 'The partner', !onPreferredPlatform(result.partner, preferred)));
      else {
        awaitProfileRead(result.id);
        showToast({
          title: 'Still Reading the Profile',
          text: 'This takes longer than usual. The partner appears in your list when it is done.',
        });
      }
      await refetchPartners(queries);
    },
  });
}
