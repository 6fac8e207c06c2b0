import { youtube as openYouTube, type youtube_v3 } from 'googleapis/build/src/apis/youtube/index.js';
import { ProviderError } from '../providerError.ts';
import { providerGate } from '../providerGate.ts';
import { youTubeError } from './youTubeError.ts';

const TIMEOUT_MS = 20_000;
/** The most that one call of the API answers. */
export const PAGE = 50;

export type Channel = youtube_v3.Schema$Channel;
export type Video = youtube_v3.Schema$Video;

/**
 * YouTube Data API v3. A search takes one of 100 calls a day. Any other call takes 1 of 10,000 units
 * (developers.google.com/youtube/v3/determine_quota_cost). All throw ProviderError.
 */
export type YouTube = {
  searchChannels(
    query: string,
    regionCode: string | null,
    pageToken: string | null,
  ): Promise<{ ids: string[]; nextPage: string | null }>;
  channels(ids: readonly string[]): Promise<Channel[]>;
  /** The newest videos of an uploads list; none when the list is gone or hidden. */
  newestVideos(uploads: string, count: number): Promise<string[]>;
  videos(ids: readonly string[]): Promise<Video[]>;
  /** Takes 1 unit of the day's quota: whether the key works. */
  check(): Promise<string>;
};

declare module '../../context.ts' {
  interface Deps {
    youTube: YouTube | null;
  }
}

export function youTube(options: { apiKey: string; baseUrl?: string | undefined; timeoutMs?: number }): YouTube {
  const gate = providerGate('YouTube');
  const api = openYouTube({
    version: 'v3',
    auth: options.apiKey,
    ...(options.baseUrl ? { rootUrl: options.baseUrl } : {}),
    retry: false,
    redirect: 'manual',
    timeout: options.timeoutMs ?? TIMEOUT_MS,
  });

  async function call<T extends object>(ask: () => Promise<{ data: T }>): Promise<T> {
    gate.pass();
    try {
      const { data } = await ask();
      // the SDK takes whatever comes: the page of a proxy would read as nobody
      const items: unknown = typeof data === 'object' && 'items' in data ? data.items : [];
      if (typeof data !== 'object' || !Array.isArray(items ?? []))
        throw new ProviderError({ code: 'provider_unusable', provider: 'YouTube' }, 'bad_answer', true);
      return data;
    } catch (error) {
      const failed = youTubeError(error);
      gate.heed(failed);
      throw failed;
    }
  }

  return {
    async searchChannels(query, regionCode, pageToken) {
      const found = await call(() =>
        api.search.list({
          part: ['snippet'],
          type: ['channel'],
          q: query,
          maxResults: PAGE,
          ...(regionCode ? { regionCode } : {}),
          ...(pageToken ? { pageToken } : {}),
        }),
      );
      const ids = (found.items ?? []).flatMap(({ id }) => id?.channelId ?? []);
      return { ids, nextPage: found.nextPageToken ?? null };
    },
    async channels(ids) {
      if (ids.length === 0) return [];
      const found = await call(() =>
        api.channels.list({
          part: ['snippet', 'statistics', 'brandingSettings', 'topicDetails', 'contentDetails'],
          id: [ids.join(',')],
          maxResults: PAGE,
        }),
      );
      return found.items ?? [];
    },
    async newestVideos(uploads, count) {
      const found = await call(() =>
        api.playlistItems.list({ part: ['contentDetails'], playlistId: uploads, maxResults: count }),
      ).catch((error: { code?: string }) => {
        // a channel without public videos has no such list
        if (error.code === 'http_404') return { items: [] };
        throw error;
      });
      return (found.items ?? []).flatMap(({ contentDetails }) => contentDetails?.videoId ?? []);
    },
    async videos(ids) {
      if (ids.length === 0) return [];
      const found = await call(() =>
        api.videos.list({ part: ['snippet', 'statistics'], id: [ids.join(',')], maxResults: PAGE }),
      );
      return found.items ?? [];
    },
    async check() {
      await call(() => api.i18nRegions.list({ part: ['snippet'] }));
      return "this call cost 1 of the day's 10,000 quota units";
    },
  };
}
