import { ownerAccount } from '../../db/accounts/workspace.ts';
import { sendingFrozen } from '../../db/installation/freeze.ts';
import { AlreadyTaken } from '../../db/log/conflicts.ts';
import { newId } from '../../db/log/newId.ts';
import { logOf } from '../../db/process/logger.ts';
import { budgetsOf, readAiSpent, sumOf } from '../../db/read/aiBudget.ts';
import { roomForPartners } from '../../db/read/limits.ts';
import { ref, type Store } from '../../db/store.ts';
import { searchCriteria } from '../../events/accounts/searchCriteria.ts';
import { isActive } from '../../events/accounts/user.ts';
import { budgetReason, exhaustedBudget } from '../../events/ai/budget.ts';
import { dearestCost } from '../../events/ai/prices.ts';
import { requestSearch } from '../../events/partners/search.ts';
import {
  closeSchedule,
  endScheduled,
  isDue,
  skipScheduled,
  startScheduled,
} from '../../events/partners/searchSchedule.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, onEach } from '../defineTask.ts';

const log = logOf('worker');
const NAME = 'scheduled-searches';

/** The rest waits for the next look. */
const A_LOOK = 500;

/** Starts the scheduled searches that are due, and records how each ended. One that fails does not keep the others waiting. */
export const scheduledSearches = defineTask({
  name: NAME,
  lane: 'decide',
  cron: '*/10 * * * *',
  on: onEach(['SearchCompleted', 'SearchFailed'], ({ id }) => ({ id })),
  needs: ['store', 'askAi'],
  handler: async (deps, job) => {
    const { store } = deps;
    if (job.id) return recordEnd(store, job);
    // a restored copy must not pay for searches
    if (await sendingFrozen(store.sql)) return;
    const due = await store.sql<{ tenant_id: string }[]>`
      select tenant_id from read.due_searches(${store.now().toISOString()}, ${A_LOOK})`;
    for (const { tenant_id: tenant } of due)
      await runDue(deps, { tenant, id: tenant, correlationId: newId(), causationId: null }).catch((error: Error) =>
        log.error(`A scheduled search was not started: ${error.name}`),
      );
  },
});

async function runDue(deps: Needs<'store' | 'askAi'>, job: JobPayload): Promise<void> {
  const { store } = deps;
  const { tenant } = job;
  const scope = scopeOf(NAME, job);
  const schedule = ref('schedule', tenant);
  const owner = await ownerAccount(store, tenant);
  if (owner.status === 'deleted' || owner.status === 'none') {
    await store.decide(scope, schedule, closeSchedule);
    return;
  }
  const at = store.now().toISOString();
  const reason: Reason | null = isActive(owner)
    ? ((await usedUp(deps, tenant)) ?? (await full(store, tenant)))
    : { code: 'account_paused' };
  if (reason) {
    await store.decide(scope, schedule, (state) => skipScheduled(state, reason, at));
    return;
  }
  const { state: profile } = await store.load(tenant, ref('profile', tenant));
  const criteria = searchCriteria(profile, profile.criteria);
  const search = ref('search', newId());
  await store
    .run({
      ...scope,
      streams: { schedule, search },
      decide: (now) =>
        isDue(now.schedule, at)
          ? {
              schedule: startScheduled(now.schedule, search.id, at),
              search: requestSearch(now.search, {
                ...{ kind: 'criteria', requested: now.schedule.count, criteria, profileUrl: null },
              }),
            }
          : {},
    })
    .catch((error: unknown) => {
      // a search runs, so this one waits for the next look
      if (!(error instanceof AlreadyTaken)) throw error;
    });
}

/** Why the AI budget has no room for a search. */
async function usedUp({ store, askAi }: Needs<'store' | 'askAi'>, tenant: string): Promise<Reason | null> {
  if (!askAi) return null;
  const [budgets, spent] = await Promise.all([budgetsOf(store, tenant), readAiSpent(store.sql, store.now())]);
  const soFar = { installation: sumOf(spent), user: spent.get(tenant) ?? 0 };
  const full = exhaustedBudget(budgets, soFar, dearestCost('partnerGeneration'));
  return full && budgetReason(full);
}

async function full(store: Store, tenant: string): Promise<Reason | null> {
  const { room } = await roomForPartners(store, tenant);
  return room === 0 ? { code: 'partners_full' } : null;
}

async function recordEnd(store: Store, job: JobPayload): Promise<void> {
  const { state: search } = await store.load(job.tenant, ref('search', job.id));
  if (search.status === 'running') return;
  const { found, reason } = search;
  await store.decide(scopeOf(NAME, job), ref('schedule', job.tenant), (schedule) =>
    endScheduled(schedule, job.id, { found, reason }),
  );
}
