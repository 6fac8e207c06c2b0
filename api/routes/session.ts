import { Hono, type MiddlewareHandler } from 'hono';
import { ref } from '../../db/store.ts';
import { LIMITS, ofLimitSettings } from '../../events/accounts/limits.ts';
import { ADMIN_SETTING_KEYS, PUBLIC_SETTING_KEYS } from '../../events/accounts/settingNames.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { answers, declare, needs } from '../http/contract.ts';
import { signedIn } from '../http/security.ts';
import { accountFacts } from '../present/account.ts';
import { adminSettingSchema, type UserView, userSchema } from '../views.ts';

const DEFAULTS: Record<(typeof ADMIN_SETTING_KEYS)[number], string> = {
  signup_url: '',
  openai_cost_warning_threshold: '50',
  ai_budget: '',
  ai_budget_per_user: '',
  ...ofLimitSettings((name) => String(LIMITS[name].usual)),
  second_factor_required: 'nobody',
  tutorials_url: '',
  help_desk_url: '',
  privacy_url: '',
  terms_url: '',
  contact_url: '',
};

const isPublic = (key: string | undefined): key is (typeof PUBLIC_SETTING_KEYS)[number] =>
  PUBLIC_SETTING_KEYS.some((known) => known === key);

const unlessPublic = (check: MiddlewareHandler<Env>): MiddlewareHandler<Env> =>
  declare((c, next) => (isPublic(c.req.param('key')) ? next() : check(c, next)), { security: [{}, { session: [] }] });

/** The current user, and the settings that screens read. Some are public, two are for the signed-in, the rest for admins. */
export function sessionRoutes(deps: Deps) {
  const value = async (key: (typeof ADMIN_SETTING_KEYS)[number]) => {
    const { state } = await deps.store.load('system', ref('setting', key));
    return state.value ?? DEFAULTS[key];
  };
  return new Hono<Env>()
    .get('/auth/user', answers(userSchema), signedIn(deps), (c) => {
      const { userId, tenant, account, owesSecondFactor } = c.get('user');
      const view: UserView = {
        id: userId,
        workspaceId: tenant,
        ...accountFacts(account),
        profileImageUrl: account.picture,
        owesSecondFactor,
        sandbox: deps.sandbox,
        sandboxOutboxUrl: deps.outboxUrl,
      };
      return c.json(view, 200);
    })
    .get(
      '/admin/settings/:key',
      answers(adminSettingSchema),
      needs('read'),
      unlessPublic(signedIn(deps)),
      async (c) => {
        const key = ADMIN_SETTING_KEYS.find((known) => known === c.req.param('key'));
        if (isPublic(key)) return c.json({ value: await value(key) }, 200);
        if (key !== 'tutorials_url' && key !== 'help_desk_url' && !c.get('user').isAdmin) {
          throw new Refused({ code: 'admins_only_setting' });
        }
        if (!key) throw new Refused({ code: 'no_setting' });
        return c.json({ value: await value(key) }, 200);
      },
    );
}
