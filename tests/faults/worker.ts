/** The product's worker as a process that the harness starts, with crash points around what its tasks work with. It begins when told to. */
import { appendFileSync } from 'node:fs';
import { openStore } from '../../db/open.ts';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import { type SendGrid, sendGrid } from '../../worker/providers/sendgrid/client.ts';
import { runWorker } from '../../worker/runWorker.ts';
import { type Crash, crashPoints } from './crashPoints.ts';
import { type Plant, plant } from './plants.ts';

export type WorkerSetUp = {
  databaseUrl: string;
  secretKey: string;
  sandboxUrl: string;
  /** null: real windows. */
  sendGap: { min: number; max: number } | null;
  /** How far the clock is ahead, ms. */
  ahead: number;
  timeoutMs: number;
  plant: Plant | null;
  /** Takes a line for each call of SendGrid: which key for which mail. */
  callsFile: string;
};
export type WorkerOrder = { begin: WorkerSetUp } | { ahead: number } | { crash: Crash };
export type WorkerNews = 'loaded' | 'working';

const points = crashPoints();
let ahead = 0;

/** The ledger holds no keys, so what each mail was sent with is written down here. */
const noted = (provider: SendGrid, file: string): SendGrid => ({
  send(apiKey, mail) {
    appendFileSync(file, `${JSON.stringify({ sendId: mail.sendId, apiKey })}\n`);
    return provider.send(apiKey, mail);
  },
});

async function begin(setUp: WorkerSetUp): Promise<void> {
  ahead = setUp.ahead;
  const opened = await openStore({
    url: setUp.databaseUrl,
    secretKey: setUp.secretKey,
    role: 'worker',
    name: 'worker',
    max: 12,
    now: () => new Date(Date.now() + ahead),
  });
  const { timeoutMs, sandboxUrl } = setUp;
  const real = {
    store: opened,
    sendGrid: noted(sendGrid({ baseUrl: `${sandboxUrl}/sendgrid`, timeoutMs }), setUp.callsFile),
  };
  const planted = await plant(setUp.plant, real);
  const store = points.store(planted.store);
  await runWorker(
    {
      store,
      sandbox: true,
      publicUrl: 'http://localhost',
      askAi: openAi(store, { apiKey: 'sandbox', baseUrl: `${sandboxUrl}/openai/v1`, model: 'gpt-5-mini', timeoutMs }),
      peopleData: null,
      sendGrid: points.sendGrid(planted.sendGrid),
      sendGap: setUp.sendGap ?? undefined,
    },
    setUp.databaseUrl,
  );
  say('working');
}

function say(news: WorkerNews): void {
  process.send?.(news);
}

process.on('message', (order: WorkerOrder) => {
  if ('begin' in order) {
    begin(order.begin).catch((error: unknown) => {
      console.error(error);
      process.exit(1);
    });
  } else if ('ahead' in order) ahead = order.ahead;
  else points.order(order.crash);
});
// the harness is gone: nothing may go on without it
process.on('disconnect', () => process.exit(0));
say('loaded');
