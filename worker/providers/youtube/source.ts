import { createHash } from 'node:crypto';
import { excludedTerms } from '../../../events/partners/exclusions.ts';
import { countryCode, countryName } from '../../../events/shared/countries.ts';
import type { PartnerSource, SourceAsk } from '../partnerSource.ts';
import { ProviderError } from '../providerError.ts';
import { foundChannel, subscribersOf, YOUTUBE } from './channel.ts';
import { type Channel, PAGE, type Video, type YouTube } from './client.ts';

/** Topics that one search names: more make it vague. */
const TOPICS_A_SEARCH = 3;
/** Each search takes one of 100 a day, which the whole installation shares (decision 0007). */
const MOST_SEARCHES = 3;
/** Of so many channels the recent videos are looked at, a call each. */
const MOST_LOOKED_AT = 25;
const VIDEOS_A_CHANNEL = 5;
const AT_ONCE = 5;

/** Channels that speak of the topics, with exact subscribers, and engagement from their newest videos. */
export const youTubeSource = (youTube: YouTube): PartnerSource => ({
  name: YOUTUBE,
  platforms: ['youtube'],
  search(ask) {
    const waiting = searchesOf(ask);
    const seen = new Set<string>();
    let left = MOST_SEARCHES;
    let trouble: ProviderError | null = null;
    return {
      get dry() {
        return left === 0 || waiting.length === 0;
      },
      get trouble() {
        return trouble;
      },
      async next() {
        if (trouble) throw trouble;
        const search = waiting.shift();
        if (!search || left === 0) return [];
        left -= 1;
        const { ids, nextPage } = await readPage(youTube, search);
        const fresh = ids.filter(
          (id) => !seen.has(id) && !ask.known.includes(`youtube.com/channel/${id.toLowerCase()}`),
        );
        for (const id of fresh) seen.add(id);
        const channels = (await youTube.channels(fresh)).filter((channel) => isWanted(channel, ask));
        const best = bestFirst(channels, ask).slice(0, MOST_LOOKED_AT);
        // whom this search leaves over, the next one finds on the same page; one with nobody new is passed over
        const stays = search.stays || best.length > 0;
        if (!stays) await ask.places.keep(search.place, nextPage);
        // its next page waits until each country and topic was asked
        if (nextPage) waiting.push({ ...search, page: nextPage, stays });
        const recent = await recentVideos(youTube, best);
        trouble = recent.trouble;
        return best.flatMap((channel) => foundChannel(channel, recent.of(channel), ask.seenAt) ?? []);
      },
    };
  },
});

/** The queries, one after the other: `trail running|gear repair`. */
function queriesOf({ plan, criteria }: SourceAsk): string[] {
  const words = plan.topics.length > 0 ? plan.topics : [criteria.industry ?? criteria.targetAudience ?? ''];
  const topics = words.map((word) => word.replace(/[|"-]/g, ' ').trim()).filter((word) => word !== '');
  // YouTube documents `-` for one word; a phrase is left to the score
  const unwanted = excludedTerms(criteria.exclusions).flatMap((term) =>
    /^[\p{L}\p{N}]+$/u.test(term) ? [`-${term}`] : [],
  );
  const groups: string[] = [];
  for (let at = 0; at < topics.length; at += TOPICS_A_SEARCH)
    groups.push([topics.slice(at, at + TOPICS_A_SEARCH).join('|'), ...unwanted].join(' '));
  return groups;
}

/** One query in one country (the search takes one, and means by it where videos can be watched). `place`: where the page is remembered at which the next search begins, unless it `stays`. */
type ChannelSearch = { query: string; regionCode: string | null; page: string | null; place: string; stays: boolean };

/** Topics and countries take turns, so that the few searches reach as many as they can of both. A search begins where the last one with the same words knew nobody new. */
function searchesOf(ask: SourceAsk): ChannelSearch[] {
  const named = ask.regions.flatMap((region) => countryCode(region) ?? []);
  const codes = named.length > 0 ? named : [null];
  return codes.flatMap((_, turn) =>
    queriesOf(ask).map((query, index) => {
      const regionCode = codes[(index + turn) % codes.length] ?? null;
      const place = `${YOUTUBE} ${createHash('sha256').update(`${query} ${regionCode}`).digest('hex').slice(0, 32)}`;
      return { query, regionCode, page: ask.places.read(place), place, stays: false };
    }),
  );
}

/** A remembered page that YouTube no longer knows is forgotten: the next search begins at the first page. */
async function readPage(youTube: YouTube, { query, regionCode, page }: ChannelSearch) {
  try {
    return await youTube.searchChannels(query, regionCode, page);
  } catch (error) {
    if (page === null || !(error instanceof ProviderError) || error.code !== 'http_400') throw error;
    return { ids: [], nextPage: null };
  }
}

/** Of a channel that does not say where it is, nobody knows that it is elsewhere. */
function isWanted({ snippet, statistics }: Channel, { regions }: SourceAsk): boolean {
  const country = countryName(snippet?.country);
  return (country === null || regions.includes(country)) && Number(statistics?.videoCount ?? 0) > 0;
}

/** Those with enough subscribers first, as YouTube ranked them; then those that hide them. */
function bestFirst(channels: Channel[], { criteria }: SourceAsk): Channel[] {
  const least = criteria.minFollowers ?? 0;
  const rank = (channel: Channel) => {
    const subscribers = subscribersOf(channel);
    return subscribers === null ? 1 : subscribers >= least ? 0 : 2;
  };
  return channels.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * The newest videos of channels. They only tell the engagement: after a call that failed, `trouble`, the channels are worth keeping without it.
 */
export async function recentVideos(youTube: YouTube, channels: readonly Channel[]) {
  const newest = new Map<string, string[]>();
  const videos = new Map<string, Video>();
  let trouble: ProviderError | null = null;
  const tried = async (work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      trouble ??= error;
    }
  };
  const waiting = [...channels];
  const readLists = () =>
    tried(async () => {
      for (let channel = waiting.shift(); channel && !trouble; channel = waiting.shift()) {
        const uploads = channel.contentDetails?.relatedPlaylists?.uploads;
        if (channel.id && uploads) newest.set(channel.id, await youTube.newestVideos(uploads, VIDEOS_A_CHANNEL));
      }
    });
  await Promise.all(Array.from({ length: AT_ONCE }, readLists));
  await tried(async () => {
    const ids = [...newest.values()].flat();
    for (let at = 0; at < ids.length; at += PAGE)
      for (const video of await youTube.videos(ids.slice(at, at + PAGE))) if (video.id) videos.set(video.id, video);
  });
  const of = (channel: Channel): Video[] => (newest.get(channel.id ?? '') ?? []).flatMap((id) => videos.get(id) ?? []);
  return { of, trouble: trouble as ProviderError | null };
}
