import { type Context, Hono } from 'hono';
import { batchOf } from '../../db/batches/page.ts';
import { decidePage, notesPage, undoPage } from '../../db/batches/partnerPages.ts';
import { bringUpToDate } from '../../db/lists/upToDate.ts';
import {
  countBlocked,
  readCountries,
  readPartnerCounts,
  readTags,
  readWaitingForJudge,
} from '../../db/read/partnerCounts.ts';
import { bestFirst, countPartners } from '../../db/read/partnerPage.ts';
import {
  DONE_AT_ONCE,
  decisionsUndo,
  manyDecision,
  manyNotes,
  partnerFilterQuery,
  partnerListQuery,
  selectedPartners,
} from '../../events/partners/partnersInput.ts';
import type { PartnerStatus } from '../../events/shared/options.ts';
import { startBatch, startUndo } from '../batches/startBatch.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { leaveTrace } from '../http/leaveTrace.ts';
import { EXACT_TO, pageQuery, rowsOfPage, sayRest, unlessUnchanged } from '../http/pages.ts';
import { streamed } from '../http/streamed.ts';
import { check } from '../http/validate.ts';
import { chosenPartners, filteredPartners, partnerIdsOfPage, partnerViewsById } from '../partners/partnerViews.ts';
import { batchView, manyDecidedView } from '../present/batch.ts';
import { partnersCsv } from '../present/partnersCsv.ts';
import {
  batchSchema,
  type ListedPartnerView,
  listedPartnerSchema,
  manyDecidedSchema,
  manyNotedSchema,
  partnerCountsSchema,
  partnerTotalSchema,
} from '../views.ts';

/** Lists of partners in pages, their counts, the export, and decisions on all that a filter lets through. */
export function partnerListRoutes(deps: Deps) {
  const { store } = deps;

  function asFile(c: Context<Env>, pages: AsyncIterable<readonly ListedPartnerView[]>, status?: PartnerStatus) {
    const name = status === 'approved' ? 'approved-partners' : 'partners-export';
    const date = store.now().toISOString().slice(0, 10);
    return c.body(streamed(partnersCsv(pages)), 200, {
      'Content-Type': 'text/csv; charset=utf-8',
      'Content-Disposition': `attachment; filename="${name}-${date}.csv"`,
    });
  }

  return new Hono<Env>()
    .get(
      '/partners',
      answers(listedPartnerSchema.array()),
      check('query', partnerListQuery.extend(pageQuery.shape)),
      unlessUnchanged(deps),
      async (c) => {
        const { tenant } = c.get('user');
        const { sort, turned, limit, after, ...filter } = c.req.valid('query');
        const [{ ids, next }, total] = await Promise.all([
          partnerIdsOfPage(deps, tenant, { filter, sort, turned, after, limit: rowsOfPage({ limit }) }),
          countPartners(store, tenant, filter, EXACT_TO),
        ]);
        sayRest(c, { next, total });
        return c.json(await partnerViewsById(deps, tenant, ids), 200);
      },
    )
    .get('/partners/counts', answers(partnerCountsSchema), unlessUnchanged(deps), async (c) => {
      const { tenant } = c.get('user');
      const [partners, blocked, waitForJudge, tags, countries] = await Promise.all([
        readPartnerCounts(store, tenant),
        countBlocked(store, tenant),
        readWaitingForJudge(store, tenant),
        readTags(store, tenant),
        readCountries(store, tenant),
      ]);
      return c.json({ partners, blocked, waitForJudge, tags, countries }, 200);
    })
    .get(
      '/partners/total',
      answers(partnerTotalSchema),
      check('query', partnerFilterQuery),
      unlessUnchanged(deps),
      async (c) => {
        const total = await countPartners(store, c.get('user').tenant, c.req.valid('query'), EXACT_TO);
        return c.json({ total: Math.min(total, EXACT_TO), exact: total <= EXACT_TO }, 200);
      },
    )
    .get('/partners/export', answers('text/csv'), check('query', partnerFilterQuery), async (c) => {
      const { tenant } = c.get('user');
      const filter = c.req.valid('query');
      await bringUpToDate(store, tenant);
      await leaveTrace(deps, c, tenant, [
        'partners',
        await countPartners(store, tenant, filter, Number.MAX_SAFE_INTEGER),
      ]);
      return asFile(c, filteredPartners(deps, tenant, filter), filter.status);
    })
    .post('/partners/export', answers('text/csv'), needs('read'), check('json', selectedPartners), async (c) => {
      const { tenant } = c.get('user');
      await bringUpToDate(store, tenant);
      const { ids, approved } = await bestFirst(store, tenant, c.req.valid('json').ids);
      await leaveTrace(deps, c, tenant, ['partners', ids.length]);
      return asFile(c, chosenPartners(deps, tenant, ids), approved ? 'approved' : undefined);
    })
    .post(
      '/partners/selected',
      answers(listedPartnerSchema.array()),
      needs('read'),
      check('json', selectedPartners),
      async (c) => {
        const { tenant } = c.get('user');
        await bringUpToDate(store, tenant);
        return c.json(await partnerViewsById(deps, tenant, c.req.valid('json').ids), 200);
      },
    )
    .post(
      '/partners/decide',
      answers(manyDecidedSchema.or(batchSchema), 200, 202),
      needs('decide'),
      check('json', manyDecision),
      async (c) => {
        const { tenant } = c.get('user');
        const scope = { tenant, cause: causeOf(c) };
        const { ids, filter, ...decision } = c.req.valid('json');
        if (ids && ids.length <= DONE_AT_ONCE)
          return c.json(manyDecidedView(await decidePage(store, scope, [...new Set(ids)], decision)), 200);
        const request = ids ? { ids } : { filter: { ...filter, status: decision.before } };
        const state = await startBatch(deps, scope, { kind: 'decide', ...decision }, request);
        return c.json(batchView(state), 202);
      },
    )
    .post(
      '/partners/notes',
      answers(manyNotedSchema.or(batchSchema), 200, 202),
      needs('propose'),
      check('json', manyNotes),
      async (c) => {
        const { tenant } = c.get('user');
        const scope = { tenant, cause: causeOf(c) };
        const { ids, filter = {}, ...notes } = c.req.valid('json');
        if (ids && ids.length <= DONE_AT_ONCE) {
          const { done, leftOut } = await notesPage(store, scope, [...new Set(ids)], notes);
          return c.json({ done, refused: leftOut.length }, 200);
        }
        const change = notes.addTag ? 'tag_added' : notes.removeTag ? 'tag_removed' : 'note_added';
        const request = { ...(ids ? { ids } : { filter }), notes };
        return c.json(batchView(await startBatch(deps, scope, { kind: 'notes', change }, request)), 202);
      },
    )
    .post(
      '/partners/undo-decisions',
      answers(manyDecidedSchema.or(batchSchema), 200, 202),
      needs('decide'),
      check('json', decisionsUndo),
      async (c) => {
        const { tenant } = c.get('user');
        const scope = { tenant, cause: causeOf(c) };
        const { decisions = [], batchId } = c.req.valid('json');
        if (batchId === undefined) return c.json(manyDecidedView(await undoPage(store, scope, decisions)), 200);
        return c.json(batchView(await startUndo(deps, scope, batchId)), 202);
      },
    )
    .get('/partners/batch', answers(batchSchema.nullable()), async (c) => {
      const { state } = await store.load(c.get('user').tenant, batchOf(c.get('user').tenant));
      return c.json(state.status === 'none' ? null : batchView(state), 200);
    });
}
