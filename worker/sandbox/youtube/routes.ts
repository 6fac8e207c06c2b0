import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../clock.ts';
import { hashOf } from '../hash.ts';
import { channels, videos } from './channels.ts';
import { pictureUrl } from './pictures.ts';

const REASONS: Readonly<Record<number, string>> = {
  400: 'badRequest',
  401: 'authError',
  403: 'forbidden',
  404: 'notFound',
  429: 'rateLimitExceeded',
  500: 'backendError',
};

/** An error in the form of Google's APIs. */
export const youTubeError = (c: Context, code: ContentfulStatusCode, message: string, reason?: string) =>
  c.json(
    { error: { code, message, errors: [{ message, domain: 'youtube.quota', reason: reason ?? REASONS[code] }] } },
    code,
  );

/** A key that Google does not know. */
const WRONG_KEY = 'wrong-key';
const SEARCHES_A_DAY = 100;
const UNITS_A_DAY = 10_000;

const pageOf = (token: string | undefined): number => {
  const offset = token ? Number(Buffer.from(token, 'base64url').toString()) : 0;
  return Number.isInteger(offset) && offset >= 0 ? offset : Number.NaN;
};
const tokenOf = (offset: number): string => Buffer.from(String(offset)).toString('base64url');

/** The share of the alternatives (`a b|c -d`) that a text has: 0 for none. Words may be apart, as at YouTube. `-d`: not with this word. */
const howWell = (text: string, query: string): number => {
  const without = [...query.toLowerCase().matchAll(/(?<=\s)-([\p{L}\p{N}]+)/gu)].map(([, word = '']) => word);
  if (without.some((word) => text.includes(word))) return 0;
  const alternatives = query
    .toLowerCase()
    .replace(/\s-[\p{L}\p{N}]+/gu, '')
    .split('|')
    .map((part) => part.match(/[\p{L}\p{N}]+/gu) ?? [])
    .filter((words) => words.length > 0);
  return Math.max(0, ...alternatives.map((words) => words.filter((word) => text.includes(word)).length / words.length));
};

/** YouTube Data API v3 over the sample people's channels, with daily quotas: 100 searches, and 10,000 units for other calls. */
export const youTubeRoutes = (now: Clock) => {
  const used = new Map<string, { day: string; searches: number; units: number }>();
  /** Counts a call; false when the day's quota has no room for it. */
  const spend = (key: string, kind: 'searches' | 'units'): boolean => {
    const day = now().toISOString().slice(0, 10);
    const before = used.get(key);
    const today = before?.day === day ? before : { day, searches: 0, units: 0 };
    used.set(key, today);
    if (today[kind] >= (kind === 'searches' ? SEARCHES_A_DAY : UNITS_A_DAY)) return false;
    today[kind] += 1;
    return true;
  };

  const app = new Hono();
  app.use(async (c, next) => {
    const key = c.req.query('key') ?? c.req.header('x-goog-api-key');
    if (!key) return youTubeError(c, 403, 'The request is missing a valid API key.', 'forbidden');
    if (key === WRONG_KEY) {
      const message = 'API key not valid. Please pass a valid API key.';
      const details = [{ '@type': 'type.googleapis.com/google.rpc.ErrorInfo', reason: 'API_KEY_INVALID' }];
      const errors = [{ message, domain: 'global', reason: 'badRequest' }];
      return c.json({ error: { code: 400, message, errors, status: 'INVALID_ARGUMENT', details } }, 400);
    }
    if (!c.req.query('part')) return youTubeError(c, 400, 'No filter selected.', 'missingRequiredParameter');
    if (!spend(key, c.req.path.endsWith('/search') ? 'searches' : 'units'))
      return youTubeError(
        c,
        403,
        'The request cannot be completed because you have exceeded your quota.',
        'quotaExceeded',
      );
    return next();
  });
  app.get('/search', (c) => {
    const { q = '', type, maxResults = '5', pageToken, regionCode } = c.req.query();
    const [size, offset] = [Number(maxResults), pageOf(pageToken)];
    if (type !== 'channel')
      return youTubeError(c, 400, 'The sandbox searches for channels only.', 'invalidSearchFilter');
    if (!(size >= 0 && size <= 50)) return youTubeError(c, 400, 'Invalid value for maxResults.', 'badRequest');
    if (Number.isNaN(offset)) return youTubeError(c, 400, 'Invalid page token.', 'invalidPageToken');
    if (regionCode && !/^[A-Z]{2}$/.test(regionCode))
      return youTubeError(c, 400, 'Invalid region code.', 'invalidRegionCode');
    const found = channels
      .map((channel) => ({ channel, fit: howWell(channel.text, q), tie: hashOf(channel.resource.id) }))
      .filter((hit) => hit.fit >= 0.5)
      .sort((a, b) => b.fit - a.fit || a.tie - b.tie);
    const page = found.slice(offset, offset + size);
    const items = page.map(({ channel: { resource } }) => ({
      kind: 'youtube#searchResult',
      id: { kind: 'youtube#channel', channelId: resource.id },
      // a search cuts descriptions short
      snippet: { ...resource.snippet, channelId: resource.id, description: resource.snippet.description.slice(0, 120) },
    }));
    const next = offset + page.length;
    const pageInfo = { totalResults: found.length, resultsPerPage: size };
    return c.json({ items, pageInfo, ...(next < found.length ? { nextPageToken: tokenOf(next) } : {}) }, 200);
  });
  const idsIn = (c: Context): string[] => (c.req.queries('id') ?? []).flatMap((ids) => ids.split(','));
  /** Only the asked parts, as at YouTube. */
  const parts = <T extends object>(c: Context, resource: T) => {
    const wanted = (c.req.queries('part') ?? []).flatMap((names) => names.split(','));
    return Object.fromEntries(
      Object.entries(resource).filter(([name]) => ['kind', 'id'].includes(name) || wanted.includes(name)),
    );
  };
  app.get('/channels', (c) => {
    const ids = idsIn(c);
    if (ids.length > 50) return youTubeError(c, 400, 'Too many ids.', 'invalidFilters');
    const { origin } = new URL(c.req.url);
    const items = channels
      .filter(({ resource }) => ids.includes(resource.id))
      .map(({ resource }) => {
        const thumbnail = { url: pictureUrl(origin, resource.id), width: 88, height: 88 };
        const snippet = { ...resource.snippet, thumbnails: { default: thumbnail } };
        return parts(c, { ...resource, snippet });
      });
    // without a match there is no list at all
    return c.json(items.length > 0 ? { items } : {}, 200);
  });
  app.get('/playlistItems', (c) => {
    const channel = channels.find(({ uploads }) => uploads === c.req.query('playlistId'));
    if (!channel) return youTubeError(c, 404, 'The playlist cannot be found.', 'playlistNotFound');
    const newest = channel.videos.slice(0, Number(c.req.query('maxResults') ?? 5));
    return c.json(
      { items: newest.map(({ id }) => ({ kind: 'youtube#playlistItem', contentDetails: { videoId: id } })) },
      200,
    );
  });
  app.get('/videos', (c) => {
    const ids = idsIn(c);
    if (ids.length > 50) return youTubeError(c, 400, 'Too many ids.', 'invalidFilters');
    return c.json({ items: videos.filter(({ id }) => ids.includes(id)).map((video) => parts(c, video)) }, 200);
  });
  app.get('/i18nRegions', (c) => c.json({ items: [{ kind: 'youtube#i18nRegion', id: 'US' }] }, 200));
  return app;
};
