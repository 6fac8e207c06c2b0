import { ApiError, errorDetails, hasStatus, serverWords } from './apiError.ts';
import type { ToastText } from './toasts.ts';

/** The words for every failure: product spec, section 8. Each takes what a call threw and gives the toast's title and text. */

const CREDITS_WITHOUT_LIMIT = 200;

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
  if (error.status === 429 && error.error === 'Monthly credit limit exceeded') {
    const limit = Number(error.body.limit ?? CREDITS_WITHOUT_LIMIT);
    const used = Number(error.body.used ?? limit);
    return {
      title: 'Credit Limit Exceeded',
      text: `You've used ${used}/${limit} monthly credits. Limit resets next month.`,
    };
  }
  if (error.status === 429 && error.error?.includes('Credit consumption failed')) {
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
  return error.status === 503 && error.error && / is not set up\. /.test(error.error) ? error.error : null;
}

const SERVERS_BUSY = 'Our servers are experiencing issues. Please try again later.';

export const linkedinFailure = (error: Error): ToastText => linkedinRefusal(serverWords(error, ''));

/** The notice for what the server says of a LinkedIn profile that was not added. */
export function linkedinRefusal(words: string): ToastText {
  if (words.includes('already exists')) {
    return { title: 'Add Partner Failed', text: 'A partner with this LinkedIn profile already exists.' };
  }
  if (words.includes('Invalid LinkedIn URL')) {
    return {
      title: 'Invalid LinkedIn URL',
      text: 'Please enter a valid LinkedIn profile URL in format: linkedin.com/in/username',
    };
  }
  if (words.includes('Failed to generate')) {
    const reason = /^Failed to generate partner data: (.+)$/.exec(words)?.[1];
    return {
      title: 'Add Partner Failed',
      text: `Unable to generate partner data from this profile${reason ? `: ${reason}` : '. Please check the URL and try again.'}`,
    };
  }
  return { title: 'Add Partner Failed', text: words || 'Failed to add partner. Please try again.' };
}

const EDIT_REFUSALS: Record<string, string> = {
  'Cannot edit messages that have already been sent': 'This message has already been sent and cannot be edited.',
  'Campaign message not found': 'Message not found. It may have been deleted.',
  'This text was changed elsewhere':
    'This text was changed elsewhere, so nothing was saved. Review it before you decide.',
  'Not authorized to update this message': "You don't have permission to edit this message.",
};

export function messageEditFailure(error: Error): ToastText {
  const known = Object.entries(EDIT_REFUSALS).find(([refusal]) => serverWords(error, '').includes(refusal));
  return { title: 'Update Failed', text: known?.[1] ?? 'Failed to update message. Please try again.' };
}

export function generateMessagesFailure(error: Error): ToastText {
  if (hasStatus(error, 400) || serverWords(error, '').includes('No pending messages to generate')) {
    return {
      title: 'No Messages to Generate',
      text: 'All campaign messages have already been generated and are ready to send.',
      variant: 'default',
    };
  }
  return { title: 'Error', text: serverWords(error, 'Failed to generate messages') };
}
