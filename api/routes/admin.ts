import { Hono } from 'hono';
import { readBudgetReport } from '../../db/read/aiBudget.ts';
import { readAiEstimates } from '../../db/read/aiEstimates.ts';
import { lastDays, readAiUsage, readDailyAiUsage, readSourceCredits } from '../../db/read/aiUsage.ts';
import { ref } from '../../db/store.ts';
import { ADMIN_SETTING_VALUES, adminSettingChange, aiUsageQuery } from '../../events/accounts/accountInput.ts';
import { setValue } from '../../events/accounts/setting.ts';
import { ADMIN_SETTING_KEYS } from '../../events/accounts/settingNames.ts';
import { modelsInUse } from '../../events/ai/aiTasks.ts';
import { budgetMonth } from '../../events/ai/budget.ts';
import { PRICE_LIST } from '../../events/ai/prices.ts';
import { sourceText } from '../../events/history/eventText.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { type AiUsageView, adminSettingSchema, aiUsageSchema } from '../views.ts';

/** Admins change the settings of the installation and see its AI costs here. */
export function adminRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .put(
      '/admin/settings/:key',
      answers(adminSettingSchema),
      needs('admin'),
      check('json', adminSettingChange),
      async (c) => {
        const key = ADMIN_SETTING_KEYS.find((known) => known === c.req.param('key'));
        if (!key) throw new Refused({ code: 'no_setting' });
        const typed = ADMIN_SETTING_VALUES[key].safeParse(c.req.valid('json').value);
        if (!typed.success)
          throw new Refused({
            code: 'setting_unfit',
            problem: typed.error.issues[0]?.message ?? 'This value cannot be used.',
            field: 'value',
          });
        const { state } = await store.decide({ tenant: 'system', cause: causeOf(c) }, ref('setting', key), (setting) =>
          setValue(setting, typed.data),
        );
        return c.json({ value: state.value ?? '' }, 200);
      },
    )
    .get('/admin/openai-usage/stats', answers(aiUsageSchema), check('query', aiUsageQuery), async (c) => {
      const { daysAgo } = c.req.valid('query');
      // whole days, so that the bars of the chart add up to the total
      const days = lastDays(store.now(), daysAgo);
      const [usage, daily, sourceCredits, estimatedCostPerOperation, budget] = await Promise.all([
        readAiUsage(store, days[0] ?? ''),
        readDailyAiUsage(store, days),
        readSourceCredits(store, days[0] ?? ''),
        readAiEstimates(store, deps.aiModels),
        readBudgetReport(store),
      ]);
      const sum = (of: 'calls' | 'unpriced' | 'cut' | 'tokens' | 'costUsd') =>
        usage.reduce((total, one) => total + one[of], 0);
      const [totalCostUsd, totalCalls, unpricedCalls] = [sum('costUsd'), sum('calls'), sum('unpriced')];
      const pricedCalls = totalCalls - unpricedCalls;
      const view: AiUsageView = {
        daysAgo,
        totalUsage: {
          totalCostUsd,
          totalCalls,
          averageCostPerCall: pricedCalls === 0 ? 0 : totalCostUsd / pricedCalls,
          totalTokens: sum('tokens'),
        },
        daily,
        usageByOperation: usage.map(({ operation, costUsd, calls, unpriced }) => ({
          operation,
          totalCostUsd: costUsd,
          callCount: calls,
          unpricedCalls: unpriced,
        })),
        sourceCredits: sourceCredits.map((one) => ({ ...one, source: sourceText(one.source) })),
        budget: { month: budgetMonth(store.now().toISOString()), ...budget },
        unpricedCalls,
        cutCalls: sum('cut'),
        pricingInfo: {
          models: modelsInUse(deps.aiModels).map(({ model }) => model),
          priceDate: PRICE_LIST.date,
          estimatedCostPerOperation,
        },
      };
      return c.json(view, 200);
    });
}
