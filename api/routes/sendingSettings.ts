import { Hono } from 'hono';
import { type Ref, ref } from '../../db/store.ts';
import { setSendingRules } from '../../events/sending/mailbox.ts';
import { sendingRules } from '../../events/sending/sendingInput.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { accountQuery, askedMailbox } from '../sending/askedMailbox.ts';
import { type SendingSettingsView, sendingSettingsSchema } from '../views.ts';

/** When mails of the plan leave, and how many a day over all campaigns. */
export function sendingSettingsRoutes(deps: Deps) {
  const { store } = deps;

  async function view(tenant: string, stream: Ref<'mailbox'>): Promise<SendingSettingsView> {
    const [{ state: mailbox }, { state: profile }] = await Promise.all([
      store.load(tenant, stream),
      store.load(tenant, ref('profile', tenant)),
    ]);
    const { window, mailboxDailyCap, rampUp } = mailbox.rules;
    return { window, mailboxDailyCap, rampUp, timezone: profile.timezone, anyHour: deps.sendGap !== undefined };
  }

  return new Hono<Env>()
    .get('/sending-settings', answers(sendingSettingsSchema), check('query', accountQuery), async (c) =>
      c.json(await view(c.get('user').tenant, await askedMailbox(deps, c)), 200),
    )
    .put(
      '/sending-settings',
      answers(sendingSettingsSchema),
      needs('send'),
      check('query', accountQuery),
      check('json', sendingRules),
      async (c) => {
        const { tenant } = c.get('user');
        const stream = await askedMailbox(deps, c);
        await store.decide({ tenant, cause: causeOf(c) }, stream, (mailbox) =>
          setSendingRules(mailbox, c.req.valid('json')),
        );
        return c.json(await view(tenant, stream), 200);
      },
    );
}
