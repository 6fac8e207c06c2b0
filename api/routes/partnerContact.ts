import { randomUUID } from 'node:crypto';
import { Hono } from 'hono';
import { readCreditMonth } from '../../db/read/creditMonth.ts';
import { whySuppressed } from '../../db/read/suppressions.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import { reserveCredit } from '../../events/accounts/credits.ts';
import { isPaid, requestContactSearch } from '../../events/partners/contact.ts';
import { OPTED_OUT } from '../../events/partners/partner.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { ProviderFailed } from '../errors.ts';
import { mustBeSetUp } from '../mustBeSetUp.ts';
import { partnerView } from '../present/partner.ts';
import { unchangedSince } from '../unchangedSince.ts';
import type { AcceptedView, EnhanceView } from '../views.ts';
import { waitFor } from '../waitFor.ts';
import { creditsView } from './dashboard.ts';

/** Get Email: reserves a credit, lets the worker search, and answers with what was found. */
export function partnerContactRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>().post('/partners/:id/enhance-contact', async (c) => {
    const { ai, peopleData, hunter } = deps.configured;
    mustBeSetUp(ai || peopleData || hunter, 'A source of email addresses');
    const { tenant, account } = c.get('user');
    const partner = ref('partner', c.req.param('id'));
    const month = await readCreditMonth(store, tenant);
    const { period } = month;
    const isUnchanged = unchangedSince();
    const { states } = await store.run({
      tenant,
      cause: causeOf(c),
      streams: { partner, credits: ref('credits', `${tenant}-${period}`) },
      decide: (now, moment) => {
        if (!isUnchanged(now.partner.lastContactSearch?.id ?? null)) return {};
        const id = randomUUID();
        const asked = requestContactSearch(now.partner, id, period);
        return asked.length === 0
          ? {}
          : {
              partner: asked,
              credits: reserveCredit(now.credits, id, account.monthlyCredits, { ...month, at: moment }),
            };
      },
    });
    const searchId = states.partner.openContactSearch?.id ?? states.partner.lastContactSearch?.id ?? '';
    const answer = await waitFor(
      deps,
      tenant,
      [streamIdOf(partner)],
      async () => {
        const { state } = await store.load(tenant, partner);
        return state.openContactSearch?.id === searchId ? null : state;
      },
      c.req.raw.signal,
    );
    if (!answer) {
      const accepted: AcceptedView = { accepted: true, id: searchId };
      return c.json(accepted, 202);
    }
    const ended = answer.lastContactSearch;
    if (answer.optedOut) throw new Refused('gone', OPTED_OUT);
    if (answer.status === 'deleted') throw new Refused('not_found', 'Partner not found');
    if (ended?.id === searchId && ended.outcome === 'failed')
      throw new ProviderFailed(ended.reason ?? 'The search failed.');
    const source = ended?.id === searchId ? ended.source : null;
    const steps = ended?.id === searchId ? ended.steps : [];
    const credits = await creditsView(deps, tenant, account.monthlyCredits);
    const view: EnhanceView = {
      partner: partnerView(
        { id: partner.id, state: answer },
        await whySuppressed(store, tenant, answer.contact?.email),
      ),
      usedHunter: source === 'people_data_labs' || source === 'hunter',
      fallbackUsed: source === 'ai',
      source: source === 'people_data_labs' || source === 'hunter' || source === 'ai' ? source : null,
      creditsRemaining: credits.remainingCredits,
      creditUsed: isPaid(steps),
      steps,
    };
    return c.json(view, 200);
  });
}
