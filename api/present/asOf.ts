import { ownerAccount } from '../../db/accounts/workspace.ts';
import { lookAsOf, mustBePast } from '../../db/audit/asOf.ts';
import { eventsSoFar } from '../../db/audit/eventDays.ts';
import { readAs } from '../../db/connection/connect.ts';
import { readCounters } from '../../db/lists/counters.ts';
import { messagesBegun, partnersBegun } from '../../db/lists/pastPages.ts';
import { bringUpToDate } from '../../db/lists/upToDate.ts';
import { readCampaigns } from '../../db/read/campaigns.ts';
import { readMessages } from '../../db/read/messages.ts';
import { listedStates } from '../../db/read/partners.ts';
import { suppressedAmong, suppressionStreams } from '../../db/read/suppressions.ts';
import type { RowTable } from '../../db/rows.ts';
import { ref, type Store } from '../../db/store.ts';
import type { AsOfSubject } from '../../events/history/historyInput.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps } from '../context.ts';
import { creditsView, statsView } from '../routes/dashboard.ts';
import type { AsOfCampaignView, AsOfView, PartnerView, SendView } from '../views.ts';
import { campaignView, sendView } from './campaign.ts';
import { listChanges, valueChanges } from './history.ts';
import { partnerView } from './partner.ts';

type Screens = Pick<Deps, 'store'>;

/** `at`: ISO 8601; `campaign`: only its messages; `after`: where a page begins. */
export type AsOf = { at: string; what: AsOfSubject; campaign?: string | undefined; after?: string | undefined };
type Look = { store: Store; tenant: string; at: Date; signal: AbortSignal | undefined };
type Totals = { was: number; is: number };
type Rows = { tables: readonly RowTable[]; streams?: readonly string[] };

const PAGE = 50;

/** Runs a reading of then and of now. */
const both = async <T>(
  { store, tenant, at, signal }: Look,
  rows: Rows,
  view: (of: Store) => Promise<T>,
): Promise<[T, T]> => [await lookAsOf(store, tenant, at, { ...rows, signal }, view), await view(store)];

/**
 * Shows a screen of a tenant at a moment, a list as a page. `signal`: says that the client has gone away; then it throws ClientClosedRequest.
 */
export async function asOfView(
  { store }: Screens,
  tenant: string,
  { at, what, campaign, after }: AsOf,
  signal?: AbortSignal,
): Promise<AsOfView> {
  const look: Look = { store, tenant, at: new Date(at), signal };
  mustBePast(look.at, store.now());
  if (campaign !== undefined) await mustBeKnown({ store }, tenant, campaign);
  const soFar = await eventsSoFar(store, tenant, look.at);
  switch (what) {
    case 'dashboard':
      return { what, at, soFar, ...(await dashboard(look)) };
    case 'partners':
      return { what, at, soFar, ...(await partners(look, after)) };
    case 'campaigns':
      return { what, at, soFar, ...(await campaigns(look)) };
    case 'messages':
      return { what, at, soFar, ...(await messages(look, campaign, after)) };
  }
}

async function dashboard(look: Look) {
  const { tenant } = look;
  const [was, is] = await both(look, { tables: [] }, async (store) => {
    const { monthlyCredits } = await ownerAccount(store, tenant);
    return { stats: await statsView({ store }, tenant), credits: await creditsView({ store }, tenant, monthlyCredits) };
  });
  const changes = [
    ...valueChanges(was.stats, is.stats),
    ...valueChanges({ credits: was.credits }, { credits: is.credits }),
  ];
  return { ...was, changes };
}

const totals = async (look: Look, names: readonly string[], campaigns: readonly string[] | 'all'): Promise<Totals> => {
  const [was, is] = await both(look, { tables: [] }, async (store) => {
    const counters = await readCounters(store, look.tenant, { campaigns });
    return counters.sum(names);
  });
  return { was, is };
};

async function partners(look: Look, after: string | undefined) {
  const { store, tenant, at } = look;
  await bringUpToDate(store, tenant);
  const { rows, next } = await readAs(store.sql, tenant, (tx) => partnersBegun(tx, tenant, { at, after, limit: PAGE }));
  const ids = rows.map(({ id }) => id);
  const streams = ids.map((id) => `partner-${id}`);
  const [then, now] = await both(look, { tables: ['partners'], streams }, (of) => listedStates(of, tenant, ids));
  const emails = [...then, ...now].map(({ state }) => state.contact?.email);
  const addresses: Rows = { tables: ['suppressions'], streams: suppressionStreams(store, tenant, emails) };
  const [whyThen, whyNow] = await both(look, addresses, (of) => suppressedAmong(of, tenant, emails));
  const items: PartnerView[] = then.map((row) => partnerView(row, whyThen(row.state.contact?.email)));
  const present = now.map((row) => partnerView(row, whyNow(row.state.contact?.email)));
  return { items, next, total: await totals(look, ['totalPartners'], ['']), changes: listChanges(items, present) };
}

async function campaigns(look: Look) {
  const [items, now] = await both(look, { tables: ['campaigns'] }, async (store) =>
    (await readCampaigns(store, look.tenant)).map((row): AsOfCampaignView => {
      const {
        hold: _hold,
        nextSendWhy: _why,
        nextSendAt: _at,
        nextDueAt: _due,
        texts: _texts,
        ...view
      } = campaignView(row, null, null);
      return view;
    }),
  );
  return { items, next: null, total: { was: items.length, is: now.length }, changes: listChanges(items, now) };
}

async function messages(look: Look, campaign: string | undefined, after: string | undefined) {
  const { store, tenant, at } = look;
  await bringUpToDate(store, tenant);
  const { rows, next } = await readAs(store.sql, tenant, (tx) =>
    messagesBegun(tx, tenant, campaign, { at, after, limit: PAGE }),
  );
  const ids = rows.map(({ id }) => id);
  const streams = [...ids.map((id) => `message-${id}`), ...new Set(rows.map(({ partner }) => `partner-${partner}`))];
  const [items, now] = await both(look, { tables: ['messages', 'partners'], streams }, async (of) => {
    const found = new Map((await readMessages(of, tenant, { ids })).map((row) => [row.id, sendView(row)]));
    return ids.flatMap((id): SendView | never[] => found.get(id) ?? []);
  });
  const whole = { next, total: await totals(look, ['all'], campaign === undefined ? 'all' : [campaign]) };
  const changes = listChanges(items, now);
  return campaign === undefined
    ? { items: items.map(({ body: _body, ...item }) => item), ...whole, changes }
    : { items, ...whole, changes };
}

/** A campaign that the tenant has or had: deleted ones have a past, too. */
export async function mustBeKnown({ store }: Screens, tenant: string, campaign: string): Promise<void> {
  const { state } = await store.load(tenant, ref('campaign', campaign));
  if (state.status === 'none') throw new Refused({ code: 'no_campaign' });
}
