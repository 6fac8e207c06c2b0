import { logOf } from '../../db/process/logger.ts';
import { idOf, ref, type Store } from '../../db/store.ts';
import type { Figures } from '../../events/partners/evidence.ts';
import { refreshFigures } from '../../events/partners/figures.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import { type JobPayload, scopeOf } from '../context.ts';
import { defineTask } from '../defineTask.ts';
import { ProviderError } from '../providers/providerError.ts';
import { engagementOf, subscribersOf, YOUTUBE } from '../providers/youtube/channel.ts';
import { PAGE, type YouTube } from '../providers/youtube/client.ts';
import { recentVideos } from '../providers/youtube/source.ts';

const log = logOf('worker');

const DAY_MS = 86_400_000;
/** YouTube's policy III.E.4: data is refreshed or deleted after 30 days. The days between leave room for a quota that is used up. */
const REFRESHED_AFTER_DAYS = 25;
const DELETED_AFTER_DAYS = 29;
/** A channel takes about 1.04 of the day's 10,000 units. Searches need the others. */
const MOST_A_DAY = 2_000;
/** Of those that are too old, each look deletes so many. */
const MOST_DELETED = 10_000;

type Row = { tenant_id: string; stream_id: string; seen_at: string };
const UNKNOWN: Figures = { followersCount: null, engagementRate: null };

/** Every day: figures from YouTube are asked for again before they are 30 days old, the oldest first. Those that cannot be are deleted. */
export const refreshYouTubeFigures = defineTask({
  name: 'refresh-figures',
  lane: 'ask',
  cron: '41 3 * * *',
  needs: ['store', 'youTube'],
  handler: async ({ store, youTube }) => {
    const old = (days: number, most: number) => {
      const before = new Date(store.now().getTime() - days * DAY_MS).toISOString();
      return store.sql<Row[]>`select * from read.old_figures(${YOUTUBE}, ${before}, ${most})`;
    };
    if (youTube) await refresh(store, youTube, await old(REFRESHED_AFTER_DAYS, MOST_A_DAY));
    for (const row of await old(DELETED_AFTER_DAYS, MOST_DELETED)) await record(store, row, UNKNOWN);
  },
});

async function refresh(store: Store, youTube: YouTube, rows: readonly Row[]): Promise<void> {
  for (let from = 0; from < rows.length; from += PAGE) {
    const page = await Promise.all(
      rows.slice(from, from + PAGE).map(async (row) => {
        const { state } = await store.load(row.tenant_id, ref('partner', idOf(row.stream_id)));
        return { row, channelId: channelOf(state) };
      }),
    );
    try {
      const channels = await youTube.channels([...new Set(page.flatMap(({ channelId }) => channelId ?? []))]);
      const recent = await recentVideos(youTube, channels);
      // without its videos a channel's engagement is not known; another day it is
      if (recent.trouble) throw recent.trouble;
      for (const { row, channelId } of page) {
        const channel = channels.find(({ id }) => id === channelId);
        const figures = channel && {
          followersCount: subscribersOf(channel),
          engagementRate: engagementOf(recent.of(channel)),
        };
        // a channel that is gone has no figures
        await record(store, row, figures ?? UNKNOWN);
      }
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      log.warn(`Figures from YouTube were not refreshed: ${error.code}`);
      return;
    }
  }
}

const channelOf = ({ person }: PartnerState): string | null =>
  (person?.socialProfiles ?? []).flatMap(({ url }) => /youtube\.com\/channel\/([\w-]+)/.exec(url)?.[1] ?? [])[0] ??
  null;

const jobOf = ({ tenant_id: tenant, stream_id: stream }: Row): JobPayload => ({
  ...{ tenant, id: idOf(stream) },
  ...{ correlationId: 'figures', causationId: null },
});

const record = (store: Store, row: Row, figures: Figures) => {
  const job = jobOf(row);
  return store
    .decide(scopeOf('refresh-figures', job), ref('partner', job.id), (partner) =>
      refreshFigures(partner, YOUTUBE, figures),
    )
    .catch((error: Error) => log.error(`Figures of a partner were not recorded: ${error.name}`));
};
