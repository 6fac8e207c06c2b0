import pLimit from 'p-limit';
import { Webhook } from 'standardwebhooks';
import { ownerAccount } from '../../db/accounts/workspace.ts';
import { ref, type Store } from '../../db/store.ts';
import { readSecret } from '../../db/vault/secrets.ts';
import { maySignIn } from '../../events/accounts/user.ts';
import { switchWebhookOff } from '../../events/accounts/webhooks.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, queueTime } from '../defineTask.ts';
import { faultOf } from '../providers/web/safeWeb.ts';
import {
  arrivedSince,
  type Delivery,
  dueDeliveries,
  noteTry,
  redeliver,
  skipDeliveries,
  type TryOutcome,
  untilNextDue,
  type WebhookPlace,
  webhookSpec,
} from '../webhooks/deliveries.ts';
import { webhookBody } from '../webhooks/webhookBody.ts';

const [MINUTE, HOUR] = [60, 3_600];
/** Seconds before each further try, as Standard Webhooks advises: three days together. */
const RETRIES = [...[5, 5 * MINUTE, 30 * MINUTE], ...[2, 5, 10, 14, 20, 24].map((hours) => hours * HOUR)] as const;
/** So that a server that comes back does not get all at once. */
const JITTER = 0.1;
const GONE = 410;

/** Deliveries that are fetched together, and calls at a time. */
const A_PAGE = 40;
const AT_ONCE = 4;
/** Then the others of the tenant have their turn. */
const LONGEST_RUN_MS = 20_000;

type Deps = Needs<'store' | 'postOut'>;
type Open = { url: string; personal: boolean; secrets: readonly Webhook[] };

/** Delivers all that is due for a webhook (the job's id). `also.again`: a delivery that a person wants once more. */
export const deliverWebhooks = defineTask({
  name: 'deliver-webhooks',
  lane: 'tell',
  on: {
    // no key: a later event must not replace it
    WebhookRedeliveryRequested: ({ tenant, data: { id, delivery } }) => ({
      ...{ id, also: { again: delivery } },
      queueName: webhookSpec(tenant, id).queueName,
    }),
  },
  needs: ['store', 'postOut'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const place = { tenant: job.tenant, webhookId: job.id };
    if (job.also?.again) await redeliver(store, place, job.also.again);
    const end = performance.now() + LONGEST_RUN_MS;
    while (performance.now() < end && !run.signal?.aborted) {
      const due = await dueDeliveries(store, place, A_PAGE);
      if (due.length === 0) break;
      const webhook = await openWebhook(store, place);
      if (!webhook) return void (await skipDeliveries(store, place, null));
      await deliverAll(deps, job, webhook, due);
    }
    const ms = await untilNextDue(store, place);
    if (ms === null) return;
    const { also: _, ...next } = job;
    await run.addJob('deliver-webhooks', next, {
      ...webhookSpec(place.tenant, place.webhookId),
      runAt: await queueTime(store, ms),
      // a new event may have added it in the meantime, to run at once
      jobKeyMode: 'preserve_run_at',
    });
  },
});

/** null: it was removed, it is off, or the account of its owner is paused or closed. */
async function openWebhook(store: Store, { tenant, webhookId }: WebhookPlace): Promise<Open | null> {
  const { items } = (await store.load(tenant, ref('webhooks', tenant))).state;
  const webhook = items.find(({ id }) => id === webhookId);
  if (!webhook?.url || webhook.off || !maySignIn(await ownerAccount(store, tenant))) return null;
  const { url, personal, secretId, earlier } = webhook;
  const ids = [secretId, ...(earlier && earlier.until > store.now().toISOString() ? [earlier.secretId] : [])];
  const secrets = await Promise.all(ids.map((id) => readSecret(store.sql, store.master, tenant, id)));
  return { url, personal, secrets: secrets.flatMap((secret) => (secret ? [new Webhook(secret)] : [])) };
}

/** Those of one stream one after the other, so that their first tries keep its order. */
async function deliverAll(deps: Deps, job: JobPayload, webhook: Open, due: readonly Delivery[]): Promise<void> {
  const turn = pLimit(AT_ONCE);
  const streams = new Map<string, Delivery[]>();
  for (const delivery of due) {
    const stream = delivery.event.replace(/@\d+$/, '');
    streams.set(stream, [...(streams.get(stream) ?? []), delivery]);
  }
  const inOrder = async (deliveries: readonly Delivery[]) => {
    for (const delivery of deliveries) await deliver(deps, job, webhook, delivery);
  };
  await Promise.all([...streams.values()].map((deliveries) => turn(() => inOrder(deliveries))));
}

async function deliver(deps: Deps, job: JobPayload, webhook: Open, delivery: Delivery): Promise<void> {
  const { store } = deps;
  const place = { tenant: job.tenant, webhookId: job.id };
  const body = await webhookBody(store, place.tenant, delivery.event, webhook);
  if (body === null) return void (await skipDeliveries(store, place, delivery.id));
  const outcome = await post(deps, webhook, delivery.id, body);
  const { httpStatus } = outcome;
  if (httpStatus !== null && httpStatus >= 200 && httpStatus < 300)
    return void (await noteTry(store, place, delivery, { ...outcome, status: 'delivered', seconds: null }));
  const wait = httpStatus === GONE ? undefined : RETRIES[delivery.tries];
  const seconds = wait === undefined ? null : wait * (1 + Math.random() * JITTER);
  await noteTry(store, place, delivery, { ...outcome, status: seconds === null ? 'failed' : 'waiting', seconds });
  if (seconds !== null) return;
  const isGone = httpStatus === GONE;
  if (isGone || !(await arrivedSince(store, place, delivery.id)))
    await switchOff(store, job, isGone ? 'gone' : 'failing');
}

async function post({ postOut }: Deps, { url, secrets }: Open, id: string, body: string): Promise<TryOutcome> {
  if (secrets.length === 0) return { httpStatus: null, trouble: 'secret' };
  // the receiver compares it with its own clock
  const now = new Date();
  const headers = {
    'Content-Type': 'application/json',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now.getTime() / 1000)),
    'webhook-signature': secrets.map((secret) => secret.sign(id, now, body)).join(' '),
  };
  return postOut(url, { headers, body }).then(
    (httpStatus) => ({ httpStatus, trouble: null }),
    (error: unknown) => {
      const fault = faultOf(error);
      const isKnown = fault === 'address' || fault === 'private' || fault === 'timeout';
      return { httpStatus: null, trouble: isKnown ? fault : 'connection' };
    },
  );
}

async function switchOff(store: Store, job: JobPayload, why: 'failing' | 'gone'): Promise<void> {
  await store.decide(scopeOf('deliver-webhooks', job), ref('webhooks', job.tenant), (state) =>
    state.items.some(({ id }) => id === job.id) ? switchWebhookOff(state, job.id, why) : [],
  );
}
