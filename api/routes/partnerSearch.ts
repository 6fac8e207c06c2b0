import { Hono } from 'hono';
import type { Cause } from '../../db/log/commit.ts';
import { AlreadyTaken } from '../../db/log/conflicts.ts';
import { newId } from '../../db/log/newId.ts';
import { optedOutKeys } from '../../db/read/knownPartners.ts';
import { mustHaveRoomForPartners, takeOfDay } from '../../db/read/limits.ts';
import { partnersById } from '../../db/read/partners.ts';
import { latestSearch } from '../../db/read/searches.ts';
import { suppressedAmong, whySuppressed } from '../../db/read/suppressions.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import type { PartnerCriteria } from '../../events/accounts/businessInput.ts';
import { searchCriteria } from '../../events/accounts/searchCriteria.ts';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import { alreadyListed, mustNotBeListed, optedOut } from '../../events/partners/partner.ts';
import {
  generateRequest,
  ingestRequest,
  searchRequest,
  searchScheduleForm,
} from '../../events/partners/partnersInput.ts';
import { readProfile } from '../../events/partners/readProfile.ts';
import {
  requestSearch,
  requestUrlSearch,
  type SearchState,
  stopSearch,
  urlSearchId,
} from '../../events/partners/search.ts';
import { type SearchScheduleState, setSchedule } from '../../events/partners/searchSchedule.ts';
import { countryLabel } from '../../events/shared/countries.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater, costs, HEAVY, needs } from '../http/contract.ts';
import { ProviderFailed } from '../http/errors.ts';
import { unchangedSince } from '../http/unchangedSince.ts';
import { check } from '../http/validate.ts';
import { accepted, waitFor } from '../http/waitFor.ts';
import { partnerView } from '../present/partner.ts';
import { mustBeSetUp } from '../signIn/mustBeSetUp.ts';
import {
  acceptedSchema,
  type GenerateView,
  generateSchema,
  ingestedSchema,
  type SearchScheduleView,
  type SearchView,
  searchScheduleSchema,
  searchSchema,
} from '../views.ts';

/** Find Partners and Add from LinkedIn: both are searches that the worker carries out. */
export function partnerSearchRoutes(deps: Deps) {
  const { store } = deps;

  const { peopleData, youTube, ai } = deps.configured;

  const ended = (tenant: string, searchId: string, signal: AbortSignal) =>
    waitFor(
      deps,
      tenant,
      [`search-${searchId}`],
      async () => {
        const { state } = await store.load(tenant, ref('search', searchId));
        return state.status === 'running' ? null : state;
      },
      signal,
    );

  /** One search runs at a time, and a second call joins it. */
  async function startOrJoin(tenant: string, cause: Cause, criteria: PartnerCriteria, requested: number) {
    const running = await latestSearch(store, tenant, true);
    if (running) return ref('search', running.id);
    await mustHaveRoomForPartners(store, tenant);
    await takeOfDay(store, tenant, 'searches');
    const search = ref('search', newId());
    try {
      const decide = (now: { search: SearchState }) => ({
        search: requestSearch(now.search, { kind: 'criteria', requested, criteria, profileUrl: null }),
      });
      await store.run({ tenant, cause, streams: { search }, decide });
      return search;
    } catch (error) {
      // another click was faster: its search is this one, too
      if (!(error instanceof AlreadyTaken)) throw error;
      const latest = await latestSearch(store, tenant);
      if (!latest) throw error;
      return ref('search', latest.id);
    }
  }

  return new Hono<Env>()
    .post(
      '/partners/generate',
      answersLater(generateSchema),
      needs('propose'),
      check('json', generateRequest),
      async (c) => {
        mustBeSetUp(peopleData || youTube || ai, 'A source of partners');
        const { tenant } = c.get('user');
        const { criteria, count } = c.req.valid('json');
        const search = await startOrJoin(tenant, causeOf(c), criteria, count);
        const answer = await ended(tenant, search.id, c.req.raw.signal);
        if (!answer) return accepted(c, search.id);
        if (answer.status === 'failed') throw new ProviderFailed(searchError(answer) ?? 'The search failed.', 502);
        const partners = await partnersById(store, tenant, answer.partnerIds);
        const addresses = partners.map(({ state }) => state.contact?.email);
        const why = await suppressedAmong(store, tenant, addresses);
        const view: GenerateView = {
          valid: answer.found > 0,
          requested: answer.requested,
          found: answer.found,
          duplicates: answer.duplicates,
          complete: answer.complete,
          sources: sourcesView(answer),
          ...regionsView(answer),
          ...(answer.stopped && { stopped: true }),
          searchId: search.id,
          partners: partners.map((row) => partnerView(row, why(row.state.contact?.email))),
        };
        return c.json(view, 200);
      },
    )
    .post(
      '/searches',
      answers(acceptedSchema, 202),
      needs('propose'),
      costs(HEAVY),
      check('json', searchRequest),
      async (c) => {
        mustBeSetUp(peopleData || youTube || ai, 'A source of partners');
        const { tenant } = c.get('user');
        const { state: profile } = await store.load(tenant, ref('profile', tenant));
        const criteria = searchCriteria(profile, profile.criteria);
        const { id } = await startOrJoin(tenant, causeOf(c), criteria, c.req.valid('json').count);
        return accepted(c, id);
      },
    )
    .post('/searches/:id/stop', answers(searchSchema), needs('propose'), async (c) => {
      const id = c.req.param('id');
      const { state } = await store.decide(
        { tenant: c.get('user').tenant, cause: causeOf(c) },
        ref('search', id),
        stopSearch,
      );
      if (state.status === 'none') throw new Refused({ code: 'no_search' });
      return c.json(searchView(id, state), 200);
    })
    .get('/search-schedule', answers(searchScheduleSchema), async (c) => {
      const { tenant } = c.get('user');
      return c.json(scheduleView((await store.load(tenant, ref('schedule', tenant))).state), 200);
    })
    .put(
      '/search-schedule',
      answers(searchScheduleSchema),
      needs('propose'),
      check('json', searchScheduleForm),
      async (c) => {
        const { tenant } = c.get('user');
        const at = store.now().toISOString();
        const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('schedule', tenant), (schedule) =>
          setSchedule(schedule, c.req.valid('json'), at),
        );
        return c.json(scheduleView(state), 200);
      },
    )
    .get('/searches/latest', answers(searchSchema.nullable()), async (c) => {
      const row = await latestSearch(store, c.get('user').tenant);
      return c.json(row ? searchView(row.id, row.state) : null, 200);
    })
    .get('/searches/:id', answers(searchSchema), async (c) => {
      // a 202 of Add from LinkedIn names the stream
      const id = c.req.param('id').replace(/^search-/, '');
      const { state } = await store.load(c.get('user').tenant, ref('search', id));
      if (state.status === 'none') throw new Refused({ code: 'no_search' });
      return c.json(searchView(id, state), 200);
    })
    .post(
      '/partners/ingest-url',
      answersLater(ingestedSchema, 201),
      needs('propose'),
      check('json', ingestRequest),
      async (c) => {
        mustBeSetUp(peopleData, 'People Data Labs');
        const { tenant } = c.get('user');
        const read = readProfile(c.req.valid('json').profileUrl);
        if (!read.ok || read.platform !== 'linkedin') {
          throw new Refused({
            code: read.platform === 'linkedin' ? 'linkedin_no_profile' : 'linkedin_elsewhere',
            field: 'profileUrl',
          });
        }
        const id = store.pseudonyms.partnerId(
          tenant,
          duplicateKey({ profileUrl: read.url, platform: 'linkedin', username: null }),
        );
        const known = await store.load(tenant, ref('partner', id));
        mustNotBeListed(known.state, 'url');
        await mustHaveRoomForPartners(store, tenant);
        // a search would write their address down once more, and may pay for their record
        if ((await optedOutKeys(store, tenant, [id])).size > 0) throw optedOut();
        await takeOfDay(store, tenant, 'searches');
        const { state: profile } = await store.load(tenant, ref('profile', tenant));
        // one stream for each address, so that a second click joins the first
        const search = ref('search', urlSearchId(id));
        const isUnchanged = unchangedSince();
        await store.decide({ tenant, cause: causeOf(c) }, search, (now) =>
          isUnchanged(now.finishedAt)
            ? requestUrlSearch(now, { criteria: profile.criteria ?? {}, profileUrl: read.url })
            : [],
        );
        const answer = await ended(tenant, search.id, c.req.raw.signal);
        if (!answer) return accepted(c, streamIdOf(search));
        const [partner] = answer.found > 0 ? await partnersById(store, tenant, answer.partnerIds) : [];
        if (partner) {
          const doNotContact = await whySuppressed(store, tenant, partner.state.contact?.email);
          return c.json({ partner: partnerView(partner, doNotContact) }, 201);
        }
        if (answer.reason?.code === 'opted_out') throw optedOut();
        if (answer.status === 'failed') {
          const why = searchError(answer) ?? 'The search failed.';
          throw new ProviderFailed(`Failed to generate partner data: ${why}`, 502, { code: 'profile_not_read', why });
        }
        if (answer.duplicates > 0) throw alreadyListed('url');
        throw new Refused({ code: 'no_public_profile' });
      },
    );
}

function searchError(state: SearchState): string | null {
  const reason = state.reason ?? state.sources.find(({ error }) => error !== undefined)?.error;
  return reason ? reasonSentence(reason) : null;
}

const sourcesView = (state: SearchState): GenerateView['sources'] =>
  state.sources.map(({ error, ...source }) =>
    error === undefined ? source : { ...source, error: reasonSentence(error) },
  );

const regionsView = ({ unknownRegions: unknown, plan }: SearchState): Pick<GenerateView, 'regions'> =>
  unknown.length === 0 ? {} : { regions: { unknown, searched: (plan?.regions ?? []).map(countryLabel) } };

const scheduleView = ({ count, every, nextAt, stopped, lastRun }: SearchScheduleState): SearchScheduleView => ({
  ...{ count, every, nextAt, stopped: stopped === 'failures' },
  lastRun: lastRun && { ...lastRun, reason: lastRun.reason && reasonSentence(lastRun.reason) },
});

function searchView(id: string, state: SearchState): SearchView {
  const { plan } = state;
  return {
    id,
    status: state.status === 'none' ? 'running' : state.status,
    requested: state.requested,
    found: state.found,
    duplicates: state.duplicates,
    complete: state.complete,
    stopped: state.stopped,
    plan: plan && { topics: plan.topics, jobTitles: plan.jobTitles, regions: plan.regions },
    sources: sourcesView(state),
    ...regionsView(state),
    error: searchError(state),
    startedAt: state.startedAt,
    finishedAt: state.finishedAt,
  };
}
