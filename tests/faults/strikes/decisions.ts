import { setTimeout as wait } from 'node:timers/promises';
import type { Random } from '../seeded.ts';
import type { Stage } from '../stage.ts';
import type { Intent } from '../tenants.ts';
import { answered, insist, suppress } from '../user.ts';
import * as user from '../userDecisions.ts';
import { campaigns, intents } from './people.ts';
import { aMoment, type Fault, STRIKING_MS } from './strike.ts';

/** On a busy machine mails come late. */
const PATIENCE_MS = 4 * STRIKING_MS;

/** Accounts are paused, and resumed or (one at most) deleted, while their mails leave. */
const account: Fault = {
  name: 'account',
  workers: 2,
  inWindows: true,
  async strike(stage, random) {
    const deleted = random.chance(0.5) ? stage.tenants[0] : undefined;
    await Promise.all(
      stage.tenants.map(async (tenant) => {
        const own = random.branch();
        for (let round = 0; round < 2; round += 1) {
          await aMoment(own, 0.4);
          await insist(() => user.setAccount(stage.api(), tenant.id, 'paused'));
          await wait(own.between(0, 500));
          if (tenant === deleted && round === 1) {
            await insist(() => user.setAccount(stage.api(), tenant.id, 'deleted'));
            return stage.say(`deleted the account of ${tenant.id}`);
          }
          await insist(() => user.setAccount(stage.api(), tenant.id, 'active'));
        }
      }),
    );
  },
};

type Found = { id: string; attempt: number; sendId: string };

/** The messages in that status, with their last attempt. */
const inStatus = (stage: Stage, status: 'sent' | 'unknown'): Promise<Found[]> =>
  answered(
    stage.owner().sql<Found[]>`
      select substr(stream_id, 9) as id, (state->>'attempt')::int as attempt, state->'dispatch'->>'sendId' as "sendId"
      from read.messages where status = ${status} order by stream_id`,
  ).catch(() => []);

/** Does something to each message that reaches a status, until `enough` of them; answers to how many. */
async function toEach(
  stage: Stage,
  status: 'sent' | 'unknown',
  enough: number,
  act: (intent: Intent, found: Found) => Promise<boolean>,
): Promise<number> {
  const met = new Set<string>();
  let done = 0;
  for (const end = Date.now() + PATIENCE_MS; done < enough && Date.now() < end; await wait(60)) {
    for (const found of await inStatus(stage, status)) {
      const intent = intents(stage).find(({ id }) => id === found.id);
      if (!intent || met.has(found.id) || done >= enough) continue;
      met.add(found.id);
      if (await act(intent, found)) done += 1;
    }
  }
  return done;
}

/** Sends it once more and knows the new intent. Its call may be lost and made again: then the same re-send is joined. */
async function sendAgain(stage: Stage, intent: Intent): Promise<void> {
  const campaign = campaigns(stage).find(({ id }) => id === intent.campaignId);
  await insist(async () => {
    const again = await user.resend(stage.api(), intent);
    if (again && campaign && !campaign.intents.some(({ id }) => id === again.id)) campaign.intents.push(again);
  });
}

/** People reply just when a mail to them is sent once more. */
const replies: Fault = {
  name: 'replies',
  workers: 2,
  inWindows: true,
  async strike(stage, random) {
    await stage.fault('slow', 1_000, { delayMs: 60 });
    const count = await toEach(stage, 'sent', random.whole(3, 5), async (intent) => {
      if (/\.r\d+$/.test(intent.id)) return false;
      const [reply, more] = [random.between(0, 250), random.between(0, 100)];
      await Promise.all([
        wait(more).then(() => sendAgain(stage, intent)),
        wait(reply).then(() => insist(() => user.replied(stage.api(), intent))),
      ]);
      return true;
    });
    stage.say(`${count} people replied while a mail to them was sent again`);
  },
};

/** SendGrid takes some mails and does not say so; `act` is done to each that became unknown. */
const whenUnknown = (
  name: string,
  done: string,
  act: (stage: Stage, intent: Intent, found: Found, random: Random) => Promise<boolean>,
): Fault => ({
  name,
  workers: 2,
  inWindows: true,
  async strike(stage, random) {
    await stage.fault(random.pick(['accept-then-500', 'accept-then-reset', '500'] as const), 2);
    const count = await toEach(stage, 'unknown', 2, (intent, found) => act(stage, intent, found, random));
    stage.say(`${count} unknown messages ${done}`);
  },
  heal: (stage) => stage.endFaults(),
});

const accepted = async (stage: Stage, sendId: string): Promise<boolean> => {
  const answer = await fetch(`${stage.sandboxUrl}/outbox`, { headers: { Accept: 'application/json' } });
  return (await answer.text()).includes(`"${sendId}"`);
};

/** SendGrid's webhook tells of what it took, maybe after a person had decided. */
const webhook = whenUnknown('webhook', 'were settled by the webhook', async (stage, intent, found, random) => {
  if (!(await accepted(stage, found.sendId))) return false;
  const [first, report] = [random.pick(['nothing', 'marked', 'sent again'] as const), random.chance(0.3)];
  if (first === 'marked') await insist(() => user.markSent(stage.api(), intent));
  if (first === 'sent again') await sendAgain(stage, intent);
  await insist(() => user.told(stage.api(), intent, found.attempt, report ? 'blocked' : null));
  return true;
});

const markSent = whenUnknown('mark-sent', 'were marked as sent', async (stage, intent, _found, random) => {
  await insist(() => user.markSent(stage.api(), intent));
  if (random.chance(0.5)) await insist(() => user.replied(stage.api(), intent));
  return true;
});

const again = whenUnknown('send-again', 'were sent again', async (stage, intent) => {
  // two clicks
  await Promise.all([sendAgain(stage, intent), sendAgain(stage, intent)]);
  return true;
});

/** Addresses come onto the list and are taken off it again. */
const lift: Fault = {
  name: 'lift',
  workers: 2,
  inWindows: true,
  async strike(stage, random) {
    await Promise.all(
      intents(stage).map(async (intent) => {
        const own = random.branch();
        await wait(own.between(100, STRIKING_MS * 0.7));
        if (own.chance(0.5)) return;
        await insist(() => suppress(stage.api(), intent));
        await wait(own.between(0, 300));
        await insist(() => user.lift(stage.api(), intent));
      }),
    );
  },
};

export const decisionFaults: readonly Fault[] = [account, replies, webhook, markSent, again, lift];
