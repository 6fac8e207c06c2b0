import { setTimeout as wait } from 'node:timers/promises';
import { openSession } from '../../../db/accounts/sessions.ts';
import { freePorts } from '../../support/installation.ts';
import { CouldNotStrike } from '../couldNotStrike.ts';
import type { FaultRun } from '../faultRun.ts';
import { type Child, startChild } from '../processes.ts';
import { SECRET } from '../server.ts';
import { type Campaign, type Intent, ownerOf } from '../tenants.ts';
import * as user from '../user.ts';
import { insist } from '../user.ts';
import { aMoment, type Fault, STRIKING_MS } from './fault.ts';

export const campaigns = (faultRun: FaultRun): Campaign[] => faultRun.tenants.flatMap((tenant) => tenant.campaigns);
export const intents = (faultRun: FaultRun): Intent[] => campaigns(faultRun).flatMap((campaign) => campaign.intents);

/** Users pause, resume, suppress, send at once and delete campaigns while mails leave. */
const interruptions: Fault = {
  name: 'interruptions',
  inWindows: true,
  workers: 2,
  async strike(faultRun, random) {
    await Promise.all(
      campaigns(faultRun).map(async (campaign) => {
        const own = random.branch();
        for (let round = 0; round < 3; round += 1) {
          await wait(own.between(100, 900));
          const intent = campaign.intents[own.whole(0, campaign.intents.length - 1)];
          if (!intent) return;
          const act = own.pick(['pause', 'suppress', 'send-now', 'pause', 'delete'] as const);
          if (act === 'pause') {
            await insist(() => user.pause(faultRun.api(), campaign));
            await wait(own.between(0, 500));
            if (own.chance(0.5)) await insist(() => user.sendNow(faultRun.api(), intent));
            await insist(() => user.activate(faultRun.api(), campaign));
          } else if (act === 'suppress') await insist(() => user.suppress(faultRun.api(), intent));
          else if (act === 'send-now') await insist(() => user.sendNow(faultRun.api(), intent));
          else if (own.chance(0.3)) return insist(() => user.removeCampaign(faultRun.api(), campaign));
        }
      }),
    );
  },
};

/** Users remove people from their lists just when a mail to them leaves. */
const removals: Fault = {
  name: 'removals',
  inWindows: true,
  workers: 2,
  async strike(faultRun, random) {
    await Promise.all(
      intents(faultRun).map(async (intent) => {
        const own = random.branch();
        await wait(own.between(300, STRIKING_MS));
        if (own.chance(0.6)) await insist(() => user.removePartner(faultRun.api(), intent));
      }),
    );
  },
};

/** The API ends if it starts while the database is away. Its runner starts it again. */
async function startApi(faultRun: FaultRun): Promise<{ api: Child; port: number }> {
  for (let left = 40; ; left -= 1) {
    const { port } = await freePorts();
    const api = startChild('api/main.ts', {
      PORT: String(port),
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      DATABASE_URL: faultRun.databaseUrl,
      SECRET_KEY: SECRET,
      SANDBOX_MODE: 'on',
      SANDBOX_URL: faultRun.sandboxUrl,
      SEND_GAP_SECONDS: '0.1-0.5',
    });
    try {
      await api.message<{ ready?: true }>(({ ready }) => ready === true);
      return { api, port };
    } catch (error) {
      if (left === 0) throw error;
      await wait(300);
    }
  }
}

/** The product's API dies while Start approves one text after the other; the user presses Start again. */
const apiKilled: Fault = {
  name: 'api-kill',
  wish: { partners: [8, 12] },
  startsFirst: true,
  async strike(faultRun, random) {
    const campaign = campaigns(faultRun)[0];
    if (!campaign) return;
    const { api, port } = await startApi(faultRun);
    let token = '';
    await insist(async () => {
      const by = { userId: ownerOf(campaign.tenant), workspaceId: campaign.tenant };
      token = (await openSession(faultRun.api().sql, by, { openedBy: 'password', browser: null })).token;
    });
    let answered = '';
    const asked = fetch(`http://127.0.0.1:${port}/api/campaigns/${campaign.id}/status`, {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json', cookie: `session=${token}` },
      body: JSON.stringify({ status: 'active' }),
    }).then(
      async (answer) => {
        answered = `${answer.status} ${await answer.text()}`;
      },
      () => undefined,
    );
    const enough = random.whole(1, 4);
    const approved = async () =>
      (
        await faultRun.owner().sql`
      select from log.events where type = 'MessageApproved' and payload->'d'->>'by' = 'start' and tenant_id = ${campaign.tenant}
        and stream_id like ${`message-${campaign.id}.%`}`
      ).length;
    for (const end = Date.now() + STRIKING_MS; answered === '' && Date.now() < end; )
      if ((await approved().catch(() => 0)) >= enough) break;
    await api.kill();
    faultRun.kills += 1;
    await asked;
    if (answered.startsWith('404')) throw new CouldNotStrike('the campaign that it starts was deleted');
    // 5xx: another fault took the database away; the user presses Start again
    if (answered && !/^(200|5)/.test(answered)) throw new Error(`Start was refused: ${answered}`);
    faultRun.say(`killed the API in Start${answered ? ', which was done' : `: ${enough} texts or more were approved`}`);
    await insist(() => user.activate(faultRun.api(), campaign));
  },
};

/** One message whose every dispatch throws, because its person's key is not where it should be: the others go on. */
function poison(): Fault {
  let poisoned: Intent | undefined;
  return {
    name: 'poison',
    async prepare(faultRun, random) {
      const all = intents(faultRun);
      poisoned = all[random.whole(0, all.length - 1)];
      if (!poisoned) return;
      await move(faultRun, poisoned, poisoned.tenant, `${poisoned.tenant} hidden`);
      faultRun.say(`poisoned ${poisoned.id}`);
    },
    strike: (_stage, random) => aMoment(random),
    async heal(faultRun) {
      if (poisoned) await move(faultRun, poisoned, `${poisoned.tenant} hidden`, poisoned.tenant);
    },
    holdsBack: () => (poisoned ? [poisoned.id] : []),
  };
}

const move = (faultRun: FaultRun, { partnerId }: Intent, from: string, to: string) =>
  faultRun.owner().sql`
    update vault.person_keys set tenant_id = ${to} where tenant_id = ${from} and person_id = ${`partner-${partnerId}`}`;

/** A mail of each campaign waits for hours; the workers are started again meanwhile. */
const restart: Fault = {
  name: 'restart',
  waitsItOut: true,
  wish: { sendGap: null },
  async strike(faultRun, random) {
    await wait(1_200);
    for (const worker of faultRun.workers.filter((one) => one.alive())) {
      await worker.kill();
      faultRun.kills += 1;
      await faultRun.addWorker();
    }
    await aMoment(random, 0.3);
  },
};

export const peopleFaults = (): readonly Fault[] => [interruptions, removals, apiKilled, poison(), restart];
