import { type Evidence, evidenceOf, LONGEST_BIO, LONGEST_NAME, numbered } from '../../../events/partners/evidence.ts';
import type { FoundPerson } from '../../../events/partners/partner.ts';
import { fitsName, isProfile, platformOf, usernameOf } from '../../../events/partners/profileUrl.ts';
import { countryName } from '../../../events/shared/countries.ts';
import { externalUrl } from '../../../events/shared/externalUrl.ts';
import { cutText } from '../../../events/shared/format.ts';
import type { Platform } from '../../../events/shared/options.ts';
import type { Channel, Video } from './client.ts';

export const YOUTUBE = 'youtube';
const LONGEST_TITLE = 150;
const MOST_WORKS = 3;

/** Wikipedia articles that YouTube names as topics of a channel, and our industries. The first that fits counts. */
const TOPICS: readonly (readonly [RegExp, string])[] = [
  [/Physical_fitness|Sport|football|golf|tennis|boxing|cycling/i, 'Fitness'],
  [/Food/i, 'Food'],
  [/Fashion/i, 'Fashion'],
  [/beauty/i, 'Beauty'],
  [/game/i, 'Gaming'],
  [/Technology/i, 'Technology'],
  [/Tourism/i, 'Travel'],
  [/Health/i, 'Health'],
  [/Business/i, 'Business'],
  [/Knowledge/i, 'Education'],
  [/Lifestyle|Hobby|Pet/i, 'Lifestyle'],
];

const industryOf = ({ topicDetails }: Channel): string | null => {
  const topics = topicDetails?.topicCategories ?? [];
  return TOPICS.find(([words]) => topics.some((topic) => words.test(topic)))?.[1] ?? null;
};

/** The titles of those articles. */
const topicsOf = ({ topicDetails }: Channel): string | null =>
  (topicDetails?.topicCategories ?? [])
    .map((url) => url.slice(url.lastIndexOf('/') + 1).replaceAll('_', ' '))
    .join(', ') || null;

/** A count is a text on the wire; what is hidden is missing. */
const countOf = (text: string | null | undefined): number | null => {
  if (text === null || text === undefined || !/^\d+$/.test(text)) return null;
  return Number(text);
};

/** Since this day a view is any start, not some seconds of watching (decision 0015): the shares of older videos are higher. */
const VIEWS_BY_START = '2026-08-24';

/**
 * Likes and comments in percent of the views, over recent videos; null: too little is public to say. A hidden like count is not zero. Videos of before
 * and after VIEWS_BY_START are not mixed: the newer ones count if there are any.
 */
export function engagementOf(videos: readonly Video[]): number | null {
  const newer = videos.filter(({ snippet }) => (snippet?.publishedAt ?? '') >= VIEWS_BY_START);
  return shareOf(newer) ?? shareOf(videos);
}

function shareOf(videos: readonly Video[]): number | null {
  let views = 0;
  let reactions = 0;
  for (const { statistics } of videos) {
    const [seen, likes] = [countOf(statistics?.viewCount), countOf(statistics?.likeCount)];
    if (seen === null || seen === 0 || likes === null) continue;
    views += seen;
    // comments that are turned off are none
    reactions += likes + (countOf(statistics?.commentCount) ?? 0);
  }
  return views === 0 ? null : Math.round((1000 * reactions) / views) / 10;
}

/** `"trail running" ultralight` as YouTube writes keywords of a channel. */
const keywordsOf = (text: string | null | undefined): string[] =>
  [...(text ?? '').matchAll(/"([^"]{2,60})"|(\S{2,60})/g)].map(([, quoted, plain]) => (quoted ?? plain ?? '').trim());

/**
 * The owner's profiles on other platforms, at most one on each. A description links sponsors and guests, too. Only a profile whose user name fits the
 * handle or title is the owner's.
 */
function ownProfiles(description: string, names: readonly (string | null)[]): { platform: Platform; url: string }[] {
  const own = new Map<Platform, string>();
  for (const text of description.match(/(?:https?:\/\/|www\.)[^\s<>()"']+/gi) ?? []) {
    const url = externalUrl(text.replace(/[.,;!?]+$/, ''));
    const platform = url && platformOf(url);
    if (!platform || platform === YOUTUBE || own.has(platform) || !isProfile(url)) continue;
    if (fitsName(usernameOf(url) ?? '', names)) own.set(platform, url);
  }
  return [...own].map(([platform, url]) => ({ platform, url }));
}

/** Subscribers of a channel, exact as YouTube counts them; null: the owner hides them. */
export const subscribersOf = ({ statistics }: Channel): number | null =>
  statistics?.hiddenSubscriberCount ? null : countOf(statistics?.subscriberCount);

/** Turns a channel and its recent videos into what we keep; null for one without a name or id. */
export function foundChannel(channel: Channel, videos: readonly Video[], seenAt: string): FoundPerson | null {
  const { id, snippet, brandingSettings } = channel;
  if (!id || !snippet?.title) return null;
  const handle = snippet.customUrl?.replace(/^@?/, '@') ?? null;
  const byId = `https://www.youtube.com/channel/${id}`;
  const url = handle ? `https://www.youtube.com/${handle}` : byId;
  const description = snippet.description ?? '';
  const others = ownProfiles(description, [handle, snippet.title]);
  const bio = cutText(description.trim(), LONGEST_BIO);
  const found: FoundPerson = {
    facts: {
      platform: 'youtube',
      otherPlatforms: others.map(({ platform }) => platform),
      industry: industryOf(channel),
      followersCount: subscribersOf(channel),
      engagementRate: engagementOf(videos),
      source: YOUTUBE,
    },
    person: {
      name: cutText(snippet.title, LONGEST_NAME),
      username: handle?.slice(1) ?? null,
      // the smallest, 88 pixels: lists show no larger ones
      avatar: externalUrl(snippet.thumbnails?.default?.url),
      bio: bio || null,
      profileUrl: url,
      jobTitle: null,
      company: null,
      companyDomain: null,
      country: countryName(snippet.country),
      region: null,
      city: null,
      keywords: [...new Set(keywordsOf(brandingSettings?.channel?.keywords))].slice(0, 40),
      socialProfiles: [
        { platform: 'youtube', url },
        ...(url === byId ? [] : [{ platform: 'youtube', url: byId }]),
        ...others,
      ],
      evidence: [],
    },
  };
  const works = videos.slice(0, MOST_WORKS).flatMap((video): Omit<Evidence, 'id'>[] => {
    const title = cutText(video.snippet?.title?.trim() ?? '', LONGEST_TITLE);
    if (!video.id || !title) return [];
    const link = `https://www.youtube.com/watch?v=${video.id}`;
    return [{ field: 'recentWork', text: title, source: YOUTUBE, url: link, place: null, seenAt }];
  });
  const said = { ...found, facts: { ...found.facts, industry: topicsOf(channel) } };
  const told = evidenceOf(said, YOUTUBE, url, seenAt).map(({ id: _, ...item }) => item);
  return { ...found, person: { ...found.person, evidence: numbered([...told, ...works]) } };
}
