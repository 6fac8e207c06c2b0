import { dayAfter } from '../shared/zoned.ts';
import { hoursFor, type RecipientZones } from './recipientHours.ts';
import { dayPlan, planSends, type SendPlanInput, startOn } from './sendPlan.ts';
import { windowOn } from './sendWindow.ts';

/** `recipients`: the zones of each, where mails are to leave in their working hours. */
type FirstSendInput = Omit<SendPlanInput, 'seed'> & { recipients?: readonly RecipientZones[] | undefined };

/**
 * Between which instants (ms since 1970) the first mail of a plan leaves, whatever is drawn; null when there is nothing to send. Other
 * mails of the same mailbox may move it on.
 */
export function firstSend({ recipients, ...input }: FirstSendInput): { from: number; until: number } | null {
  if (recipients) return firstAtWork(input, recipients);
  const firstOf = (gapSeconds: SendPlanInput['gapSeconds']) =>
    planSends({ ...input, gapSeconds, count: Math.min(1, input.count), seed: 0 })[0];
  if (input.gapSeconds) {
    // the longest gap may only fit on a later day than the shortest one
    const { min, max } = input.gapSeconds;
    const [from, until] = [firstOf({ min, max: min }), firstOf({ min: max, max })];
    return from && until ? { from: from.at, until: until.at } : null;
  }
  const first = firstOf(undefined);
  if (!first) return null;
  const open = windowOn(first.day, input.window);
  return open && { from: Math.max(open.from, startOn(first.day, input) + 60_000), until: open.to };
}

/** On the first day on which a recipient is at work, and the mailbox has a place. */
function firstAtWork(input: Omit<SendPlanInput, 'seed'>, recipients: readonly RecipientZones[]) {
  const plan = dayPlan({ ...input, count: Math.min(1, recipients.length), seed: 0 });
  let day = plan.firstDay;
  for (let ahead = 0; ahead < plan.horizon; ahead += 1, day = dayAfter(day)) {
    const hasPlace = plan.places(day) > 0;
    if (hasPlace && recipients.some((zones) => plan.drawFor(day, [zones])[0] !== null)) {
      const open = recipients.flatMap((zones) => hoursFor(day, input.window, zones).open);
      const from = Math.max(Math.min(...open.map((one) => one.from)), startOn(day, input) + 60_000);
      return { from, until: Math.max(...open.map(({ to }) => to)) };
    }
    plan.end(day);
  }
  return null;
}
