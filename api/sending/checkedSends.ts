import { readCampaignDistance, readPersonEmails } from '../../db/read/campaignDistance.ts';
import { readKeptFlaws } from '../../db/read/keptChecks.ts';
import { type MessageRow, readMessages } from '../../db/read/messages.ts';
import { heldPeople } from '../../db/read/suppressions.ts';
import { ref } from '../../db/store.ts';
import { mustExist } from '../../events/campaigns/campaign.ts';
import { isAnswer } from '../../events/messages/answer.ts';
import { nearlyEqual } from '../../events/messages/check/similar.ts';
import { sequenceNumber } from '../../events/messages/followUp.ts';
import { isWaiting, recipientOf } from '../../events/messages/messageState.ts';
import { holdsAddress, isFirstEmail } from '../../events/messages/sharedAddress.ts';
import { closedDays, emailsOfOthers } from '../../events/sending/campaignDistance.ts';
import { readable } from '../../events/shared/unreadable.ts';
import { localDay } from '../../events/shared/zoned.ts';
import type { Deps } from '../context.ts';
import { sendView } from '../present/campaign.ts';
import type { SendView } from '../views.ts';

/** A list waits this long for texts that are being checked. */
export const PATIENCE_MS = 2_000;

/** The messages of a campaign as its screen shows them, with the check's objections to those that have not left. */
export async function checkedSendViews({ store }: Deps, tenant: string, campaignId: string): Promise<SendView[]> {
  const { state } = await store.load(tenant, ref('campaign', campaignId));
  mustExist(state);
  const [distance, rows, held] = await Promise.all([
    readCampaignDistance(store, tenant),
    readMessages(store, tenant, { campaignId, shown: true }),
    heldPeople(store, tenant),
  ]);
  const flawsOf = await readKeptFlaws(store, tenant, state, rows, PATIENCE_MS);
  const emailsTo = emailsOfOthers(distance.days > 0 ? await readPersonEmails(store, tenant, distance.days) : []);
  const today = localDay(store.now().getTime(), distance.zone);
  const otherCampaignAt = ({ state, partner }: MessageRow) => {
    if (!isWaiting(state.status)) return null;
    const others = emailsTo({ partnerId: state.partnerId, email: partner?.contact?.email }, campaignId);
    const near = others.find((other) => closedDays([other], distance).has(today));
    return near?.at ? new Date(near.at).toISOString() : null;
  };
  const similar = similarTexts(rows);
  const holders = new Map(rows.flatMap((row) => (holdsAddress(row.state) ? [[addressOf(row), row]] : [])));
  const sharesWith = (row: MessageRow) => {
    const holder = isFirstEmail(row.state) ? holders.get(addressOf(row)) : undefined;
    return holder?.state.partnerId === row.state.partnerId ? undefined : holder?.partner;
  };
  return rows.filter(isListed).map((row) =>
    sendView(row, {
      flaws: flawsOf(row),
      similarTo: similar.get(row.id) ?? null,
      otherCampaignAt: otherCampaignAt(row),
      sharesWith: sharesWith(row),
      held: held({ partnerId: row.state.partnerId, email: row.partner?.contact?.email }),
    }),
  );
}

const addressOf = ({ id, state, partner }: MessageRow): string =>
  recipientOf(state, partner?.contact?.email)?.toLowerCase() ?? id;

/** An answer is in the inbox. It is listed here only while a person must decide about it. */
const isListed = ({ state }: MessageRow): boolean =>
  !isAnswer(state.step) || state.status === 'failed' || state.status === 'unknown';

/** Maps each unsent first message of the AI to the partner whose text, sent or not, is nearly the same. */
export function similarTexts(rows: readonly MessageRow[]): Map<string, string | null> {
  const names = new Map(rows.map(({ id, partner }) => [id, partner ? readable(partner, partner.person?.name) : null]));
  const written = rows.filter(({ state }) => !state.edited && !state.unreadable && sequenceNumber(state) === 0);
  const waiting = new Set(written.filter(({ state }) => isWaiting(state.status)).map(({ id }) => id));
  // a text is compared with those before it: sent ones come first
  const ordered = written.toSorted((a, b) => Number(waiting.has(a.id)) - Number(waiting.has(b.id)));
  const found = nearlyEqual(ordered.map(({ id, state }) => ({ id, body: state.text?.body ?? '' })));
  return new Map([...found].filter(([id]) => waiting.has(id)).map(([id, other]) => [id, names.get(other) ?? null]));
}
