import { formatFollowers } from '../../../events/shared/format.ts';
import type { EmailStatus } from '../../../events/shared/options.ts';

/** The least of a number, in words. */
export const AT_LEAST = {
  minFollowers: (value: number): string => `${formatFollowers(value).replace('.0', '')}+ followers`,
  minEngagement: (value: number): string => `${value}%+ engagement`,
  minMatchScore: (value: number): string => `${value}%+ match`,
};

/** The filter that keeps partners without known followers or engagement in the list. */
export const INCLUDE_UNKNOWN = 'Include unknown numbers';

export const EMAIL_WORDS: Record<EmailStatus, string> = {
  email_found: 'Email found',
  no_email_found: 'No email found',
  pending: 'No email yet',
};
