import { countryCode, countryName } from '../../../events/shared/countries.ts';
import type { PartnerSource, SourceAsk } from '../partnerSource.ts';
import { ProviderError } from '../providerError.ts';
import { foundChannel, subscribersOf, YOUTUBE } from './channel.ts';
import { type Channel, PAGE, type Video, type YouTube } from './client.ts';

/** Topics that one search names: more make it vague. */
const TOPICS_A_SEARCH = 3;
/** Each search takes one of 100 a day. */
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
    const queries = queriesOf(ask).slice(0, MOST_SEARCHES);
    const seen = new Set<string>();
    let next = 0;
    let trouble: ProviderError | null = null;
    return {
      get dry() {
        return next >= queries.length;
      },
      get trouble() {
        return trouble;
      },
      async next() {
        if (trouble) throw trouble;
        const query = queries[next];
        next += 1;
        if (!query) return [];
        const { ids } = await youTube.searchChannels(query, regionCodeOf(ask), null);
        const fresh = ids.filter(
          (id) => !seen.has(id) && !ask.known.includes(`youtube.com/channel/${id.toLowerCase()}`),
        );
        for (const id of fresh) seen.add(id);
        const channels = (await youTube.channels(fresh)).filter((channel) => isWanted(channel, ask));
        const best = bestFirst(channels, ask).slice(0, MOST_LOOKED_AT);
        const recent = await recentVideos(youTube, best);
        trouble = recent.trouble;
        return best.flatMap((channel) => foundChannel(channel, recent.of(channel), ask.seenAt) ?? []);
      },
    };
  },
});

/** What is searched for, one after the other: `trail running|gear repair`. */
function queriesOf({ plan, criteria }: SourceAsk): string[] {
  const words = plan.topics.length > 0 ? plan.topics : [criteria.industry ?? criteria.targetAudience ?? ''];
  const topics = words.map((word) => word.replace(/[|"-]/g, ' ').trim()).filter((word) => word !== '');
  const groups: string[] = [];
  for (let at = 0; at < topics.length; at += TOPICS_A_SEARCH)
    groups.push(topics.slice(at, at + TOPICS_A_SEARCH).join('|'));
  return groups;
}

/** The search takes one country, and means by it where videos can be watched. */
const regionCodeOf = ({ regions }: SourceAsk): string | null => countryCode(regions[0] ?? '');

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
async function recentVideos(youTube: YouTube, channels: readonly Channel[]) {
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
