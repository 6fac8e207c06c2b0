/**
 * From which of a tenant's mailboxes a message leaves, and when:
 *
 *   its thread has begun         from the mailbox of the thread; it waits while that one cannot send
 *   it was given a mailbox       from that one, unless nothing leaves it for more than four hours, or its campaign sends from another
 *   all others                   from the one with the fewest mails of the day, of those that the campaign sends from and that can send
 *
 * When nothing leaves any of them for so long, what is held for a time is planned after it.
 */
import { BEGINS_THREAD, type MessageState } from '../messages/messageState.ts';
import { dayAfter } from '../shared/zoned.ts';
import { hoursFor, type RecipientZones } from './recipientHours.ts';
import { dayPlan, type PlannedSend, roomOfWorkspace, type SendPlanInput } from './sendPlan.ts';

/** `holdEnd`: until when nothing leaves it, ms since 1970, Infinity until a person has acted; null: it can send. */
export type RotationMailbox = { id: string; holdEnd: number | null };

/** `thread`: the mailbox of its thread; `mailbox`: the one that it was given. */
export type RotatedMessage = { thread: string | null; mailbox: string | null };

const LOSES_AFTER_MS = 4 * 3_600_000;

/** Whether nothing leaves a mailbox for so long that messages without a thread leave from another one. `now`: ms since 1970. */
export const losesMessages = ({ holdEnd }: RotationMailbox, now: number): boolean =>
  holdEnd !== null && holdEnd - now > LOSES_AFTER_MS;

/** The mailbox of a thread, by all that its campaign has written to the person; null: nothing has left, or may have. */
export function threadMailbox(messages: readonly Pick<MessageState, 'status' | 'dispatch'>[]): string | null {
  const left = messages.flatMap(({ status, dispatch }) => (dispatch && BEGINS_THREAD.has(status) ? [dispatch] : []));
  return left.sort((a, b) => (a.at < b.at ? 1 : -1))[0]?.mailbox ?? null;
}

/** The mailboxes that a message may be planned on; none: it waits. `chosen`: the one that its campaign sends from; null: all. */
export function mailboxesFor(
  { thread, mailbox }: RotatedMessage,
  chosen: string | null,
  mailboxes: readonly RotationMailbox[],
  now: number,
): string[] {
  const sending = mailboxes.filter(({ holdEnd }) => holdEnd !== Number.POSITIVE_INFINITY);
  const ids = (of: readonly RotationMailbox[]) => of.map(({ id }) => id);
  if (thread !== null) return ids(sending.filter(({ id }) => id === thread));
  const allowed = sending.filter(({ id }) => chosen === null || id === chosen);
  const soon = allowed.filter((one) => !losesMessages(one, now));
  const able = ids(soon.length > 0 ? soon : allowed);
  return mailbox !== null && able.includes(mailbox) ? [mailbox] : able;
}

/** The mailbox with the fewest mails, of equals the first; undefined: there is none. */
export const leastUsed = (ids: readonly string[], used: (id: string) => number): string | undefined =>
  ids.reduce<string | undefined>(
    (least, id) => (least === undefined || used(id) < used(least) ? id : least),
    undefined,
  );

/** Where a message that leaves at once does so: from one that can send now and has a place today, if there is such. */
export function mailboxForNow(
  message: RotatedMessage,
  chosen: string | null,
  mailboxes: readonly (RotationMailbox & { used: number; cap: number })[],
  now: number,
): string | undefined {
  const able = mailboxesFor(message, chosen, mailboxes, now);
  const of = mailboxes.filter(({ id }) => able.includes(id));
  const open = of.filter(({ holdEnd }) => holdEnd === null);
  const withPlace = open.filter(({ used, cap }) => used < cap);
  const [among = []] = [withPlace, open, of].filter((some) => some.length > 0);
  const usedOf = new Map(among.map(({ id, used }) => [id, used]));
  // nothing leaves anywhere: the one that it belongs to says why
  return (
    leastUsed([...usedOf.keys()], (id) => usedOf.get(id) ?? 0) ??
    message.thread ??
    mailboxes.find(({ id }) => id === (chosen ?? message.mailbox))?.id ??
    mailboxes[0]?.id
  );
}

/** A campaign in one mailbox. All lanes of a plan are of the same campaign. */
export type Lane = { mailbox: string; input: Omit<SendPlanInput, 'count' | 'seed'> };
export type LaneSend = PlannedSend & { id: string; mailbox: string };
/**
 * `mailboxes`: on which it may be planned. `zones`: of its recipient, where it is to leave in their working hours. `closed`: the days on which it
 * would come too close to other campaigns (campaignDistance.ts).
 */
export type WaitingMessage = {
  id: string;
  mailboxes: readonly string[];
  zones?: RecipientZones;
  closed?: ReadonlySet<string>;
};

/**
 * The times of a campaign's messages, in the order in which they come first: day by day each to the mailbox with the fewest mails of the day,
 * among those that it may be planned on (`mailboxes`).
 */
export const planRotation = (lanes: readonly Lane[], messages: readonly WaitingMessage[], seed: number): LaneSend[] =>
  rotate(lanes, messages, seed, { drawn: Number.POSITIVE_INFINITY, more: 0 }).sends;

/**
 * The same for a preview: it draws days until they have `drawn` times, and only counts the days after them. `more`: as many come behind the messages.
 */
export function rehearseRotation(
  lanes: readonly Lane[],
  messages: readonly WaitingMessage[],
  seed: number,
  limits: { drawn: number; more: number },
): { sends: LaneSend[]; days: number } {
  const { sends, plans, day, left } = rotate(lanes, messages, seed, limits);
  return { sends, days: new Set(sends.map((send) => send.day)).size + countDays(plans, day, left) };
}

function rotate(
  lanes: readonly Lane[],
  messages: readonly WaitingMessage[],
  seed: number,
  { drawn, more }: { drawn: number; more: number },
) {
  const plans = lanes.map(({ mailbox, input }, index): OpenLane => {
    const count = more + messages.filter(({ mailboxes }) => mailboxes.includes(mailbox)).length;
    return { mailbox, input, plan: dayPlan({ ...input, count, seed: (seed + index) % 2 ** 32 }), fullest: null };
  });
  const planned: LaneSend[] = [];
  const able = new Set(plans.map(({ mailbox }) => mailbox));
  const atWork = sharingHours(plans);
  let waiting = messages.filter(({ mailboxes }) => mailboxes.some((id) => able.has(id))).map(atWork);
  let day = plans.map(({ plan }) => plan.firstDay).sort()[0] ?? '';
  const horizon = Math.max(0, ...plans.map(({ plan }) => plan.horizon));
  for (
    let ahead = 0;
    ahead < horizon && waiting.length > 0 && planned.length < drawn;
    ahead += 1, day = dayAfter(day)
  ) {
    const open = waiting.filter(({ closed }) => !closed?.has(day));
    const ofDay = planDay(day, plans, open);
    planned.push(...ofDay);
    const placed = new Set(ofDay.map(({ id }) => id));
    waiting = waiting.filter(({ id }) => !placed.has(id));
    for (const { plan } of plans) plan.end(day);
  }
  return { sends: planned, plans, day, left: able.size > 0 ? waiting.length + more : 0 };
}

/** On how many days, from this one on, so many emails leave that have no time yet. */
function countDays(lanes: readonly OpenLane[], from: string, emails: number): number {
  const horizon = Math.max(0, ...lanes.map(({ plan }) => plan.horizon));
  let days = 0;
  let left = emails;
  let day = from;
  for (let ahead = 0; ahead < horizon && left > 0; ahead += 1, day = dayAfter(day)) {
    let open = Math.min(left, campaignPlaces(lanes, day));
    const before = open;
    for (const { plan, fullest } of lanes) {
      const count = Math.max(0, Math.min(open, plan.places(day), fullest?.isShort ? fullest.count : open));
      plan.take(count);
      plan.end(day);
      open -= count;
    }
    if (open < before) days += 1;
    left -= before - open;
  }
  return days;
}

/** What the daily limits of the campaign and the workspace leave of a day. */
function campaignPlaces([lane]: readonly Lane[], day: string): number {
  if (!lane) return 0;
  const { dailyLimit, usedByDay, elsewhere } = lane.input;
  const left = dailyLimit - (usedByDay[day] ?? 0) - (elsewhere?.[day] ?? 0);
  return Math.min(left, roomOfWorkspace(lane.input, day));
}

/** Leaves a message the mailboxes in whose hours its recipient is ever at work; all, where there is none. */
function sharingHours(lanes: readonly OpenLane[]): (message: WaitingMessage) => WaitingMessage {
  const known = new Map<string, readonly string[]>();
  const sharing = (zones: RecipientZones): readonly string[] => {
    const key = zones.join();
    const found =
      known.get(key) ??
      lanes
        .filter(({ input, plan }) => hoursFor(plan.firstDay, input.window, zones).kept)
        .map(({ mailbox }) => mailbox);
    known.set(key, found);
    return found;
  };
  return (message) => {
    const mailboxes = message.zones ? message.mailboxes.filter((id) => sharing(message.zones ?? []).includes(id)) : [];
    return mailboxes.length > 0 ? { ...message, mailboxes } : message;
  };
}

/** `fullest`: the day with most emails so far. `isShort`: its hours took no more. */
type OpenLane = Lane & { plan: ReturnType<typeof dayPlan>; fullest: { count: number; isShort: boolean } | null };

/** A time for each message of a mailbox, while its recipient is at work, if that is asked for; undefined or null: none fits. */
const timesOf = ({ plan }: OpenLane, day: string, messages: readonly WaitingMessage[]) =>
  messages.some(({ zones }) => zones)
    ? plan.drawFor(
        day,
        messages.map(({ zones = [] }) => zones),
      )
    : plan.draw(day, messages.length);

function planDay(day: string, lanes: readonly OpenLane[], messages: readonly WaitingMessage[]): LaneSend[] {
  const on = (byDay: Readonly<Record<string, number>> | undefined) => byDay?.[day] ?? 0;
  const rooms = new Map(lanes.map(({ mailbox, plan }) => [mailbox, plan.places(day)]));
  const used = new Map(lanes.map(({ mailbox, input }) => [mailbox, on(input.usedByDay) + on(input.others?.byDay)]));
  let left = campaignPlaces(lanes, day);
  const planned: LaneSend[] = [];
  let waiting = messages;
  /** The hours of a mailbox may take fewer than its limit, and recipients may be asleep: who finds no time there goes to another. */
  const closed = new Set<string>();
  const keyOf = (mailbox: string, { zones = [] }: WaitingMessage) => `${mailbox} ${zones.join()}`;
  const take = (mailbox: string, count: number): void => {
    rooms.set(mailbox, (rooms.get(mailbox) ?? 0) - count);
    used.set(mailbox, (used.get(mailbox) ?? 0) + count);
    left -= count;
  };
  for (let isShort = true; isShort; ) {
    const given = new Map<string, WaitingMessage[]>(lanes.map(({ mailbox }) => [mailbox, []]));
    for (const message of waiting) {
      if (left <= 0) break;
      const mailbox = leastUsed(
        message.mailboxes.filter((one) => (rooms.get(one) ?? 0) > 0 && !closed.has(keyOf(one, message))),
        (one) => used.get(one) ?? 0,
      );
      if (mailbox === undefined) continue;
      given.get(mailbox)?.push(message);
      take(mailbox, 1);
    }
    isShort = false;
    const placed = new Set<string>();
    for (const lane of lanes) {
      const { mailbox } = lane;
      const mails = given.get(mailbox) ?? [];
      const times = timesOf(lane, day, mails);
      for (const [index, message] of mails.entries()) {
        const time = times[index];
        if (time) {
          placed.add(message.id);
          planned.push({ ...time, id: message.id, mailbox });
          continue;
        }
        isShort = true;
        closed.add(keyOf(mailbox, message));
        take(mailbox, -1);
      }
    }
    waiting = waiting.filter(({ id }) => !placed.has(id));
  }
  for (const lane of lanes) {
    const count = planned.filter(({ mailbox }) => mailbox === lane.mailbox).length;
    const isShort = [...closed].some((key) => key.startsWith(`${lane.mailbox} `));
    if (count > (lane.fullest?.count ?? 0)) lane.fullest = { count, isShort };
  }
  return planned;
}
