import { Hono } from 'hono';
import { lookAsOf, mustBePast } from '../../db/audit/asOf.ts';
import { queuePerTenant } from '../../db/audit/queuePerTenant.ts';
import { namedPartners, namesOf } from '../../db/read/startCounts.ts';
import { startPreviewQuery } from '../../events/history/historyInput.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { followUpsOf, rehearsed, sendersOf } from '../present/rehearsal.ts';
import { startChecks } from '../sending/startChecks.ts';
import { readStartFacts } from '../sending/startFacts.ts';
import { type StartPreviewView, startPreviewSchema } from '../views.ts';
import { campaignRow } from './campaigns.ts';

/** Previews Start or Resume, now or at a moment of the past. It decides nothing: the status call checks again. */
async function startPreview(deps: Deps, tenant: string, id: string): Promise<StartPreviewView> {
  const facts = await readStartFacts(deps, tenant, await campaignRow(deps, tenant, id));
  const { plan, first } = rehearsed(facts);
  const shown = plan.sends.map(({ partnerId }) => partnerId);
  const names = await namesOf(deps.store, tenant, [...shown, ...namedPartners(facts.counts)]);
  const nameOf = (partner: string) => names.get(partner) ?? null;
  return {
    messages: facts.messages,
    followUps: followUpsOf(facts),
    from: sendersOf(facts),
    plan: {
      ...plan,
      sends: plan.sends.map(({ partnerId, ...send }) => ({ ...send, partnerName: nameOf(partnerId) })),
    },
    first,
    dailyLimit: facts.campaign.dailyLimit,
    checks: startChecks(facts, nameOf),
  };
}

export function campaignStartRoutes(deps: Deps) {
  const { store } = deps;
  const inQueue = queuePerTenant();
  return new Hono<Env>().get(
    '/campaigns/:id/start-preview',
    answers(startPreviewSchema),
    check('query', startPreviewQuery),
    unlessUnchanged(deps),
    async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { at } = c.req.valid('query');
      if (at === undefined) return c.json(await startPreview(deps, tenant, id), 200);
      const moment = new Date(at);
      mustBePast(moment, store.now());
      const { signal } = c.req.raw;
      const preview = () =>
        lookAsOf(store, tenant, moment, { signal }, (then) => startPreview({ ...deps, store: then }, tenant, id));
      return c.json(await inQueue(tenant, signal, preview), 200);
    },
  );
}
