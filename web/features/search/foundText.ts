import { counted } from '../../lib/numbers.ts';
import type { ToastText } from '../../lib/toasts.ts';

export type SearchResult = {
  requested: number;
  found: number;
  /** How many of those found were known before. */
  duplicates: number;
  complete: boolean;
  sources: { source: string; found: number; error?: string | undefined }[];
  /** Regions that are no countries, and where people were looked for. */
  regions?: { unknown: string[]; searched: string[] } | undefined;
};

const SOURCE_NAMES: Readonly<Record<string, string>> = {
  people_data_labs: 'People Data Labs',
  youtube: 'YouTube',
  web_search: 'the web',
};
const nameOf = (source: string): string => SOURCE_NAMES[source] ?? source;

/** Followers, engagement and regions only rank people: what excludes them are the words of the audience. */
const OTHER_WORDS = 'Describe your audience in other words with Adjust Profile, then search again.';

/** ` from YouTube`, or how many each of several sources found: `: 6 from YouTube and 4 from People Data Labs`. */
function fromSources({ sources }: SearchResult): string {
  const [first, ...others] = sources.filter(({ found }) => found > 0);
  if (!first) return '';
  if (others.length === 0) return ` from ${nameOf(first.source)}`;
  const each = [first, ...others].map(({ source, found }) => `${found} from ${nameOf(source)}`);
  return `: ${each.slice(0, -1).join(', ')} and ${each.at(-1)}`;
}

const together = new Intl.ListFormat('en');

/** What a person typed as a region and is no country, and where the search looked instead. */
function regionsText({ regions }: SearchResult): string[] {
  if (!regions) return [];
  const unknown = together.format(regions.unknown.map((name) => `"${name}"`));
  const verb = regions.unknown.length === 1 ? 'is not a country' : 'are not countries';
  const searched = `Searched: ${together.format(regions.searched)}.`;
  return [`${unknown} ${verb} we know. ${searched} Name countries with Adjust Profile to search elsewhere.`];
}

const reasonsOf = ({ sources }: SearchResult): string[] => sources.flatMap(({ error }) => error ?? []);

/** The notice after a search, with the true count and source, and why it fell short if it did. */
export function foundPartnersText(result: SearchResult): ToastText {
  const reasons = reasonsOf(result);
  if (result.found === 0) {
    const why = result.duplicates > 0 ? 'Everyone found is known already.' : 'No one matched your audience.';
    const text = [reasons.join(' ') || `${why} ${OTHER_WORDS}`, ...regionsText(result)].join(' ');
    return { title: 'No New Partners Found', text };
  }
  const count = `${counted(result.found, 'new partner recommendation')}${fromSources(result)}.`;
  if (result.complete)
    return { title: 'Partners Generated', text: [count, ...reasons, ...regionsText(result)].join(' ') };
  const why = reasons.join(' ') || OTHER_WORDS;
  const short = `${count} ${result.found} of ${result.requested} found. ${why}`;
  return { title: 'Partners Generated', text: [short, ...regionsText(result)].join(' ') };
}

/** The same after the first search, which ends the setup. */
export function firstPartnersText(result: SearchResult): ToastText {
  if (result.found === 0) return foundPartnersText(result);
  const reasons = reasonsOf(result);
  const people = counted(result.found, 'potential partner');
  const have = result.found === 1 ? 'has' : 'have';
  const text = `${people} ${have} been found for you to review.`;
  return { title: 'Success!', text: [text, ...reasons, ...regionsText(result)].join(' ') };
}
