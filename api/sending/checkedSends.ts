import { readMessagePage } from '../../db/lists/messages.ts';
import { readCampaignDistance, readEmailsTo } from '../../db/read/campaignDistance.ts';
import { readKeptFlaws } from '../../db/read/keptChecks.ts';
import { type ListedMessage, type MessageRow, readMessages } from '../../db/read/messages.ts';
import { addressHolders } from '../../db/read/messagesToPerson.ts';
import { similarTo } from '../../db/read/similarTexts.ts';
import { heldPeople } from '../../db/read/suppressions.ts';
import { ref } from '../../db/store.ts';
import { type CampaignState, mustExist } from '../../events/campaigns/campaign.ts';
import { isWaiting, recipientOf } from '../../events/messages/messageState.ts';
import { needsAddress } from '../../events/messages/readdress.ts';
import { isFirstEmail } from '../../events/messages/sharedAddress.ts';
import { closedDays, emailsOfOthers } from '../../events/sending/campaignDistance.ts';
import { localDay } from '../../events/shared/zoned.ts';
import type { Deps } from '../context.ts';
import { EXACT_TO } from '../http/pages.ts';
import { sendView } from '../present/campaign.ts';
import type { SendView } from '../views.ts';

type PageOf = Parameters<typeof readMessagePage>[3];

/** A page of a campaign's messages, with what the check said of those that have not left. */
export async function sendsPage(
  deps: Pick<Deps, 'store'>,
  tenant: string,
  campaignId: string,
  asked: PageOf,
): Promise<{ views: SendView[]; next: string | null; total: number }> {
  const { store } = deps;
  const { state } = await store.load(tenant, ref('campaign', campaignId));
  mustExist(state);
  const { ids, ...rest } = await readMessagePage(store, tenant, campaignId, asked, EXACT_TO);
  return { views: await checkedSendViews(deps, tenant, { id: campaignId, state }, ids), ...rest };
}

const partnerOf = (id: string): string => id.split('.')[1] ?? '';

/** Some messages of a campaign, in this order. */
export async function checkedSendViews(
  { store }: Pick<Deps, 'store'>,
  tenant: string,
  { id: campaignId, state: campaign }: { id: string; state: CampaignState },
  ids: readonly string[],
): Promise<SendView[]> {
  if (ids.length === 0) return [];
  const people = [...new Set(ids.map(partnerOf))];
  const [distance, rows, held] = await Promise.all([
    readCampaignDistance(store, tenant),
    // a text is checked beside the others to the same person
    readMessages(store, tenant, { campaignId, partnerIds: people, shown: ids }),
    heldPeople(store, tenant),
  ]);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const shown = ids.flatMap((id) => byId.get(id) ?? []);
  const [flawsOf, similar, sharesWith, needAddress] = await Promise.all([
    readKeptFlaws(store, tenant, campaign, rows),
    similarTo(store, tenant, shown),
    sharedWith(store, tenant, campaignId, shown),
    needingAddress(store, tenant, campaignId, shown),
  ]);
  const waiting = shown.filter(({ state }) => isWaiting(state.status)).map(personOf);
  const emailsTo = emailsOfOthers(distance.days > 0 ? await readEmailsTo(store, tenant, distance.days, waiting) : []);
  const today = localDay(store.now().getTime(), distance.zone);
  const otherCampaignAt = (row: MessageRow) => {
    if (!isWaiting(row.state.status)) return null;
    const near = emailsTo(personOf(row), campaignId).find((other) => closedDays([other], distance).has(today));
    return near?.at ? new Date(near.at).toISOString() : null;
  };
  return shown.map((row) =>
    sendView(row, {
      flaws: flawsOf(row),
      similarTo: similar.get(row.id) ?? null,
      otherCampaignAt: otherCampaignAt(row),
      sharesWith: sharesWith(row),
      needsAddress: needAddress.has(row.id),
      held: held(personOf(row)),
    }),
  );
}

const personOf = ({ state: { partnerId }, partner }: MessageRow) => ({ partnerId, email: partner?.contact?.email });

const addressOf = ({ state, partner }: MessageRow): string | undefined =>
  recipientOf(state, partner?.contact?.email)?.toLowerCase();

/** Those that came back and were not sent again. Few do, so only these read what else was written to their people. */
async function needingAddress(
  store: Deps['store'],
  tenant: string,
  campaignId: string,
  rows: readonly ListedMessage[],
): Promise<ReadonlySet<string>> {
  const returned = rows.filter(({ state }) => needsAddress(state, []));
  if (returned.length === 0) return new Set();
  const partnerIds = [...new Set(returned.map(({ state }) => state.partnerId))];
  const others = (await readMessages(store, tenant, { campaignId, partnerIds })).map(({ state }) => state);
  return new Set(
    returned.flatMap(({ id, state }) => {
      const own = others.filter(({ partnerId }) => partnerId === state.partnerId);
      return needsAddress(state, own) ? [id] : [];
    }),
  );
}

/** Finds the partner with the same address who gets the email of the campaign. */
async function sharedWith(
  store: Deps['store'],
  tenant: string,
  campaignId: string,
  rows: readonly ListedMessage[],
): Promise<(row: MessageRow) => MessageRow['partner'] | undefined> {
  const addresses = rows.flatMap((row) => (isFirstEmail(row.state) ? (addressOf(row) ?? []) : []));
  const holders = await addressHolders(store, tenant, campaignId, [...new Set(addresses)]);
  const others = [...holders.values()].flatMap(([holder]) => holder?.partnerId ?? []);
  const partners = new Map<string, MessageRow['partner']>(rows.map(({ state, partner }) => [state.partnerId, partner]));
  for (const id of new Set(others))
    if (!partners.has(id)) partners.set(id, (await store.load(tenant, ref('partner', id))).state);
  return (row) => {
    const [holder] = (isFirstEmail(row.state) && holders.get(addressOf(row) ?? '')) || [];
    return !holder || holder.partnerId === row.state.partnerId ? undefined : (partners.get(holder.partnerId) ?? null);
  };
}
