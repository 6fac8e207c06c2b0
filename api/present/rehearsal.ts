import type { CampaignRow } from '../../db/read/campaigns.ts';
import type { MessageRow } from '../../db/read/messages.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { followUpsLeft } from '../../events/messages/followUp.ts';
import { BEGINS_THREAD, recipientOf } from '../../events/messages/messageState.ts';
import { holdsAddress, isFirstEmail } from '../../events/messages/sharedAddress.ts';
import type { HoldSign } from '../../events/privacy/holdSigns.ts';
import { type MailboxSchedule, planInput } from '../../events/sending/mailboxSchedule.ts';
import { recipientZones } from '../../events/sending/recipientZones.ts';
import { mailboxesFor, planRotation } from '../../events/sending/rotation.ts';
import type { SendPlanInput } from '../../events/sending/sendPlan.ts';
import { reasonText } from '../../events/shared/reasons.ts';
import { readable } from '../../events/shared/unreadable.ts';
import type { StartPreviewView } from '../views.ts';

/** So many are named; the counts are of all. */
const MOST_SHOWN = 100;
/** Any: Start draws with another one. */
const SEED = 1;

const nameOf = ({ partner }: Pick<MessageRow, 'partner'>): string | null =>
  partner ? readable(partner, partner.person?.name) : null;

type Rehearsed = {
  id: string;
  campaign: CampaignState;
  schedules: readonly MailboxSchedule[];
  /** The messages that Start sets going. */
  waiting: readonly MessageRow[];
  gapSeconds: SendPlanInput['gapSeconds'] | undefined;
  /** The days that are too close to other campaigns (campaignDistance.ts). */
  closedFor: (message: MessageRow) => ReadonlySet<string>;
};

/** When each email would leave, by the plan that Start makes with other random numbers: days and their loads stay, minutes do not. */
export function rehearsedPlan({
  id,
  campaign,
  schedules,
  waiting,
  gapSeconds,
  closedFor,
}: Rehearsed): StartPreviewView['plan'] {
  const now = Math.max(0, ...schedules.map((schedule) => schedule.now));
  const moment = new Date(now).toISOString();
  // what is not due has no time yet
  const due = waiting.filter(({ state }) => (state.notBefore ?? '') <= moment);
  const lanes = schedules.map((schedule) => ({
    mailbox: schedule.id,
    input: { ...planInput(schedule, id, campaign, { replan: true }), gapSeconds },
  }));
  const inTheirHours = campaign.recipientHours && !gapSeconds;
  const wanted = due.map((row) => ({
    id: row.id,
    closed: closedFor(row),
    mailboxes: mailboxesFor({ thread: null, mailbox: null }, campaign.mailbox, schedules, now),
    ...(inTheirHours && { zones: recipientZones(row.partner?.person ?? null) }),
  }));
  const planned = planRotation(lanes, wanted, SEED).toSorted((a, b) => a.at - b.at);
  const names = new Map(due.map((row) => [row.id, nameOf(row)]));
  const last = planned.at(-1);
  return {
    timezone: schedules[0]?.zone ?? 'UTC',
    sends: planned.slice(0, MOST_SHOWN).map(({ id: message, at, day }) => ({
      ...{ messageId: message, day, partnerName: names.get(message) ?? null },
      at: new Date(at).toISOString(),
    })),
    days: new Set(planned.map(({ day }) => day)).size,
    last: last ? new Date(last.at).toISOString() : null,
  };
}

/**
 * When each follow-up leaves, and how many of them at most: each goes to those who get an email before it, and have not had it. `messages`:
 * all of the campaign.
 */
export function followUpsOf(
  { id: campaignId, state }: Pick<CampaignRow, 'id' | 'state'>,
  waiting: readonly MessageRow[],
  messages: readonly MessageRow[],
): StartPreviewView['followUps'] {
  const writtenTo = new Map<string, MessageRow['state'][]>();
  for (const message of messages) {
    const written = writtenTo.get(message.state.partnerId);
    if (written) written.push(message.state);
    else writtenTo.set(message.state.partnerId, [message.state]);
  }
  const left = waiting.map(
    ({ state: { partnerId } }) =>
      new Set(followUpsLeft(state, campaignId, writtenTo.get(partnerId) ?? []).map(({ id }) => id)),
  );
  return state.followUps.map(({ id, afterDays, writer }) => ({
    ...{ afterDays, writer },
    emails: left.filter((ids) => ids.has(id)).length,
  }));
}

/** Who is in the campaign and gets nothing when it starts, and why. */
export function notEmailed(
  messages: readonly MessageRow[],
  flagged: readonly MessageRow[],
  held: readonly { row: MessageRow; sign: HoldSign }[],
): StartPreviewView['notEmailed'] {
  const cancelled = messages.filter(({ state }) => state.status === 'cancelled');
  const still = new Set(
    messages.filter(({ state }) => state.status !== 'cancelled').map(({ state }) => state.partnerId),
  );
  return [
    ...flagged.map((row) => ({ partnerName: nameOf(row), reason: 'the text was flagged, and waits for your review' })),
    ...held.map(({ row, sign }) => ({ partnerName: nameOf(row), reason: reasonText({ code: `held_${sign}` }) })),
    ...cancelled
      .filter(({ state }) => !still.has(state.partnerId))
      .map((row) => ({
        partnerName: nameOf(row),
        reason: row.state.reason ? reasonText(row.state.reason) : 'the message was cancelled',
      })),
  ].slice(0, MOST_SHOWN);
}

/**
 * Of the messages that Start would set going (`ready`, out of all `messages` of the campaign) those that leave: of partners who share an
 * address one gets the first email, and the others' wait for what becomes of it (worker/tasks/oneForEachAddress.ts). `duplicates`: who shares
 * which.
 */
export function oneForEachAddress(
  ready: readonly MessageRow[],
  messages: readonly MessageRow[],
): { waiting: MessageRow[]; duplicates: StartPreviewView['duplicates'] } {
  const hasLeft = ({ state }: MessageRow) => BEGINS_THREAD.has(state.status);
  const holders = messages
    .filter(({ state }) => holdsAddress(state))
    .toSorted((a, b) => Number(hasLeft(b)) - Number(hasLeft(a)));
  const byAddress = new Map<string, Map<string, string | null>>();
  const addressOf = ({ state, partner }: MessageRow) => recipientOf(state, partner?.contact?.email)?.toLowerCase();
  const sharing = (row: MessageRow) => byAddress.get(addressOf(row) ?? '');
  for (const row of [...holders, ...ready.filter(({ state }) => isFirstEmail(state))]) {
    const address = addressOf(row);
    if (!address) continue;
    const people = byAddress.get(address) ?? new Map();
    byAddress.set(address, people.set(row.state.partnerId, nameOf(row)));
  }
  const leaves = (row: MessageRow): boolean => {
    const [first = row.state.partnerId] = sharing(row)?.keys() ?? [];
    return !isFirstEmail(row.state) || first === row.state.partnerId;
  };
  const left = new Set(ready.filter((row) => !leaves(row)).map(sharing));
  return {
    waiting: ready.filter(leaves),
    duplicates: [...byAddress]
      .filter(([, people]) => left.has(people))
      .map(([address, people]) => ({ address, names: [...people.values()] })),
  };
}
