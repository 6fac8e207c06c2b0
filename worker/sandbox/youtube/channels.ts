import { hashOf } from '../hash.ts';
import { type SamplePerson, samplePeople } from '../people/sample.ts';

const CODES: Readonly<Record<string, string>> = {
  'United States': 'US',
  Canada: 'CA',
  'United Kingdom': 'GB',
  Germany: 'DE',
  Australia: 'AU',
  Ireland: 'IE',
  Netherlands: 'NL',
  'New Zealand': 'NZ',
};

/** Articles that YouTube names as topics; it has none for some industries. */
const TOPICS: Readonly<Record<string, string>> = {
  Fitness: 'Physical_fitness',
  Food: 'Food',
  Fashion: 'Fashion',
  Beauty: 'Physical_attractiveness',
  Gaming: 'Video_game_culture',
  Technology: 'Technology',
  Travel: 'Tourism',
  Health: 'Health',
  Education: 'Knowledge',
  Lifestyle: 'Lifestyle_(sociology)',
};

const idOf = (prefix: string, seed: string): string =>
  prefix +
  Buffer.from([0, 1, 2, 3].map((part) => hashOf(`${seed}/${part}`).toString(16).padStart(8, '0')).join(''), 'hex')
    .toString('base64url')
    .slice(0, 22);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
const TITLES = [
  '%s: what nobody tells you',
  'A week of %s',
  '%s for beginners',
  'My honest take on %s',
  'Why I quit %s',
];

const videosOf = (person: SamplePerson, followers: number, rate: number) => {
  const count = 3 + (hashOf(`${person.slug} videos`) % 6);
  return Array.from({ length: count }, (_, index) => {
    const seed = `${person.slug} video ${index}`;
    const views = Math.max(40, Math.round(followers * (0.04 + (hashOf(seed) % 20) / 100)));
    const reactions = (views * rate) / 100;
    const subject = person.interests[index % person.interests.length] ?? person.topic;
    return {
      kind: 'youtube#video',
      id: idOf('', seed).slice(0, 11),
      snippet: {
        title: (TITLES[index % TITLES.length] ?? '%s').replace('%s', capital(subject)),
        description: '',
        channelId: idOf('UC', person.slug),
        publishedAt: `2026-0${1 + (index % 8)}-1${index % 9}T12:00:00Z`,
      },
      statistics: {
        viewCount: String(views),
        // some owners hide the likes, and some turn comments off
        ...(hashOf(`${seed} likes`) % 9 === 0 ? {} : { likeCount: String(Math.round(reactions * 0.9)) }),
        favoriteCount: '0',
        ...(hashOf(`${seed} comments`) % 7 === 0 ? {} : { commentCount: String(Math.round(reactions * 0.1)) }),
      },
    };
  });
};

const channelOf = (person: SamplePerson) => {
  const account = person.profiles.find(({ network }) => network === 'youtube');
  if (!account) return [];
  const hidden = hashOf(`${person.slug} hidden`) % 15 === 0;
  const videos = videosOf(person, account.followers, account.engagementRate);
  const id = idOf('UC', person.slug);
  const uploads = idOf('UU', person.slug);
  // some name their other profiles, as people do at the end of a description
  const links = hashOf(`${person.slug} links`) % 3 === 0 ? `\n\nhttps://www.linkedin.com/in/${person.slug}` : '';
  const country = hashOf(`${person.slug} country`) % 6 === 0 ? undefined : CODES[person.place.country];
  const topic = TOPICS[person.industry.name];
  const description = `${person.bio}${links}`;
  const keywords = [...person.interests, person.topic]
    .map((word) => (word.includes(' ') ? `"${word}"` : word))
    .join(' ');
  return [
    {
      person,
      videos,
      uploads,
      text: `${person.fullName} ${description} ${keywords} ${person.title}`.toLowerCase(),
      resource: {
        kind: 'youtube#channel',
        id,
        snippet: {
          title: person.fullName,
          description,
          customUrl: `@${account.username}`,
          publishedAt: '2019-04-02T10:00:00Z',
          ...(country ? { country } : {}),
        },
        contentDetails: { relatedPlaylists: { likes: '', uploads } },
        statistics: {
          viewCount: String(account.followers * 40),
          ...(hidden ? {} : { subscriberCount: String(account.followers) }),
          hiddenSubscriberCount: hidden,
          videoCount: String(videos.length),
        },
        ...(topic ? { topicDetails: { topicCategories: [`https://en.wikipedia.org/wiki/${topic}`] } } : {}),
        brandingSettings: { channel: { title: person.fullName, keywords } },
      },
    },
  ];
};

export const channels = samplePeople.flatMap(channelOf);
export const videos = channels.flatMap((channel) => channel.videos);
