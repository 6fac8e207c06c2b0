import { asOfView } from '../../api/present/asOf.ts';
import { eventDays } from '../../db/audit/eventDays.ts';
import { eventsBehindMetric } from '../../db/audit/eventsBehindMetric.ts';
import { type TimelineFilter, timelinePage } from '../../db/audit/timeline.ts';
import type { Store } from '../../db/store.ts';
import { AS_OF_SUBJECTS } from '../../events/history/historyInput.ts';
import { quantile, rounded } from './database.ts';

const ROUNDS = 9;

/** The median of some rounds, in ms; the first one warms up. */
async function medianMs(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    const started = performance.now();
    await work();
    if (round > 0) times.push(performance.now() - started);
  }
  return rounded(quantile(times, 0.5), 1);
}

/**
 * The time of a page of 50 events, in ms: of all tenants or one, the newest or from the middle, one stream, and filters that match little. `store`:
 * the API's role, on a log that is filled; `of`: a tenant and a stream in it.
 */
export async function timelinePageMs(
  store: Store,
  of: { tenant: string; stream: string; middle: Date },
): Promise<Record<string, number>> {
  const asked: Record<string, TimelineFilter> = {
    all: {},
    tenant: { tenant: of.tenant },
    stream: { tenant: of.tenant, stream: of.stream },
    tenantAndType: { tenant: of.tenant, type: 'PartnerRejected' },
    nothingOfAll: { actor: 'user:nobody' },
    nothingOfTenant: { tenant: of.tenant, correlation: 'none' },
    middle: { to: of.middle.toISOString() },
    nothingInTheMiddle: { to: of.middle.toISOString(), type: 'SettingChanged' },
  };
  const figures: Record<string, number> = {};
  for (const [name, filter] of Object.entries(asked))
    figures[name] = await medianMs(async () => {
      const { events } = await timelinePage(store, filter, { limit: 50 });
      if (name.startsWith('nothing') ? events.length > 0 : events.length === 0)
        throw new Error(`The page "${name}" of the timeline has ${events.length} events.`);
    });
  return figures;
}

/** The time of each screen of a tenant as of a moment, in ms, with what has changed since. */
export async function asOfMs(store: Store, tenant: string, at: Date): Promise<Record<string, number>> {
  const deps = { store, sandbox: true, publicUrl: 'http://localhost' };
  const figures: Record<string, number> = {};
  for (const what of AS_OF_SUBJECTS)
    figures[what] = await medianMs(() => asOfView(deps, tenant, { at: at.toISOString(), what }));
  return figures;
}

/** The time of a tenant's days with events, in ms. `logged`: how many events the log has of it. */
export const daysMs = (store: Store, tenant: string, logged: number): Promise<number> =>
  medianMs(async () => {
    const { days } = await eventDays(store, tenant, 'UTC');
    const counted = days.reduce((sum, { events }) => sum + events, 0);
    if (counted !== logged) throw new Error(`The days have ${counted} of ${logged} events.`);
  });

/** The time of a page of the events behind the number of partners, in ms. `logged`: how many the log has. */
export const numberMs = (store: Store, tenant: string, logged: number): Promise<number> =>
  medianMs(async () => {
    const behind = await eventsBehindMetric(store, tenant, { name: 'totalPartners' }, { limit: 50 });
    if (behind?.count !== logged) throw new Error(`The number says ${behind?.count} of ${logged} partners.`);
  });
