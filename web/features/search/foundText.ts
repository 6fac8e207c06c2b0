import { counted } from '../../lib/numbers.ts';
import type { ToastText } from '../../lib/toasts.ts';

export type SearchResult = {
  requested: number;
  found: number;
  /** Found people who were known before. */
  duplicates: number;
  complete: boolean;
  /** A user ended it early. */
  stopped?: boolean | undefined;
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

/** One search reads so many pages of a source at most, and the next one goes on where it stopped. */
const FURTHER = 'Search again to look further, or describe your audience in other words with Adjust Profile.';

const together = new Intl.ListFormat('en');

const giving = ({ sources }: SearchResult) => sources.filter(({ found }) => found > 0);
/** `6 from YouTube and 4 from People Data Labs`. */
const eachOf = (result: SearchResult): string =>
  together.format(giving(result).map(({ source, found }) => `${found} from ${nameOf(source)}`));

/** ` from YouTube`, or how many each of several sources found. */
function fromSources(result: SearchResult): string {
  const [first, ...others] = giving(result);
  if (!first) return '';
  return others.length === 0 ? ` from ${nameOf(first.source)}` : `: ${eachOf(result)}`;
}

/** A typed region that is no country, and where the search looked instead. */
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
  if (result.stopped) {
    const kept = result.found > 0 ? ' They are in your list.' : '';
    return { title: 'Search Stopped', text: `${result.found} of ${result.requested} found.${kept}` };
  }
  const reasons = reasonsOf(result);
  if (result.found === 0) {
    const why =
      result.duplicates > 0
        ? `Everyone found is known already. ${FURTHER}`
        : `No one new matched your audience. ${OTHER_WORDS}`;
    const text = [reasons.join(' ') || why, ...regionsText(result)].join(' ');
    return { title: 'No New Partners Found', text };
  }
  const count = `${counted(result.found, 'new partner recommendation')}${fromSources(result)}.`;
  if (result.complete)
    return { title: 'Partners Generated', text: [count, ...reasons, ...regionsText(result)].join(' ') };
  const why = reasons.join(' ') || FURTHER;
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
  const sources = giving(result).length > 1 ? [`${eachOf(result)}.`] : [];
  return { title: 'Success!', text: [text, ...sources, ...reasons, ...regionsText(result)].join(' ') };
}
