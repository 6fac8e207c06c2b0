import { createHash } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { disconnectChannel } from '../../db/accounts/disconnectChannel.ts';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { pushKeys } from '../../db/vault/pushKeys.ts';
import { forgetSecret, storeSecret } from '../../db/vault/secrets.ts';
import {
  connectChannel,
  type NotificationState,
  requestNoticeTest,
  setNotifications,
} from '../../events/accounts/notifications.ts';
import {
  channelForm,
  notificationRules,
  pushSubscription,
  webhookForm,
} from '../../events/accounts/notificationsInput.ts';
import { WEBHOOK_KINDS } from '../../events/shared/noticeChannels.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater, needs } from '../http/contract.ts';
import { requestEnd } from '../http/requestEnd.ts';
import { check } from '../http/validate.ts';
import { accepted } from '../http/waitFor.ts';
import { type DoneView, doneSchema, type NotificationsView, notificationsSchema } from '../views.ts';

const settingsOf = (c: Context<Env>) => ref('notifications', c.get('user').userId);

/** What a person hears about outside of the app. */
export function notificationRoutes(deps: Deps) {
  const { store } = deps;

  async function view(c: Context<Env>, state: NotificationState): Promise<NotificationsView> {
    const { tenant, account } = c.get('user');
    const { timezone } = (await store.load(tenant, ref('profile', tenant))).state;
    const { kinds, digest, quiet, showTexts, connected, switchedOff } = state;
    return {
      ...{ kinds, digest, quiet, showTexts, timezone },
      email: deps.mailer && account.emailConfirmed ? (account.account?.email ?? null) : null,
      webhooks: WEBHOOK_KINDS.filter((kind) => kind in connected),
      switchedOff: WEBHOOK_KINDS.flatMap((channel) => {
        const at = switchedOff[channel];
        return at ? [{ channel, at }] : [];
      }),
      browsers: Object.keys(connected).filter((id) => id.startsWith('push-')),
      pushKey: (await pushKeys(store)).publicKey,
    };
  }

  /** Keeps the address of a channel in the vault, in place of an earlier one. */
  async function connect(c: Context<Env>, channel: string, address: string): Promise<NotificationsView> {
    const { tenant } = c.get('user');
    const secretId = await storeSecret(store.sql, store.master, tenant, 'notice', address);
    const saved = store.run({
      ...{ tenant, cause: causeOf(c), streams: { settings: settingsOf(c) } },
      decide: ({ settings }) => [
        { settings: connectChannel(settings, channel, secretId) },
        settings.connected[channel],
      ],
    });
    // an address that no event names is not kept
    const { states, result: earlier } = await saved.catch(async (error: unknown) => {
      await forgetSecret(store.sql, tenant, secretId);
      throw error;
    });
    if (earlier) await forgetSecret(store.sql, tenant, earlier);
    return view(c, states.settings);
  }

  return new Hono<Env>()
    .get('/notifications', answers(notificationsSchema), async (c) => {
      const { state } = await store.load(c.get('user').tenant, settingsOf(c));
      return c.json(await view(c, state), 200);
    })
    .put(
      '/notifications',
      answers(notificationsSchema),
      needs('browser'),
      check('json', notificationRules),
      async (c) => {
        const scope = { tenant: c.get('user').tenant, cause: causeOf(c) };
        const { state } = await store.decide(scope, settingsOf(c), (now) => setNotifications(now, c.req.valid('json')));
        return c.json(await view(c, state), 200);
      },
    )
    .post(
      '/notifications/webhook',
      answers(notificationsSchema),
      needs('browser'),
      check('json', webhookForm),
      async (c) => {
        const { channel, url } = c.req.valid('json');
        return c.json(await connect(c, channel, url), 200);
      },
    )
    .post(
      '/notifications/browser',
      answers(notificationsSchema),
      needs('browser'),
      check('json', pushSubscription),
      async (c) => {
        const subscription = c.req.valid('json');
        const endpoint = createHash('sha256').update(subscription.endpoint).digest('hex');
        return c.json(await connect(c, `push-${endpoint.slice(0, 16)}`, JSON.stringify(subscription)), 200);
      },
    )
    .post(
      '/notifications/remove',
      answers(notificationsSchema),
      needs('browser'),
      check('json', channelForm),
      async (c) => {
        const scope = { tenant: c.get('user').tenant, cause: causeOf(c) };
        const state = await disconnectChannel(store, scope, settingsOf(c), c.req.valid('json').channel, 'person');
        return c.json(await view(c, state), 200);
      },
    )
    .post('/notifications/test', answersLater(doneSchema), needs('browser'), check('json', channelForm), async (c) => {
      const { tenant } = c.get('user');
      const { channel } = c.req.valid('json');
      const [stream, requestId] = [settingsOf(c), newId()];
      await store.decide({ tenant, cause: causeOf(c) }, stream, (now) => requestNoticeTest(now, channel, requestId));
      const asked = { stream, requestId, signal: c.req.raw.signal };
      const ended = await requestEnd(deps, tenant, asked, async () => (await store.load(tenant, stream)).state.test);
      if (!ended) return accepted(c, requestId);
      const trouble = ended.done?.trouble ?? null;
      if (trouble) throw new Refused({ code: 'notice_test_failed', channel, trouble });
      const done: DoneView = { success: true };
      return c.json(done, 200);
    });
}
