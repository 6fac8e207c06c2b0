import { setTimeout as wait } from 'node:timers/promises';
import { SMTP_PHASES, type SmtpMode } from '../../support/faultProxy/smtpSession.ts';
import type { FaultRun } from '../faultRun.ts';
import type { Random } from '../seeded.ts';
import { aWorker, type Fault, PATIENCE_MS } from './fault.ts';
import { mendUntilFree, met } from './provider.ts';

const SMTP = { wish: { accounts: ['smtp'] } } as const satisfies Partial<Fault>;

/** The users do what the product asks for after a refusal of the sign-in or the sender. */
async function mend(faultRun: FaultRun): Promise<void> {
  await faultRun.endFaults();
  for (const tenant of faultRun.tenants.filter(({ account }) => account === 'smtp'))
    await mendUntilFree(faultRun, tenant);
}

/** Sessions go wrong in one phase after the other, each in a way of its own. */
const sessions = (name: string, modes: readonly [SmtpMode, ...SmtpMode[]], more: { inWindows?: true } = {}): Fault => ({
  name,
  ...SMTP,
  ...(more.inWindows && { inWindows: true }),
  async strike(faultRun, random: Random) {
    const end = Date.now() + PATIENCE_MS;
    // the end is where doubt begins
    const phases = [random.pick(SMTP_PHASES), 'end', random.pick(SMTP_PHASES), 'text'] as const;
    for (const phase of phases) {
      const order = { phase, mode: random.pick(modes), count: random.whole(1, 2), delayMs: random.whole(200, 700) };
      faultRun.smtp.order(order);
      await met(faultRun, end);
      await wait(random.between(0, 200));
    }
  },
  heal: mend,
});

/** A worker dies after a mail's end went to the server, and before the answer came. */
const killed: Fault = {
  name: 'smtp-kill-after-end',
  workers: 2,
  ...SMTP,
  async strike(faultRun, random) {
    for (let round = 0; round < 2; round += 1) {
      const before = faultRun.answers.length;
      faultRun.smtp.order({ phase: 'end', mode: 'slow', count: 1, delayMs: 900 });
      const end = Date.now() + PATIENCE_MS;
      while (faultRun.answers.length === before && Date.now() < end) await wait(20);
      // whichever it is: the other one must not send the mail again
      const worker = aWorker(faultRun, random);
      if (!worker) continue;
      await worker.kill();
      faultRun.kills += 1;
      await faultRun.addWorker();
    }
  },
  heal: mend,
};

export const smtpFaults: readonly Fault[] = [
  sessions('smtp-cut', ['cut', 'cut-after'], { inWindows: true }),
  sessions('smtp-silent', ['silent'], { inWindows: true }),
  sessions('smtp-slow', ['slow'], { inWindows: true }),
  sessions('smtp-4xx', ['4xx'], { inWindows: true }),
  // after a refused sign-in or sender a person must act, at any hour
  sessions('smtp-5xx', ['5xx']),
  killed,
];
