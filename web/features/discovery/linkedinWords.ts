import type { SearchView } from '../../../api/views.ts';
import { readProfile } from '../../../events/partners/readProfile.ts';
import { PROFILE_LISTED, profileNotRead } from '../../lib/errorCatalogue.ts';
import type { ToastText } from '../../lib/toasts.ts';

const FORMAT = 'Please enter a valid LinkedIn profile URL in format: linkedin.com/in/username';

/** The problem of a typed address, or null. A look-alike host (notlinkedin.com/in/…) differs from other mistakes. */
export function linkedinProblem(typed: string): ToastText | null {
  const text = typed.trim();
  if (!text) return { title: 'URL Required', text: 'Please enter a LinkedIn profile URL.' };
  const { ok, platform } = readProfile(text);
  if (ok && platform === 'linkedin') return null;
  const lookalike = platform !== 'linkedin' && /^(?:https?:\/\/)?[^/]*linkedin\.com\/in\/./i.test(text);
  return { title: lookalike ? 'Invalid URL Format' : 'Invalid LinkedIn URL', text: FORMAT };
}

/** `hidden`: the preferred platforms keep the partner out of the list. */
export const added = (name: string, hidden = false): ToastText => ({
  title: 'Partner Added',
  text: `${name} has been added to your list for review.${hidden ? ' Your preferred platforms hide them.' : ''}`,
});

/** The result of reading a profile, in the words of the call that it outlasted. */
export function profileReadText(search: Pick<SearchView, 'found' | 'duplicates' | 'error'>): ToastText {
  if (search.found > 0) return added('The partner');
  const isListed = search.error === null && search.duplicates > 0;
  return { ...(isListed ? PROFILE_LISTED : profileNotRead(search.error)), variant: 'destructive' };
}
