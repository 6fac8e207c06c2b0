/** A send time that the user chose: whether the plan can hold it. */
import type { planInput } from './mailboxSchedule.ts';
import { quotaDayAt } from './quota.ts';
import { hoursFor, type RecipientZones } from './recipientHours.ts';
import { drawBetween } from './sendDraw.ts';
import { capOfDay } from './sendShares.ts';
import { insideWindow } from './sendWindow.ts';

export const CHOSEN_REFUSALS = [
  'time_past',
  'time_outside_hours',
  'time_outside_their_hours',
  'time_near_campaign',
  'time_campaign_full',
  'time_mailbox_full',
  'time_workspace_full',
  'time_taken',
] as const;
type ChosenRefusal = (typeof CHOSEN_REFUSALS)[number];

/** A planned email leaves this long after its plan at the earliest. */
const SOONEST_MS = 60_000;

const on = (days: Readonly<Record<string, number>> | undefined, day: string): number => days?.[day] ?? 0;

/**
 * The day of a chosen time (`at`: ms since 1970) in a mailbox, or why it cannot leave then. `closed`: days too near to another campaign. `slot`: the
 * place that the email gives up, if it has one there. `anyHour`: the sandbox's gap replaces the hours.
 */
export function chosenDay(
  at: number,
  { now, today, dailyLimit, usedByDay, elsewhere, others, workspace, occupied, window }: ReturnType<typeof planInput>,
  {
    zones = [],
    closed,
    slot,
    anyHour,
  }: {
    zones?: RecipientZones;
    closed: ReadonlySet<string>;
    slot: { at: number; day: string } | null;
    anyHour: boolean;
  },
): { day: string } | ChosenRefusal {
  if (at < now + SOONEST_MS) return 'time_past';
  const day = quotaDayAt(at, today, window.zone);
  if (!anyHour) {
    if (!insideWindow(at, window)) return 'time_outside_hours';
    if (!hoursFor(day, window, zones).open.some(({ from, to }) => from <= at && at < to))
      return 'time_outside_their_hours';
  }
  if (closed.has(day)) return 'time_near_campaign';
  const own = slot?.day === day ? 1 : 0;
  const ofCampaign = on(usedByDay, day) - own;
  if (ofCampaign + on(elsewhere, day) >= dailyLimit) return 'time_campaign_full';
  const daysBefore = new Set(
    [...Object.entries(usedByDay), ...Object.entries(others.byDay)].flatMap(([one, count]) =>
      count > 0 && one < day ? [one] : [],
    ),
  );
  const cap = capOfDay(others.cap, others.ramp !== null, (others.ramp?.daysSent ?? 0) + daysBefore.size);
  if (ofCampaign + on(others.byDay, day) >= cap) return 'time_mailbox_full';
  if (on(workspace.byDay, day) - own >= workspace.limit) return 'time_workspace_full';
  const beside = occupied.filter((one) => one !== slot?.at);
  const isFree = anyHour || drawBetween([{ from: at, to: at + 1 }], 1, beside, () => 0).length > 0;
  return isFree ? { day } : 'time_taken';
}
