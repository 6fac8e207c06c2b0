import { closedAround, firstOpen } from '../../events/sending/campaignDistance.ts';
import { firstSend } from '../../events/sending/firstSend.ts';
import { sendingAccount } from '../../events/sending/mailbox.ts';
import { planInput } from '../../events/sending/mailboxSchedule.ts';
import { mailboxesFor, rehearseRotation } from '../../events/sending/rotation.ts';
import { MOST_SHOWN, type StartFacts } from '../sending/startFacts.ts';
import type { StartPreviewView } from '../views.ts';

/** Any: Start draws with another one. */
const SEED = 1;

/** The addresses that the emails leave from. */
export function sendersOf({ mailboxes }: StartFacts): string[] {
  // what waits for a person sends none of them, while another can
  const able = mailboxes.filter(({ holdEnd }) => holdEnd !== Number.POSITIVE_INFINITY);
  return (able.length > 0 ? able : mailboxes).flatMap(({ mailbox }) => sendingAccount(mailbox)?.from ?? []);
}

const earliest = (times: readonly number[]): string => new Date(Math.min(...times)).toISOString();

/**
 * Rehearses the first email and the plan of Start with other random numbers. Days and their loads stay, minutes change. Emails that are not shown are
 * only counted.
 */
export function rehearsed(facts: StartFacts) {
  const { id, campaign, mailboxes, counts, messages, gapSeconds, distance, zonesOf } = facts;
  const sending = mailboxes.filter(({ blocker }) => blocker === null);
  const schedules = sending.length > 0 ? sending : mailboxes;
  const lanes = schedules.map((schedule) => ({
    ...{ mailbox: schedule.id, zone: schedule.zone },
    input: { ...planInput(schedule, id, campaign, { replan: true }), gapSeconds },
  }));
  const kinds = counts.kinds.map((kind) => ({ ...kind, closed: closedAround(kind.days, distance) }));
  const recipients = zonesOf && kinds.map(({ place }) => zonesOf(place));
  const firsts = lanes.flatMap(({ zone, input }) => {
    const opens = kinds.map(({ notBefore, closed }) =>
      firstOpen(Math.max(input.now, Date.parse(notBefore ?? '') || 0), closed, zone),
    );
    const now = opens.length > 0 ? Math.max(input.now, Math.min(...opens)) : input.now;
    return firstSend({ ...input, now, count: messages, recipients }) ?? [];
  });
  const now = Math.max(0, ...schedules.map((schedule) => schedule.now));
  const allowed = mailboxesFor({ thread: null, mailbox: null }, campaign.mailbox, schedules, now);
  // a message before its day has no time yet
  const due = kinds.reduce((sum, { count, notBefore }) => sum + (notBefore === null ? count : 0), 0);
  const wanted = counts.due.map(({ id: message, days, place }) => ({
    ...{ id: message, mailboxes: allowed, closed: closedAround(days, distance) },
    ...(zonesOf && { zones: zonesOf(place) }),
  }));
  const { sends, days } = rehearseRotation(lanes, wanted, SEED, { drawn: MOST_SHOWN, more: due - wanted.length });
  const partners = new Map(counts.due.map((one) => [one.id, one.partnerId]));
  return {
    first:
      firsts.length > 0
        ? { from: earliest(firsts.map(({ from }) => from)), until: earliest(firsts.map(({ until }) => until)) }
        : null,
    plan: {
      timezone: schedules[0]?.zone ?? 'UTC',
      sends: sends
        .toSorted((a, b) => a.at - b.at)
        .slice(0, MOST_SHOWN)
        .map(({ id: message, at, day }) => ({
          ...{ messageId: message, partnerId: partners.get(message) ?? '', day },
          at: new Date(at).toISOString(),
        })),
      days,
    },
  };
}

/** Tells when each follow-up leaves, and to how many at most. Each goes to people who get the email before it and have not had it. */
export const followUpsOf = ({ campaign, messages, counts }: StartFacts): StartPreviewView['followUps'] =>
  campaign.followUps.map(({ id, afterDays, writer }) => ({
    ...{ afterDays, writer },
    emails: messages - (counts.hadFollowUp[id] ?? 0),
  }));
