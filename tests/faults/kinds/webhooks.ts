import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Env } from '../../../api/context.ts';
import { sendGridWebhook, WEBHOOK_PATH } from '../../../api/routes/sendGridWebhook.ts';
import { signedHeaders } from '../../../worker/sandbox/sendgrid/events.ts';
import { CouldNotStrike } from '../couldNotStrike.ts';
import type { FaultRun } from '../faultRun.ts';
import type { Random } from '../seeded.ts';
import { type Fault, STRIKING_MS } from './fault.ts';

type Mail = { id: string; to: string; customArgs: Record<string, string> };
const PATIENCE_MS = 4 * STRIKING_MS;
/** None of them suppresses anyone: which mails must leave stays the same. */
const EVENTS = ['processed', 'deferred', 'delivered', 'open'] as const;

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), publicKey };
};

async function mailsOf(faultRun: FaultRun): Promise<Mail[]> {
  const answer = await fetch(`${faultRun.sandboxUrl}/outbox`, { headers: { Accept: 'application/json' } });
  const { messages } = (await answer.json()) as { messages: Mail[] };
  return messages.filter(({ customArgs }) => customArgs.send_id !== undefined);
}

const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: random.between(0, 1) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

/**
 * SendGrid tells of its mails again and again, in any order and at the same time, while others still leave and answers are lost. A stranger
 * reports all of them as spam, and is believed nothing.
 */
const told: Fault = {
  name: 'webhooks',
  inWindows: true,
  wish: { accounts: ['sendgrid'] },
  async strike(faultRun, random) {
    const [own, stranger] = [keyPair(), keyPair()];
    const post = (key: string, events: readonly object[]) => {
      const { api } = faultRun;
      const deps = { store: api(), webhookKey: own.publicKey } as unknown as Parameters<typeof sendGridWebhook>[0];
      const body = JSON.stringify(events);
      const timestamp = String(Math.floor(faultRun.now() / 1000));
      const app = new Hono<Env>()
        .use((c, next) => {
          c.set('requestId', randomUUID());
          return next();
        })
        .route('/', sendGridWebhook(deps))
        // SendGrid comes again
        .onError((_, c) => c.body(null, 500));
      return app.request(WEBHOOK_PATH, {
        method: 'POST',
        body,
        headers: signedHeaders(key, body, timestamp),
      });
    };
    await faultRun.fault('accept-then-reset', 2, {}, 'sendgrid');
    let count = 0;
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end && count < 12; await wait(150)) {
      const mails = await mailsOf(faultRun);
      const about = (event: string, { id, to, customArgs }: Mail) => ({
        ...customArgs,
        event,
        email: to,
        sg_message_id: `${id}.recv`,
        timestamp: Math.floor(faultRun.now() / 1000),
      });
      const events = shuffled(
        random,
        [...mails, ...mails].flatMap((mail) => EVENTS.map((name) => about(name, mail))),
      );
      await Promise.all([post(own.secret, events), post(own.secret, events.toReversed())]);
      const forged = await post(
        stranger.secret,
        mails.map((mail) => about('spamreport', mail)),
      );
      if (forged.status !== 401) throw new Error(`A forged report was answered ${forged.status}.`);
      count = mails.length;
    }
    if (count === 0) throw new CouldNotStrike('SendGrid took no mail in time');
    faultRun.say(`told of ${count} mails, over and over`);
  },
  heal: (faultRun) => faultRun.endFaults(),
};

/** Google gives no access tokens for a while, and the workers that had some are gone. */
const tokens: Fault = {
  name: 'gmail-tokens',
  workers: 2,
  wish: { accounts: ['gmail-drafts', 'gmail-send'] },
  async strike(faultRun, random) {
    for (const mode of shuffled(random, ['500', '429', 'accept-then-reset', 'hang'] as const).slice(0, 3)) {
      await faultRun.fault(mode, random.whole(1, 3), { provider: 'google', path: undefined }, 'gmail');
      const worker = faultRun.workers.find((one) => one.alive());
      await worker?.kill();
      faultRun.kills += worker ? 1 : 0;
      await faultRun.addWorker();
      await wait(random.between(300, 900));
    }
  },
  heal: (faultRun) => faultRun.endFaults(),
};

export const webhookFaults: readonly Fault[] = [told, tokens];
