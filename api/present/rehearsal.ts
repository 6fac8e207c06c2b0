import { followUpsLeft } from '../../events/messages/followUp.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { firstOpen } from '../../events/sending/campaignDistance.ts';
import { firstSend } from '../../events/sending/firstSend.ts';
import { sendingAccount } from '../../events/sending/mailbox.ts';
import { planInput } from '../../events/sending/mailboxSchedule.ts';
import { mailboxesFor, planRotation } from '../../events/sending/rotation.ts';
import type { StartFacts } from '../sending/startFacts.ts';
import type { StartPreviewView } from '../views.ts';
import { nameOf } from './oneForEachAddress.ts';

/** Names at most this many; the counts include all. */
const MOST_SHOWN = 100;
/** Any: Start draws with another one. */
const SEED = 1;

/** The addresses that the emails leave from. */
export function sendersOf({ mailboxes }: StartFacts): string[] {
  // what waits for a person sends none of them, while another can
  const able = mailboxes.filter(({ holdEnd }) => holdEnd !== Number.POSITIVE_INFINITY);
  return (able.length > 0 ? able : mailboxes).flatMap(({ mailbox }) => sendingAccount(mailbox)?.from ?? []);
}

const earliest = (times: readonly number[]): string => new Date(Math.min(...times)).toISOString();

/** Rehearses the first email and the plan of Start with other random numbers. Days and their loads stay, minutes change. */
export function rehearsed(facts: StartFacts): Pick<StartPreviewView, 'plan' | 'first'> {
  const { id, campaign, mailboxes, waiting, gapSeconds, closedFor, zonesOf } = facts;
  const sending = mailboxes.filter(({ blocker }) => blocker === null);
  const schedules = sending.length > 0 ? sending : mailboxes;
  const lanes = schedules.map((schedule) => ({
    ...{ mailbox: schedule.id, zone: schedule.zone },
    input: { ...planInput(schedule, id, campaign, { replan: true }), gapSeconds },
  }));
  const recipients = zonesOf && waiting.map(zonesOf);
  const firsts = lanes.flatMap(({ zone, input }) => {
    const opens = waiting.map((message) => {
      const notBefore = Date.parse(message.state.notBefore ?? '') || 0;
      return firstOpen(Math.max(input.now, notBefore), closedFor(message), zone);
    });
    const now = opens.length > 0 ? Math.max(input.now, Math.min(...opens)) : input.now;
    return firstSend({ ...input, now, count: waiting.length, recipients }) ?? [];
  });
  const now = Math.max(0, ...schedules.map((schedule) => schedule.now));
  const moment = new Date(now).toISOString();
  // a message before its day has no time yet
  const due = waiting.filter(({ state }) => (state.notBefore ?? '') <= moment);
  const wanted = due.map((row) => ({
    id: row.id,
    closed: closedFor(row),
    mailboxes: mailboxesFor({ thread: null, mailbox: null }, campaign.mailbox, schedules, now),
    ...(zonesOf && { zones: zonesOf(row) }),
  }));
  const planned = planRotation(lanes, wanted, SEED).toSorted((a, b) => a.at - b.at);
  const names = new Map(due.map((row) => [row.id, nameOf(row)]));
  return {
    first:
      firsts.length > 0
        ? { from: earliest(firsts.map(({ from }) => from)), until: earliest(firsts.map(({ until }) => until)) }
        : null,
    plan: {
      timezone: schedules[0]?.zone ?? 'UTC',
      sends: planned.slice(0, MOST_SHOWN).map(({ id: message, at, day }) => ({
        ...{ messageId: message, day, partnerName: names.get(message) ?? null },
        at: new Date(at).toISOString(),
      })),
      days: new Set(planned.map(({ day }) => day)).size,
    },
  };
}

/** Tells when each follow-up leaves, and to how many at most. Each goes to people who get the email before it and have not had it. */
export function followUpsOf({
  id: campaignId,
  campaign,
  waiting,
  messages,
}: StartFacts): StartPreviewView['followUps'] {
  const writtenTo = new Map<string, MessageState[]>();
  for (const { state } of messages) {
    const written = writtenTo.get(state.partnerId);
    if (written) written.push(state);
    else writtenTo.set(state.partnerId, [state]);
  }
  const left = waiting.flatMap(({ state: { partnerId } }) =>
    followUpsLeft(campaign, campaignId, writtenTo.get(partnerId) ?? []).map(({ id }) => id),
  );
  return campaign.followUps.map(({ id, afterDays, writer }) => ({
    ...{ afterDays, writer },
    emails: left.filter((one) => one === id).length,
  }));
}
