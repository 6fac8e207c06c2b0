import { ApiError } from '../../lib/apiError.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { firstPartnersText, foundPartnersText, type SearchResult } from './foundText.ts';

/** The first search ends the setup, further ones come from Partner Discovery. */
export type SearchOccasion = 'first' | 'further';

type SearchWords = {
  found: (result: SearchResult) => ToastText;
  /** The call failed. */
  failed: (error: Error) => ToastText;
  /** The search outlasted its call and failed then, for this reason if it is known. */
  failedLater: (reason: string | null) => ToastText;
};

const FIRST_FAILED = {
  title: 'Partner Generation Failed',
  text: 'Failed to generate partners. Please try again from the Partner Discovery page.',
};
/** The advice, with the reason if it is known. */
const firstFailed = (reason: string | null): ToastText => ({
  title: FIRST_FAILED.title,
  text: [FIRST_FAILED.text, reason].filter(Boolean).join(' '),
});
const FURTHER_FAILED = { title: 'Generation Failed', text: 'Failed to generate partners. Please try again.' };

export const SEARCH_WORDS: Record<SearchOccasion, SearchWords> = {
  first: {
    found: firstPartnersText,
    failed: (error) => firstFailed(error instanceof ApiError ? (error.error ?? null) : null),
    failedLater: firstFailed,
  },
  further: {
    found: foundPartnersText,
    failed: failure(FURTHER_FAILED.title, FURTHER_FAILED.text),
    failedLater: (reason) => ({ title: FURTHER_FAILED.title, text: reason ?? FURTHER_FAILED.text }),
  },
};
