import { Hono } from 'hono';
import { readCounters } from '../../db/lists/counters.ts';
import { countNeeds, readDecidedNeeds, readFolded, readNeeds } from '../../db/lists/needs.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { ref } from '../../db/store.ts';
import { finishConversation, reopenConversation } from '../../events/conversations/conversation.ts';
import { Refused } from '../../events/shared/refused.ts';
import { finishNeed, mustBeSettledByDone, reopenNeed, snoozeNeed } from '../../events/today/need.ts';
import { NEED_GROUPS, subjectOf, TODAY_GROUPS, type TodayGroup } from '../../events/today/needGroups.ts';
import { type NeedDecision, needDecision, needsQuery } from '../../events/today/todayInput.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { EXACT_TO, pageQuery, unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { accountNeeds, needView } from '../present/today.ts';
import { needPageSchema, type TodayCountView, todayCountSchema } from '../views.ts';

const ROWS = 50;
const MOST_ROWS = 100;

/** What waits for a person, over all campaigns: the queue of the day. */
export function todayRoutes(deps: Deps) {
  const { store } = deps;

  async function accounts(tenant: string) {
    const mailboxes = await readMailboxes(store, tenant);
    const decided = await readDecidedNeeds(
      store,
      tenant,
      mailboxes.map(({ id }) => id),
    );
    return accountNeeds(mailboxes, decided, store.now().toISOString());
  }

  async function count(tenant: string): Promise<TodayCountView> {
    const [counts, held, counters] = await Promise.all([
      countNeeds(store, tenant, EXACT_TO + 1),
      accounts(tenant),
      readCounters(store, tenant, { campaigns: [''] }),
    ]);
    const groups = { ...counts, fix: counts.fix + held.fix.length, later: counts.later + held.later.length };
    const total = NEED_GROUPS.reduce((sum, group) => sum + groups[group], 0);
    return { total, started: counters.of('funnel.sent') > 0, groups };
  }

  async function settledBy(tenant: string, subject: ReturnType<typeof subjectOf>, id: string) {
    if (subject === 'mailbox') return null;
    if (subject === 'message') return { message: (await store.load(tenant, ref('message', id))).state };
    return { conversation: (await store.load(tenant, ref('conversation', id))).state };
  }

  /** A conversation that is done is done in the inbox, too. Only a decision of a person cures an account. */
  async function decide(tenant: string, id: string, decision: NeedDecision, cause: ReturnType<typeof causeOf>) {
    const subject = subjectOf(id);
    const { version } = await store.load(tenant, ref(subject, id));
    if (version === 0) throw new Refused({ code: 'nothing_waits' });
    if (decision.kind === 'done') mustBeSettledByDone(await settledBy(tenant, subject, id));
    if (decision.kind !== 'snooze' && subject === 'conversation') {
      const change = decision.kind === 'done' ? finishConversation : reopenConversation;
      await store.decide({ tenant, cause }, ref('conversation', id), change);
    }
    if (decision.kind === 'done' && subject === 'conversation') return;
    await store.decide({ tenant, cause }, ref('need', id), (state) => {
      if (decision.kind === 'snooze') return snoozeNeed(state, decision.until, store.now().toISOString());
      return decision.kind === 'done' ? finishNeed(state) : reopenNeed(state);
    });
  }

  return new Hono<Env>()
    .get('/today/count', answers(todayCountSchema), unlessUnchanged(deps), async (c) =>
      c.json(await count(c.get('user').tenant), 200),
    )
    .get(
      '/today/:group',
      answers(needPageSchema),
      check('query', needsQuery.extend(pageQuery.shape)),
      unlessUnchanged(deps),
      async (c) => {
        const { tenant } = c.get('user');
        const group = TODAY_GROUPS.find((one) => one === c.req.param('group'));
        if (!group) return c.json({ error: 'There is no such call.' }, 404);
        const { limit = ROWS, ...asked } = c.req.valid('query');
        return c.json(await page(tenant, group, { ...asked, limit }), 200);
      },
    )
    .post('/today', answers(todayCountSchema), needs('decide'), check('json', needDecision), async (c) => {
      const { tenant } = c.get('user');
      const { ids, decision } = c.req.valid('json');
      for (const id of new Set(ids)) await decide(tenant, id, decision, causeOf(c));
      return c.json(await count(tenant), 200);
    });

  async function page(
    tenant: string,
    group: TodayGroup,
    asked: { limit: number; after?: string | undefined; campaign?: string | undefined },
  ) {
    const isWhole = asked.after === undefined && asked.campaign === undefined;
    const found =
      group === 'read' && isWhole
        ? await readFolded(store, tenant, MOST_ROWS, EXACT_TO + 1)
        : await readNeeds(store, tenant, group, asked);
    const held = isWhole && (group === 'fix' || group === 'later') ? (await accounts(tenant))[group] : [];
    return { needs: [...held, ...found.needs.map(needView)], next: found.next };
  }
}
