import { formatFollowers } from '../../../events/shared/format.ts';
import type { CONTACTED, EmailStatus, LastContact, PartnerSource } from '../../../events/shared/options.ts';

export const AT_LEAST = {
  minFollowers: (value: number): string => `${formatFollowers(value).replace('.0', '')}+ followers`,
  minEngagement: (value: number): string => `${value}%+ engagement`,
  minMatchScore: (value: number): string => `${value}%+ match`,
};

/** The filter that keeps partners without known followers or engagement in the list. */
export const INCLUDE_UNKNOWN = 'Include unknown numbers';

export const SOURCE_WORDS: Record<PartnerSource, string> = {
  people_data_labs: 'People Data Labs',
  web_search: 'Web search',
  youtube: 'YouTube search',
  import: 'Imported',
  referral: 'Referred',
};

export const CONTACTED_WORDS: Record<(typeof CONTACTED)[number], string> = {
  never: 'Never contacted',
  contacted: 'Contacted',
  replied: 'Replied',
};

export const lastContactWords = (value: LastContact): string => {
  const [way, days] = value.split('_');
  return way === 'within' ? `Contacted in the last ${days} days` : `Last contact over ${days} days ago`;
};

export const EMAIL_WORDS: Record<EmailStatus, string> = {
  email_found: 'Email found',
  no_email_found: 'No email found',
  pending: 'No email yet',
};
