import type { FoundPerson } from '../../../events/partners/partner.ts';
import { countryCode, countryName } from '../../../events/shared/countries.ts';
import type { PartnerSource, SourceAsk } from '../partnerSource.ts';
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
    return {
      get dry() {
        return next >= queries.length;
      },
      async next() {
        const query = queries[next];
        next += 1;
        if (!query) return [];
        const { ids } = await youTube.searchChannels(query, regionCodeOf(ask), null);
        const fresh = ids.filter(
          (id) => !seen.has(id) && !ask.known.includes(`youtube.com/channel/${id.toLowerCase()}`),
        );
        for (const id of fresh) seen.add(id);
        const channels = (await youTube.channels(fresh)).filter((channel) => isWanted(channel, ask));
        return described(youTube, bestFirst(channels, ask).slice(0, MOST_LOOKED_AT), ask.seenAt);
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

async function described(youTube: YouTube, channels: Channel[], seenAt: string): Promise<FoundPerson[]> {
  const newest = new Map<string, string[]>();
  const waiting = [...channels];
  const work = async () => {
    for (let channel = waiting.shift(); channel; channel = waiting.shift()) {
      const uploads = channel.contentDetails?.relatedPlaylists?.uploads;
      if (channel.id && uploads) newest.set(channel.id, await youTube.newestVideos(uploads, VIDEOS_A_CHANNEL));
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  const ids = [...newest.values()].flat();
  const videos = new Map<string, Video>();
  for (let at = 0; at < ids.length; at += PAGE)
    for (const video of await youTube.videos(ids.slice(at, at + PAGE))) if (video.id) videos.set(video.id, video);
  return channels.flatMap((channel) => {
    const own = (newest.get(channel.id ?? '') ?? []).flatMap((id) => videos.get(id) ?? []);
    return foundChannel(channel, own, seenAt) ?? [];
  });
}
