import { Hono } from 'hono';
import { ref } from '../../db/store.ts';
import { sendingRules } from '../../events/inputs/sending.ts';
import { setSendingRules } from '../../events/sending/mailbox.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { mailboxOf } from '../sendingReady.ts';
import { check } from '../validate.ts';
import type { SendingSettingsView } from '../views.ts';

/** When mails of the plan leave, and how many a day over all campaigns. */
export function sendingSettingsRoutes(deps: Deps) {
  const { store } = deps;

  async function view(tenant: string): Promise<SendingSettingsView> {
    const [{ state: mailbox }, { state: profile }] = await Promise.all([
      store.load(tenant, mailboxOf(tenant)),
      store.load(tenant, ref('profile', tenant)),
    ]);
    const { window, mailboxDailyCap, rampUp } = mailbox.rules;
    return { window, mailboxDailyCap, rampUp, timezone: profile.timezone, anyHour: deps.sendGap !== undefined };
  }

  return new Hono<Env>()
    .get('/sending-settings', async (c) => c.json(await view(c.get('user').tenant), 200))
    .put('/sending-settings', check('json', sendingRules), async (c) => {
      const { tenant } = c.get('user');
      await store.decide({ tenant, cause: causeOf(c) }, mailboxOf(tenant), (mailbox) =>
        setSendingRules(mailbox, c.req.valid('json')),
      );
      return c.json(await view(tenant), 200);
    });
}
