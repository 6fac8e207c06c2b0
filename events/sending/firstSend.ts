import { instantOf } from '../shared/zoned.ts';
import { planSends, type SendPlanInput } from './sendPlan.ts';
import { windowOn } from './sendWindow.ts';

/**
 * Between which instants (ms since 1970) the first mail of a plan leaves, whatever is drawn; null when there is nothing to send. Other
 * mails of the same mailbox may move it on.
 */
export function firstSend(input: Omit<SendPlanInput, 'seed'>): { from: number; until: number } | null {
  const [first] = planSends({ ...input, count: Math.min(1, input.count), seed: 0 });
  if (!first) return null;
  const { zone } = input.window;
  if (input.gapSeconds) {
    const start = Math.max(input.now, instantOf(first.day, 0, zone));
    const { min, max } = input.gapSeconds;
    return { from: start + min * 1000, until: Math.max(first.at, start + max * 1000) };
  }
  const open = windowOn(first.day, input.window);
  return open && { from: Math.max(open.from, input.now + 60_000), until: open.to };
}
