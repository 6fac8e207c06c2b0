import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { bringUpToDate } from '../../db/lists/upToDate.ts';
import { logOf } from '../../db/process/logger.ts';
import { readCreditMonth } from '../../db/read/creditMonth.ts';
import { partnersById } from '../../db/read/partners.ts';
import { whySuppressed } from '../../db/read/suppressions.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import { reserveCredit } from '../../events/accounts/credits.ts';
import { isPaid, requestContactSearch } from '../../events/partners/contact.ts';
import { optedOut, type PartnerState } from '../../events/partners/partner.ts';
import { type PartnerFilter, selectedOrFiltered } from '../../events/partners/partnersInput.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater, needs } from '../http/contract.ts';
import { unchangedSince } from '../http/unchangedSince.ts';
import { check } from '../http/validate.ts';
import { accepted, waitFor } from '../http/waitFor.ts';
import { partnerIdsOfPage } from '../partners/partnerViews.ts';
import { partnerView } from '../present/partner.ts';
import { aiRefusal } from '../sending/aiRefusal.ts';
import { mustBeSetUp } from '../signIn/mustBeSetUp.ts';
import { type EnhanceView, enhanceSchema, type SearchingView, searchingSchema } from '../views.ts';
import { creditsView } from './dashboard.ts';

const log = logOf('api');

/** Get Email: reserves a credit, lets the worker search, and answers with the result. */
export function partnerContactRoutes(deps: Deps) {
  const { store } = deps;

  const mustHaveSource = (): void => {
    const { ai, peopleData, hunter } = deps.configured;
    mustBeSetUp(ai || peopleData || hunter, 'A source of email addresses');
  };

  /** Reserves a credit for a search, which the worker makes. */
  async function requestSearch(
    c: Context<Env>,
    id: string,
    isWanted: (partner: PartnerState) => boolean,
  ): Promise<PartnerState> {
    const { tenant, account } = c.get('user');
    const month = await readCreditMonth(store, tenant);
    const { period } = month;
    const { states } = await store.run({
      tenant,
      cause: causeOf(c),
      streams: { partner: ref('partner', id), credits: ref('credits', `${tenant}-${period}`) },
      decide: (now, moment) => {
        if (!isWanted(now.partner)) return {};
        const searchId = randomUUID();
        const asked = requestContactSearch(now.partner, searchId, period);
        return asked.length === 0
          ? {}
          : {
              partner: asked,
              credits: reserveCredit(now.credits, searchId, account.monthlyCredits, { ...month, at: moment }),
            };
      },
    });
    return states.partner;
  }

  async function searchOne(c: Context<Env>, id: string) {
    mustHaveSource();
    const { tenant, account } = c.get('user');
    const partner = ref('partner', id);
    const isUnchanged = unchangedSince();
    const asked = await requestSearch(c, id, (now) => isUnchanged(now.lastContactSearch?.id ?? null));
    const searchId = asked.openContactSearch?.id ?? asked.lastContactSearch?.id ?? '';
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
    if (!answer) return accepted(c, searchId);
    const ended = answer.lastContactSearch;
    if (answer.optedOut) throw optedOut();
    if (answer.status === 'deleted') throw new Refused({ code: 'no_partner' });
    if (ended?.id === searchId && ended.outcome === 'failed')
      throw aiRefusal(ended.reason, ended.reason ? reasonSentence(ended.reason) : 'The search failed.', store.now());
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
      steps: steps.map(({ reason, ...step }) => ({ ...step, reason: reason && reasonSentence(reason) })),
    };
    return c.json(view, 200);
  }

  /** The first people of a filter: as many as a month's credits can pay for. */
  async function withoutEmail(c: Context<Env>, filter: PartnerFilter): Promise<string[]> {
    const { tenant, account } = c.get('user');
    await bringUpToDate(store, tenant);
    const wanted = { ...filter, status: 'approved' as const, withoutEmail: 'true' as const };
    const { ids } = await partnerIdsOfPage(deps, tenant, {
      filter: wanted,
      sort: 'match',
      limit: account.monthlyCredits,
    });
    if (ids.length === 0) throw new Refused({ code: 'no_partner' });
    return ids;
  }

  /** For people without an address, as far as the credits go. Refused if no search starts. */
  async function searchMany(c: Context<Env>, ids: readonly string[]): Promise<SearchingView> {
    mustHaveSource();
    const { tenant } = c.get('user');
    const rows = await partnersById(store, tenant, ids);
    // a search that ended since is one of another call at the same moment
    const before = new Map(rows.map((row) => [row.id, row.state.lastContactSearch?.id]));
    const searching: string[] = [];
    let refused: Refused | null = null;
    for (const id of new Set(ids)) {
      const isWanted = ({ contact, lastContactSearch }: PartnerState) =>
        !contact?.email && lastContactSearch?.id === before.get(id);
      try {
        if ((await requestSearch(c, id, isWanted)).openContactSearch) searching.push(id);
      } catch (error) {
        if (!(error instanceof Refused)) {
          if (searching.length === 0) throw error;
          // the requested ones go on, and are listed
          log.error('a search for many contacts stopped before its end');
          break;
        }
        refused ??= error;
        if (error.refusal === 'limit') break;
      }
    }
    if (refused && searching.length === 0) throw refused;
    return { searching };
  }

  return new Hono<Env>()
    .post(
      '/partners/enhance-contacts',
      answers(searchingSchema, 202),
      needs('propose'),
      check('json', selectedOrFiltered),
      async (c) => {
        const { ids, filter } = c.req.valid('json');
        return c.json(await searchMany(c, ids ?? (await withoutEmail(c, filter ?? {}))), 202);
      },
    )
    .post('/partners/:id/enhance-contact', answersLater(enhanceSchema), needs('propose'), (c) =>
      searchOne(c, c.req.param('id')),
    );
}
