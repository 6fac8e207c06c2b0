import { dayAfter, instantOf, localDay, weekdayOf } from '../shared/zoned.ts';
import type { Today } from './quota.ts';
import { hoursFor, type RecipientZones } from './recipientHours.ts';
import { between, drawAfter, drawBetween, generator, type Stretch } from './sendDraw.ts';
import { capOfDay, shareDay } from './sendShares.ts';
import { type SendHours, type SendWindow, windowIn, windowOn } from './sendWindow.ts';

/** Looked ahead at least; and a week for each mail and each day that is used, which one a week on a single weekday needs. */
const HORIZON_DAYS = 400;

export type ByDay = Readonly<Record<string, number>>;

/** Another active campaign of the same mailbox that has mails to be planned. */
export type Rival = { waiting: number; dailyLimit: number; usedByDay: ByDay; hours: SendHours };

/** What the campaigns of a mailbox share. */
export type Sharing = {
  /** How many mails of a day the mailbox takes in all. */
  cap: number;
  /** What all other campaigns have sent or planned, by local day. */
  byDay: ByDay;
  /** Those of them with which each further place is shared evenly. */
  rivals?: readonly Rival[];
  /** A new mailbox begins with few mails: on how many days before today it has sent; null: it does not. */
  ramp?: { daysSent: number } | null;
};

export type SendPlanInput = {
  /** ms since 1970 */
  now: number;
  /** The quota day of now: later days begin when it ends. */
  today?: Pick<Today, 'day' | 'endsAt'>;
  count: number;
  dailyLimit: number;
  /** Sent or already planned, by local day. */
  usedByDay: ByDay;
  /** The same campaign's mails through other mailboxes, by local day: its daily limit is over all of them. */
  elsewhere?: ByDay;
  others?: Sharing;
  /** What the workspace may send on a day through all mailboxes, and what of each day is gone. */
  workspace?: { limit: number; byDay: ByDay };
  /** When other mails of the same mailbox leave or have just left, ms since 1970: the gap holds from them, too. */
  occupied?: readonly number[];
  window: SendWindow;
  /** Decides every draw: the same input gives the same plan. */
  seed: number;
  /** Sandbox only: this gap instead of the window and the usual spacing. Seconds. */
  gapSeconds?: { min: number; max: number } | undefined;
};

export type PlannedSend = { at: number; day: string };

const on = (byDay: ByDay, day: string): number => byDay[day] ?? 0;

/** How many more emails of a day the limit of the workspace allows. */
export const roomOfWorkspace = ({ workspace }: Pick<SendPlanInput, 'workspace'>, day: string): number =>
  workspace ? workspace.limit - on(workspace.byDay, day) : Number.POSITIVE_INFINITY;

/** From when on (ms since 1970) a local day of the plan may send. A quota day that began in another zone reaches into the days after it. */
export const startOn = (day: string, { now, today }: Pick<SendPlanInput, 'now' | 'today'>): number =>
  today && day !== today.day ? Math.max(now, today.endsAt) : now;

/**
 * How many more mails of the campaign each local day takes, asked for one day after the other: by its own limit, by what the mailbox has
 * left, and by the even share among the campaigns that wait.
 */
function placesByDay(input: SendPlanInput) {
  const { dailyLimit, usedByDay, elsewhere: throughOthers = {}, count, others, gapSeconds } = input;
  const { zone } = input.window;
  let own = count;
  let daysSent = others?.ramp?.daysSent ?? 0;
  const rivals = (others?.rivals ?? []).map((rival) => ({ ...rival }));
  /** Whether a rival still sends on the day: its hours of today may be over. */
  const sendsOn = (day: string, { hours }: Rival): boolean =>
    hours.weekdays.includes(weekdayOf(day)) && (windowOn(day, windowIn(zone, hours))?.to ?? 0) > startOn(day, input);
  return {
    on(day: string): number {
      const limit = Math.min(
        dailyLimit - on(throughOthers, day),
        on(usedByDay, day) + own,
        on(usedByDay, day) + roomOfWorkspace(input, day),
      );
      if (!others) return limit - on(usedByDay, day);
      const today = rivals.filter((rival) => gapSeconds || sendsOn(day, rival));
      const cap = capOfDay(others.cap, Boolean(others.ramp), daysSent);
      const elsewhere = on(others.byDay, day) - today.reduce((sum, rival) => sum + on(rival.usedByDay, day), 0);
      const claims = [
        { used: on(usedByDay, day), wants: limit },
        ...today.map((rival) => {
          const used = on(rival.usedByDay, day);
          return { used, wants: Math.min(rival.dailyLimit, used + rival.waiting) };
        }),
      ];
      const [share = 0, ...theirs] = shareDay(cap - elsewhere, claims);
      for (const [index, rival] of today.entries()) rival.waiting -= (theirs[index] ?? 0) - on(rival.usedByDay, day);
      return share - on(usedByDay, day);
    },
    /** The campaign takes `taken` places of the day. */
    took(day: string, taken: number): void {
      own -= taken;
      if (taken + on(usedByDay, day) + on(others?.byDay ?? {}, day) > 0) daysSent += 1;
    },
  };
}

/** Draws the times of a campaign in one mailbox, one local day after the other. */
export function dayPlan(input: SendPlanInput) {
  const random = generator(input.seed);
  const { zone, weekdays } = input.window;
  const planned: PlannedSend[] = [];
  const occupied = [...(input.occupied ?? [])].sort((a, b) => a - b);
  const busyDays = Object.keys(input.usedByDay).length + Object.keys(input.others?.byDay ?? {}).length;
  const places = placesByDay(input);
  const firstDay = localDay(input.now, zone);
  let taken = 0;
  return {
    firstDay,
    /** How many days are looked at. */
    horizon: HORIZON_DAYS + 7 * (input.count + busyDays),
    /** How many more mails the day takes. Asked once, for one day after the other. */
    places: (day: string): number =>
      day >= firstDay && (input.gapSeconds || weekdays.includes(weekdayOf(day))) ? Math.max(0, places.on(day)) : 0,
    /** Draws up to so many times on the day, ascending: fewer when no more fit. */
    draw(day: string, wanted: number): PlannedSend[] {
      const times = wanted > 0 ? drawOn(day, wanted, { ...input, occupied }, planned, random) : [];
      const drawn = times.map((at) => ({ at, day }));
      keep(planned, drawn);
      taken += drawn.length;
      return drawn;
    },
    /** Draws a time for each of some recipients, while they are at work: null where none fits on the day. */
    drawFor(day: string, recipients: readonly RecipientZones[]): (PlannedSend | null)[] {
      const drawn = drawForRecipients(day, recipients, { ...input, occupied }, planned, random);
      const fitting = drawn.filter((one) => one !== null);
      keep(planned, fitting);
      taken += fitting.length;
      return drawn;
    },
    /** Takes places of the day without a time. */
    take(count: number): void {
      taken += count;
    },
    /** All times of the day are drawn. */
    end(day: string): void {
      if (day >= firstDay) places.took(day, taken);
      taken = 0;
    },
  };
}

/** Puts what was drawn into a plan in ascending order: a day may have several draws, and only its end is looked at for the next day. */
function keep(planned: PlannedSend[], drawn: readonly PlannedSend[]): void {
  const first = Math.min(...drawn.map(({ at }) => at));
  const later = planned.splice(planned.findLastIndex(({ at }) => at <= first) + 1);
  planned.push(...[...later, ...drawn].sort((a, b) => a.at - b.at));
}

/**
 * When the next `count` mails of a campaign leave: on each local day at most the daily limit and its share of the mailbox's, inside the
 * window, at random irregular times, from now on. Times come in ascending order. Pure: drawn once, stored, and never drawn again unless
 * what they were drawn from changes.
 */
export function planSends(input: SendPlanInput): PlannedSend[] {
  const plan = dayPlan(input);
  const planned: PlannedSend[] = [];
  let day = plan.firstDay;
  for (let ahead = 0; ahead < plan.horizon && planned.length < input.count; ahead += 1, day = dayAfter(day)) {
    planned.push(...plan.draw(day, Math.min(plan.places(day), input.count - planned.length)));
    plan.end(day);
  }
  return planned;
}

/** How far around a day other mails matter: the rules look at an hour, and a sandbox's gap may be longer. */
const reachOf = ({ gapSeconds }: SendPlanInput): number => Math.max(3_600_000, 1000 * (gapSeconds?.max ?? 0));

/** `input.occupied` and `planned` in ascending order. Only what is near the day is looked at, so that a long plan costs no more a mail. */
function drawOn(
  day: string,
  wanted: number,
  input: SendPlanInput,
  planned: readonly PlannedSend[],
  random: () => number,
): number[] {
  const occupied = occupiedAround(day, input, planned);
  if (input.gapSeconds) return drawOnDay(input, input.gapSeconds, day, wanted, occupied, random);
  const open = windowOn(day, input.window);
  return open ? drawBetween(notBefore([open], startOn(day, input)), wanted, occupied, random) : [];
}

function occupiedAround(day: string, input: SendPlanInput, planned: readonly PlannedSend[]): number[] {
  const { zone } = input.window;
  const reach = reachOf(input);
  const from = instantOf(day, 0, zone) - reach;
  const own = planned.slice(planned.findLastIndex(({ at }) => at < from) + 1).map(({ at }) => at);
  return [...between(input.occupied ?? [], from, instantOf(dayAfter(day), 0, zone) + reach), ...own];
}

/** What is planned leaves a minute after the start at the earliest. */
const notBefore = (open: readonly Stretch[], start: number): Stretch[] =>
  open.map(({ from, to }) => ({ from: Math.max(from, start + 60_000), to })).filter(({ from, to }) => from < to);

/** The same for recipients, one after the other: who is in the same zones shares their hours. */
function drawForRecipients(
  day: string,
  recipients: readonly RecipientZones[],
  input: SendPlanInput,
  planned: readonly PlannedSend[],
  random: () => number,
): (PlannedSend | null)[] {
  const occupied = occupiedAround(day, input, planned);
  const hours = new Map<string, Stretch[]>();
  return recipients.map((zones) => {
    const key = zones.join();
    const open = hours.get(key) ?? notBefore(hoursFor(day, input.window, zones).open, startOn(day, input));
    const [at] = drawBetween(open, 1, occupied, random);
    // where nothing fits now, nothing will on this day
    hours.set(key, at === undefined ? [] : open);
    if (at === undefined) return null;
    occupied.push(at);
    return { at, day };
  });
}

/** In the sandbox: one after the other from now on; what a long gap carries past midnight belongs to the next day, and to its limit. */
function drawOnDay(
  { window: { zone }, ...input }: SendPlanInput,
  seconds: { min: number; max: number },
  day: string,
  wanted: number,
  occupied: readonly number[],
  random: () => number,
): number[] {
  const gap = { min: seconds.min * 1000, max: seconds.max * 1000 };
  const end = instantOf(dayAfter(day), 0, zone);
  const times: number[] = [];
  for (const at of drawAfter(Math.max(startOn(day, input), instantOf(day, 0, zone)), gap, occupied, random)) {
    if (times.length === wanted || at >= end) break;
    times.push(at);
  }
  return times;
}
