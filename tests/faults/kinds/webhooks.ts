import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Hono } from 'hono';
import type { Env } from '../../../api/context.ts';
import { sendGridWebhook, WEBHOOK_PATH } from '../../../api/routes/sendGridWebhook.ts';
import type { DeliveryReport } from '../../../events/messages/messageEvents.ts';
import type { LedgerMessage } from '../../../worker/sandbox/ledger.ts';
import { signedHeaders } from '../../../worker/sandbox/sendgrid/events.ts';
import { mailsFrom } from '../answers.ts';
import { CouldNotStrike } from '../couldNotStrike.ts';
import type { FaultRun } from '../faultRun.ts';
import type { Random } from '../seeded.ts';
import { type Fault, PATIENCE_MS } from './fault.ts';

/** None of them suppresses anyone: which mails must leave stays the same. */
const EVENTS = ['processed', 'deferred', 'delivered', 'open'] as const;

const keyPair = () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { secret: privateKey.export({ format: 'der', type: 'pkcs8' }).toString('base64'), publicKey };
};

/** The mails of a run that SendGrid took. */
const mailsOf = (faultRun: FaultRun) => mailsFrom(faultRun, 'sendgrid');

export const shuffled = <T>(random: Random, list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, at: random.between(0, 1) }))
    .sort((a, b) => a.at - b.at)
    .map(({ one }) => one);

const eventOf = (faultRun: FaultRun, { id, to, customArgs }: LedgerMessage, event: Told) => ({
  ...customArgs,
  ...event,
  email: to,
  sg_message_id: `${id}.recv`,
  timestamp: Math.floor(faultRun.now() / 1000),
});

/** The product's own route, on the run's store. SendGrid or a stranger posts to it. */
function webhookOf(faultRun: FaultRun) {
  const [own, stranger] = [keyPair(), keyPair()];
  const send = (key: string, events: readonly object[]) => {
    const deps = { store: faultRun.api(), webhookKey: own.publicKey };
    const body = JSON.stringify(events);
    const timestamp = String(Math.floor(faultRun.now() / 1000));
    return served(sendGridWebhook(deps as unknown as Parameters<typeof sendGridWebhook>[0])).request(WEBHOOK_PATH, {
      method: 'POST',
      body,
      headers: signedHeaders(key, body, timestamp),
    });
  };
  return {
    post: (events: readonly object[]) => send(own.secret, events),
    /** A stranger says that all of them are spam. */
    async postForged(mails: readonly LedgerMessage[]) {
      const events = mails.map((mail) => eventOf(faultRun, mail, { event: 'spamreport' }));
      const { status } = await send(stranger.secret, events);
      if (status !== 401) throw new Error(`A forged report was answered ${status}.`);
    },
  };
}

/** A route of the product as the API serves it. */
export const served = (route: Hono<Env>) =>
  new Hono<Env>()
    .use((c, next) => {
      c.set('requestId', randomUUID());
      return next();
    })
    .route('/', route)
    // SendGrid comes again
    .onError((_, c) => c.body(null, 500));

/**
 * SendGrid reports its emails repeatedly, in any order and at once, while others still leave and answers are lost. A stranger reports all of them as
 * spam, and is believed nothing.
 */
const told: Fault = {
  name: 'webhooks',
  inWindows: true,
  wish: { accounts: ['sendgrid'] },
  async strike(faultRun, random) {
    const { post, postForged } = webhookOf(faultRun);
    await faultRun.fault('accept-then-reset', 2, {}, 'sendgrid');
    let count = 0;
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end && count < 12; await wait(150)) {
      const mails = await mailsOf(faultRun);
      const events = shuffled(
        random,
        [...mails, ...mails].flatMap((mail) => EVENTS.map((name) => eventOf(faultRun, mail, { event: name }))),
      );
      await Promise.all([post(events), post(events.toReversed())]);
      await postForged(mails);
      count = mails.length;
    }
    if (count === 0) throw new CouldNotStrike('SendGrid took no mail in time');
    faultRun.say(`told of ${count} mails, over and over`);
  },
  heal: (faultRun) => faultRun.endFaults(),
};

type Told = { event: string; type?: string; reason?: string };
type Fate = { ends: DeliveryReport; events: readonly Told[] };

/** An email's fates in the order in which they happen, and the required record of each. */
const FATES: readonly [Fate, ...Fate[]] = [
  { ends: 'delivered', events: [{ event: 'deferred', reason: '451 Try again' }, { event: 'delivered' }] },
  { ends: 'blocked', events: [{ event: 'deferred' }, { event: 'bounce', type: 'blocked', reason: '550 Not today' }] },
  // the server of the recipient takes some before it finds nobody for them
  { ends: 'bounced', events: [{ event: 'delivered' }, { event: 'bounce', type: 'bounce', reason: '550 5.1.1' }] },
  { ends: 'complained', events: [{ event: 'delivered' }, { event: 'spamreport' }] },
];

/** Emails come back or are reported as spam. SendGrid says so twice, in any order, while others to these people wait. */
const bounces: Fault = {
  name: 'bounces',
  alone: true,
  workers: 2,
  // fewer than those whose rates pause an account
  wish: { accounts: ['sendgrid'], campaigns: 1, partners: [4, 6] },
  async strike(faultRun, random) {
    const { post, postForged } = webhookOf(faultRun);
    await faultRun.fault('accept-then-reset', 2, {}, 'sendgrid');
    const enough = random.whole(10, 14);
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await wait(100)) {
      const mails = await mailsOf(faultRun);
      const told = mails.flatMap((mail) => {
        const sendId = mail.customArgs.send_id ?? '';
        const fate = FATES.find(({ ends }) => ends === faultRun.reports.get(sendId)) ?? random.pick(FATES);
        faultRun.reports.set(sendId, fate.ends);
        return [{ event: 'processed' }, ...fate.events].map((event) => eventOf(faultRun, mail, event));
      });
      const events = shuffled(random, [...told, ...told]);
      await Promise.all([post(events), post(events.toReversed())]);
      await postForged(mails);
      if (mails.length >= enough) break;
    }
    if (faultRun.reports.size === 0) throw new CouldNotStrike('SendGrid took no mail in time');
    faultRun.say(`${faultRun.reports.size} mails came back or arrived, twice and in any order`);
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

export const webhookFaults: readonly Fault[] = [told, bounces, tokens];
