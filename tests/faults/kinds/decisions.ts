import { setTimeout as wait } from 'node:timers/promises';
import type { FaultRun } from '../faultRun.ts';
import type { Random } from '../seeded.ts';
import type { Intent } from '../tenants.ts';
import { answered, insist, suppress } from '../user.ts';
import * as user from '../userDecisions.ts';
import { aMoment, type Fault, PATIENCE_MS, STRIKING_MS } from './fault.ts';
import { campaigns, intents } from './people.ts';

/** Accounts are paused, and resumed or (one at most) deleted, while their mails leave. */
const account: Fault = {
  name: 'account',
  workers: 2,
  inWindows: true,
  async strike(faultRun, random) {
    const deleted = random.chance(0.5) ? faultRun.tenants[0] : undefined;
    await Promise.all(
      faultRun.tenants.map(async (tenant) => {
        const own = random.branch();
        for (let round = 0; round < 2; round += 1) {
          await aMoment(own, 0.4);
          await insist(() => user.setAccount(faultRun.api(), tenant.id, 'paused'));
          await wait(own.between(0, 500));
          if (tenant === deleted && round === 1) {
            await insist(() => user.setAccount(faultRun.api(), tenant.id, 'deleted'));
            return faultRun.say(`deleted the account of ${tenant.id}`);
          }
          await insist(() => user.setAccount(faultRun.api(), tenant.id, 'active'));
        }
      }),
    );
  },
};

type Found = { id: string; attempt: number; sendId: string };

/** The messages in that status, with their last attempt. */
const inStatus = (faultRun: FaultRun, status: 'sent' | 'unknown'): Promise<Found[]> =>
  answered(
    faultRun.owner().sql<Found[]>`
      select substr(stream_id, 9) as id, (state->>'attempt')::int as attempt, state->'dispatch'->>'sendId' as "sendId"
      from read.messages where status = ${status} order by stream_id`,
  ).catch(() => []);

/** Does something to each message that reaches a status, until `enough` of them; answers to how many. */
async function toEach(
  faultRun: FaultRun,
  status: 'sent' | 'unknown',
  enough: number,
  act: (intent: Intent, found: Found) => Promise<boolean>,
): Promise<number> {
  const met = new Set<string>();
  let done = 0;
  for (const end = Date.now() + PATIENCE_MS; done < enough && Date.now() < end; await wait(60)) {
    for (const found of await inStatus(faultRun, status)) {
      const intent = intents(faultRun).find(({ id }) => id === found.id);
      if (!intent || met.has(found.id) || done >= enough) continue;
      met.add(found.id);
      if (await act(intent, found)) done += 1;
    }
  }
  return done;
}

/** Sends it once more and knows the new intent. Its call may be lost and made again: then the same re-send is joined. */
async function sendAgain(faultRun: FaultRun, intent: Intent): Promise<void> {
  const campaign = campaigns(faultRun).find(({ id }) => id === intent.campaignId);
  await insist(async () => {
    const again = await user.resend(faultRun.api(), intent);
    if (again && campaign && !campaign.intents.some(({ id }) => id === again.id)) campaign.intents.push(again);
  });
}

/** People reply just when a mail to them is sent once more. */
const replies: Fault = {
  name: 'replies',
  workers: 2,
  inWindows: true,
  async strike(faultRun, random) {
    await faultRun.fault('slow', 1_000, { delayMs: 60 });
    const count = await toEach(faultRun, 'sent', random.whole(3, 5), async (intent) => {
      if (/\.r\d+$/.test(intent.id)) return false;
      const [reply, more] = [random.between(0, 250), random.between(0, 100)];
      await Promise.all([
        wait(more).then(() => sendAgain(faultRun, intent)),
        wait(reply).then(() => insist(() => user.replied(faultRun.api(), intent))),
      ]);
      return true;
    });
    faultRun.say(`${count} people replied while a mail to them was sent again`);
  },
};

/** SendGrid takes some mails and does not say so; `act` is done to each that became unknown. */
const whenUnknown = (
  name: string,
  done: string,
  act: (faultRun: FaultRun, intent: Intent, found: Found, random: Random) => Promise<boolean>,
): Fault => ({
  name,
  workers: 2,
  inWindows: true,
  async strike(faultRun, random) {
    await faultRun.fault(random.pick(['accept-then-500', 'accept-then-reset', '500'] as const), 2);
    const count = await toEach(faultRun, 'unknown', 2, (intent, found) => act(faultRun, intent, found, random));
    faultRun.say(`${count} unknown messages ${done}`);
  },
  heal: (faultRun) => faultRun.endFaults(),
});

const accepted = async (faultRun: FaultRun, sendId: string): Promise<boolean> => {
  const answer = await fetch(`${faultRun.sandboxUrl}/outbox`, { headers: { Accept: 'application/json' } });
  return (await answer.text()).includes(`"${sendId}"`);
};

/** SendGrid's webhook tells of what it took, maybe after a person had decided. */
const webhook = whenUnknown('webhook', 'were settled by the webhook', async (faultRun, intent, found, random) => {
  if (!(await accepted(faultRun, found.sendId))) return false;
  const [first, report] = [random.pick(['nothing', 'marked', 'sent again'] as const), random.chance(0.3)];
  if (first === 'marked') await insist(() => user.markSent(faultRun.api(), intent));
  if (first === 'sent again') await sendAgain(faultRun, intent);
  await insist(() => user.told(faultRun.api(), intent, found.attempt, report ? 'blocked' : null));
  return true;
});

const markSent = whenUnknown('mark-sent', 'were marked as sent', async (faultRun, intent, _found, random) => {
  await insist(() => user.markSent(faultRun.api(), intent));
  if (random.chance(0.5)) await insist(() => user.replied(faultRun.api(), intent));
  return true;
});

const again = whenUnknown('send-again', 'were sent again', async (faultRun, intent) => {
  // two clicks
  await Promise.all([sendAgain(faultRun, intent), sendAgain(faultRun, intent)]);
  return true;
});

/** Addresses come onto the list and are taken off it again. */
const lift: Fault = {
  name: 'lift',
  workers: 2,
  inWindows: true,
  async strike(faultRun, random) {
    await Promise.all(
      intents(faultRun).map(async (intent) => {
        const own = random.branch();
        await wait(own.between(100, STRIKING_MS * 0.7));
        if (own.chance(0.5)) return;
        await insist(() => suppress(faultRun.api(), intent));
        await wait(own.between(0, 300));
        await insist(() => user.lift(faultRun.api(), intent));
      }),
    );
  },
};

export const decisionFaults: readonly Fault[] = [account, replies, webhook, markSent, again, lift];
