import type { RefusalCode } from '../../events/shared/refusals.ts';
import { ApiError, errorCode, errorDetails, hasStatus, serverWords } from './apiError.ts';
import type { ToastText } from './toasts.ts';

/** The words for every failure: product spec, section 8. Each takes what a call threw and gives the toast's title and text. */

const CREDITS_WITHOUT_LIMIT = 200;

const isRefused = (error: Error, ...codes: readonly RefusalCode[]): boolean =>
  codes.some((code) => code === errorCode(error));

/** A title with the server's own words, or the given ones. */
export function failure(title: string, fallback: string): (error: Error) => ToastText {
  return (error) => ({ title, text: serverWords(error, fallback) });
}

/** A title with the server's words where it refused what was asked, else with fixed words. */
export function refusalOr(title: string, text: string): (error: Error) => ToastText {
  return (error) => ({
    title,
    text: error instanceof ApiError && error.status < 500 ? serverWords(error, text) : text,
  });
}

/** A title with fixed words, unless a setting is missing: then with its name. */
export function fixedFailure(title: string, text: string): (error: Error) => ToastText {
  return (error) => ({ title, text: (error instanceof ApiError && notSetUp(error)) || text });
}

export function enhanceFailure(error: Error): ToastText {
  if (!(error instanceof ApiError))
    return { title: 'Enhancement Failed', text: 'Failed to enhance contact information' };
  if (isRefused(error, 'credits_used_up')) {
    const limit = Number(error.body.limit ?? CREDITS_WITHOUT_LIMIT);
    const used = Number(error.body.used ?? limit);
    return {
      title: 'Credit Limit Exceeded',
      text: `You've used ${used}/${limit} monthly credits. Limit resets next month.`,
    };
  }
  if (isRefused(error, 'credit_not_taken')) {
    return { title: 'Credit System Error', text: 'Credit processing failed. Please try again in a moment.' };
  }
  if (error.status === 404) return { title: 'Partner Not Found', text: 'This partner no longer exists.' };
  if (error.status === 400) {
    return { title: 'Invalid Data', text: errorDetails(error) ?? 'Invalid partner information provided.' };
  }
  // what a provider did not do is not our servers' fault
  if ((error.status === 502 || error.status === 503) && error.error && !notSetUp(error)) {
    return { title: 'Enhancement Failed', text: error.error };
  }
  if (error.status >= 500) return { title: 'Server Error', text: notSetUp(error) ?? SERVERS_BUSY };
  return { title: 'Enhancement Failed', text: serverWords(error, 'Failed to enhance contact information') };
}

/** The server's words when they say that a provider is not set up: worth more than a general sentence. */
function notSetUp(error: ApiError): string | null {
  return isRefused(error, 'provider_not_set_up') ? error.error : null;
}

const SERVERS_BUSY = 'Our servers are experiencing issues. Please try again later.';

export function linkedinFailure(error: Error): ToastText {
  if (isRefused(error, 'profile_listed', 'partner_listed')) return PROFILE_LISTED;
  if (isRefused(error, 'linkedin_no_profile', 'linkedin_elsewhere')) {
    return {
      title: 'Invalid LinkedIn URL',
      text: 'Please enter a valid LinkedIn profile URL in format: linkedin.com/in/username',
    };
  }
  if (isRefused(error, 'no_public_profile')) return profileNotRead(null);
  if (errorCode(error) === 'profile_not_read') return profileNotRead(whyOf(error));
  return { title: 'Add Partner Failed', text: serverWords(error, 'Failed to add partner. Please try again.') };
}

export const PROFILE_LISTED: ToastText = {
  title: 'Add Partner Failed',
  text: 'A partner with this LinkedIn profile already exists.',
};

/** `why`: in the words of the server; null: there was no public profile. */
export const profileNotRead = (why: string | null): ToastText => ({
  title: 'Add Partner Failed',
  text: `Unable to generate partner data from this profile: ${why ?? 'no public profile was found at this address.'}`,
});

function whyOf(error: Error): string | null {
  const why = error instanceof ApiError ? (error.details as { why?: unknown }).why : null;
  return typeof why === 'string' ? why : null;
}

const EDIT_REFUSALS: Partial<Record<RefusalCode, string>> = {
  edit_of_sent: 'This message has already been sent and cannot be edited.',
  no_message: 'Message not found. It may have been deleted.',
  text_changed: 'This text was changed elsewhere, so nothing was saved. Review it before you decide.',
};

export function messageEditFailure(error: Error): ToastText {
  const known: string | undefined = EDIT_REFUSALS[errorCode(error) as RefusalCode];
  return { title: 'Update Failed', text: known ?? 'Failed to update message. Please try again.' };
}

export function generateMessagesFailure(error: Error): ToastText {
  if (hasStatus(error, 400)) {
    return {
      title: 'No Messages to Generate',
      text: 'All campaign messages have already been generated and are ready to send.',
      variant: 'default',
    };
  }
  return { title: 'Error', text: serverWords(error, 'Failed to generate messages') };
}
