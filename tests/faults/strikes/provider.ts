import { setTimeout as wait } from 'node:timers/promises';
import type { Stage } from '../stage.ts';
import { saveMailAnew } from '../user.ts';
import { type Fault, STRIKING_MS } from './strike.ts';

/** On a busy machine mails come late. */
const PATIENCE_MS = 4 * STRIKING_MS;

/** Waits until the mails that were to go wrong have come, or `end` (ms since 1970). */
export async function met(stage: Stage, end = Date.now() + PATIENCE_MS): Promise<void> {
  while ((await stage.faults()) > 0 && Date.now() < end) await wait(40);
}

/** SendGrid goes wrong in this way for a few mails, a few times. */
const mode = (name: string, more: readonly object[] = [{}]): Fault => ({
  name: `sendgrid-${name}`,
  inWindows: true,
  async strike(stage, random) {
    const end = Date.now() + PATIENCE_MS;
    for (let round = 0; round < 3; round += 1) {
      await stage.fault(name, random.whole(1, 2), more[random.whole(0, more.length - 1)]);
      await met(stage, end);
      await wait(random.between(0, 400));
    }
  },
  heal: (stage) => stage.fault('none', 1),
});

/** SendGrid refuses the key or the sender; the user saves the settings anew. */
const refused: Fault = {
  name: 'sendgrid-refused',
  async strike(stage, random) {
    await wait(random.between(300, 1_500));
    await stage.fault('reject-4xx', random.whole(1, 3), { status: random.pick([401, 403] as const) });
    await met(stage);
  },
  async heal(stage) {
    await stage.fault('none', 1);
    for (const tenant of stage.tenants) await saveMailAnew(stage.api(), tenant.id);
  },
};

export const providerFaults: readonly Fault[] = [
  mode('reject-4xx'),
  mode('429', [{}, { retryAfter: 1 }, { retryAfter: 40 }]),
  mode('500'),
  mode('accept-then-500'),
  mode('accept-then-reset'),
  refused,
  mode('hang'),
  mode('slow', [{ delayMs: 300 }, { delayMs: 1_400 }]),
];
