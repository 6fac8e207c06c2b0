import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { newId } from '../../db/log/newId.ts';
import { type DeliveryRow, hasDelivery, webhookDeliveries } from '../../db/read/webhookDeliveries.ts';
import { ref } from '../../db/store.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  requestRedelivery,
  requestWebhookTest,
  rotateWebhookSecret,
  switchWebhookOff,
  switchWebhookOn,
  type WebhookEvent,
  type WebhooksState,
  webhookOf,
} from '../../events/accounts/webhooks.ts';
import { deliveriesQuery, webhookSettings, webhookSwitch } from '../../events/accounts/webhooksInput.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, costs, HEAVY, needs, notes } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import {
  type DeliveryView,
  type DoneView,
  deliveriesSchema,
  doneSchema,
  type WebhookSecretView,
  type WebhooksView,
  webhookSecretSchema,
  webhooksSchema,
} from '../views.ts';

const tenantOf = (c: Context<Env>): string => c.get('user').tenant;
const done: DoneView = { success: true };

/** Where a workspace tells other programs what happened. The worker delivers. */
export function webhookRoutes({ store }: Pick<Deps, 'store'>) {
  const view = ({ items }: WebhooksState): WebhooksView => ({
    webhooks: items.map(({ secretId: _, earlier, ...webhook }) => {
      const isOpen = earlier && earlier.until > store.now().toISOString();
      return { ...webhook, events: [...webhook.events], earlierSecretUntil: isOpen ? earlier.until : null };
    }),
  });

  const decide = async (c: Context<Env>, verb: (state: WebhooksState, now: string) => WebhookEvent[]) => {
    const scope = { tenant: tenantOf(c), cause: causeOf(c) };
    return (await store.decide(scope, ref('webhooks', scope.tenant), verb)).state;
  };

  /** Keeps a new secret in the vault, and answers it once. */
  async function withSecret(
    c: Context<Env>,
    id: string,
    verb: (state: WebhooksState, secretId: string, now: string) => WebhookEvent[],
  ): Promise<WebhookSecretView> {
    const tenant = tenantOf(c);
    const secret = `whsec_${randomBytes(32).toString('base64')}`;
    const secretId = await storeSecret(store.sql, store.master, tenant, 'webhook', secret);
    // a secret that no event names is not kept
    await decide(c, (state, now) => verb(state, secretId, now)).catch(async (error: unknown) => {
      await forgetSecret(store.sql, tenant, secretId);
      throw error;
    });
    c.header('Cache-Control', 'no-store');
    return { id, secret };
  }

  return new Hono<Env>()
    .get('/webhooks', answers(webhooksSchema), async (c) => {
      const tenant = tenantOf(c);
      return c.json(view((await store.load(tenant, ref('webhooks', tenant))).state), 200);
    })
    .post(
      '/webhooks',
      answers(webhookSecretSchema, 201),
      needs('admin'),
      notes('token_changed'),
      check('json', webhookSettings),
      async (c) => {
        const id = newId();
        const form = c.req.valid('json');
        return c.json(await withSecret(c, id, (state, secretId) => addWebhook(state, { id, secretId }, form)), 201);
      },
    )
    .put(
      '/webhooks/:id',
      answers(webhooksSchema),
      needs('admin'),
      notes('token_changed'),
      check('json', webhookSettings),
      async (c) => {
        const { id } = c.req.param();
        return c.json(view(await decide(c, (state) => changeWebhook(state, id, c.req.valid('json')))), 200);
      },
    )
    .put('/webhooks/:id/on', answers(webhooksSchema), needs('admin'), check('json', webhookSwitch), async (c) => {
      const { id } = c.req.param();
      const { on } = c.req.valid('json');
      const state = await decide(c, (now) => (on ? switchWebhookOn(now, id) : switchWebhookOff(now, id, 'person')));
      return c.json(view(state), 200);
    })
    .post('/webhooks/:id/secret', answers(webhookSecretSchema), needs('admin'), notes('token_changed'), async (c) => {
      const { id } = c.req.param();
      return c.json(
        await withSecret(c, id, (state, secretId, now) => rotateWebhookSecret(state, id, secretId, now)),
        200,
      );
    })
    .delete('/webhooks/:id', answers(webhooksSchema), needs('admin'), notes('token_changed'), async (c) => {
      const { id } = c.req.param();
      const tenant = tenantOf(c);
      const { items } = (await store.load(tenant, ref('webhooks', tenant))).state;
      const webhook = items.find((one) => one.id === id);
      // the secrets go first, so a second call finishes an interrupted one
      for (const secretId of webhook ? [webhook.secretId, webhook.earlier?.secretId ?? ''] : [])
        await forgetSecret(store.sql, tenant, secretId);
      return c.json(view(await decide(c, (state) => removeWebhook(state, id))), 200);
    })
    .post('/webhooks/:id/test', answers(doneSchema), needs('admin'), costs(HEAVY), async (c) => {
      await decide(c, (state) => requestWebhookTest(state, c.req.param('id')));
      return c.json(done, 200);
    })
    .get('/webhooks/:id/deliveries', answers(deliveriesSchema), check('query', deliveriesQuery), async (c) => {
      const { before } = c.req.valid('query');
      const tenant = tenantOf(c);
      const { id } = webhookOf((await store.load(tenant, ref('webhooks', tenant))).state, c.req.param('id'));
      const { rows, next } = await webhookDeliveries(store.sql, tenant, id, before);
      return c.json({ deliveries: rows.map(deliveryView), next }, 200);
    })
    .post(
      '/webhooks/:id/deliveries/:delivery/redeliver',
      answers(doneSchema),
      needs('admin'),
      costs(HEAVY),
      async (c) => {
        const { id, delivery } = c.req.param();
        if (!(await hasDelivery(store.sql, tenantOf(c), id, delivery))) throw new Refused({ code: 'no_delivery' });
        await decide(c, (state) => requestRedelivery(state, id, delivery));
        return c.json(done, 200);
      },
    );
}

const iso = (at: Date | null): string | null => at?.toISOString() ?? null;

const deliveryView = ({ place: _, queuedAt, lastAt, nextAt, ...row }: DeliveryRow): DeliveryView => ({
  ...row,
  ...{ queuedAt: queuedAt.toISOString(), lastAt: iso(lastAt), nextAt: iso(nextAt) },
});
