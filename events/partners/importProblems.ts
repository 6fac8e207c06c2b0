import { PLATFORMS } from '../shared/options.ts';
import { reasonSentence } from '../shared/reasons.ts';

/** The errors of an imported row, by code, in words. */
const WORDS = {
  name_missing: 'name is missing',
  name_too_long: 'name is longer than 200 characters',
  profile_url_invalid: 'profile URL is not an http(s) address',
  profile_url_too_long: 'profile URL is longer than 500 characters',
  platform_unknown: `platform must be one of: ${PLATFORMS.join(', ')}`,
  username_invalid: 'username is not a text',
  username_too_long: 'username is longer than 100 characters',
  email_invalid: 'email is not a valid address',
  followers_invalid: 'followers must be a whole number',
  followers_negative: 'followers must not be negative',
  followers_too_many: 'followers must be at most 1,000,000,000',
  engagement_invalid: 'engagement must be a percent number',
  engagement_range: 'engagement must be from 0 to 100 percent',
  industry_invalid: 'industry is not a text',
  industry_too_long: 'industry is longer than 60 characters',
  bio_invalid: 'bio is not a text',
  bio_too_long: 'bio is longer than 2000 characters',
  no_profile: 'give a profile URL, or a platform and a username',
  no_platform: 'the profile URL does not show the platform: add a platform',
  unreadable_text: 'a cell holds a control character or half a character',
  profile_is_post: 'the address is that of a post: give the address of the profile',
  profile_is_company: 'the address is that of a company or group, not of a person',
  profile_is_page: 'the address is a page of the platform, not a profile',
  profile_is_short: 'a short link does not show the profile: give the address it leads to',
  says_nothing: 'this counts as an empty cell',
  formula: 'the cell is a formula: save the list with its results',
  second_email: 'a person has one address: the first is taken',
  opted_out: reasonSentence({ code: 'opted_out' }),
  list_full: 'your list has as many partners as it may have',
  unreadable_person: 'the data of this person is unreadable, because their key was damaged',
} as const;

export type ImportProblem = keyof typeof WORDS;
export const IMPORT_PROBLEMS = Object.keys(WORDS) as [ImportProblem, ...ImportProblem[]];

/** Everything that is wrong with one line of the list. */
export type ProblemLine = { line: number; problems: ImportProblem[] };

export const problemText = (problem: ImportProblem): string => WORDS[problem];
export const problemWords = ({ problems }: ProblemLine): string => problems.map(problemText).join('; ');
