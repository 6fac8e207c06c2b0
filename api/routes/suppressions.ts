import { Hono } from 'hono';
import { listSuppressions, type SuppressionRow } from '../../db/read/suppressionList.ts';
import { ref } from '../../db/store.ts';
import { suppressAddresses } from '../../db/suppress/suppressAddresses.ts';
import { isObjection, liftSuppression, suppressAddress } from '../../events/privacy/suppression.ts';
import {
  liftRequest,
  newSuppression,
  suppressionImport,
  suppressionQuery,
  suppressionRow,
} from '../../events/privacy/suppressionsInput.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readable } from '../../events/shared/unreadable.ts';
import { UNREADABLE_TEXT, unreadableField } from '../../events/shared/unreadableField.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { leaveTrace } from '../http/leaveTrace.ts';
import { check } from '../http/validate.ts';
import { suppressionsCsv } from '../present/suppressionsCsv.ts';
import {
  doneSchema,
  type ErrorView,
  type ImportProblemView,
  type SuppressionView,
  suppressionListSchema,
  suppressionSchema,
  suppressionsAddedSchema,
} from '../views.ts';

/** Exports are read in pages of this size, to keep each answer of the database short. */
const EXPORT_PAGE = 500;

function suppressionView({ id, state }: SuppressionRow): SuppressionView {
  return {
    id,
    email: readable(state, state.email),
    reason: state.reason ?? 'user',
    source: state.source ?? 'user',
    since: state.suppressedAt ?? '',
    objection: isObjection(state.reason),
  };
}

/** The tenant's list of addresses to which nothing is sent. */
export function suppressionRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .get('/suppressions', answers(suppressionListSchema), check('query', suppressionQuery), async (c) => {
      const { after, limit, ...filter } = c.req.valid('query');
      const { rows, total, next } = await listSuppressions(store, c.get('user').tenant, filter, { after, limit });
      return c.json({ items: rows.map(suppressionView), total, next }, 200);
    })
    .get('/suppressions/export', answers('text/csv'), check('query', suppressionQuery), async (c) => {
      const { after: _after, limit: _limit, ...filter } = c.req.valid('query');
      const all: SuppressionView[] = [];
      for (let after: string | null | undefined; after !== null; ) {
        const page = await listSuppressions(store, c.get('user').tenant, filter, { after, limit: EXPORT_PAGE });
        all.push(...page.rows.map(suppressionView));
        after = page.next;
      }
      await leaveTrace(deps, c, c.get('user').tenant, ['do_not_contact', all.length]);
      const date = store.now().toISOString().slice(0, 10);
      return c.body(suppressionsCsv(all), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="do-not-contact-${date}.csv"`,
      });
    })
    .post(
      '/suppressions',
      answers(suppressionSchema, 200, 201),
      needs('decide'),
      check('json', newSuppression),
      async (c) => {
        const { tenant } = c.get('user');
        const { email, reason } = c.req.valid('json');
        const id = store.pseudonyms.address(tenant, email);
        const { state, changed } = await store.decide(
          { tenant, cause: causeOf(c) },
          ref('suppression', id),
          (suppression) => suppressAddress(suppression, { reason, source: 'user', email }),
        );
        return c.json(suppressionView({ id, state }), changed ? 201 : 200);
      },
    )
    .post(
      '/suppressions/import',
      answers(suppressionsAddedSchema),
      needs('decide'),
      check('json', suppressionImport, 'any'),
      async (c) => {
        const { tenant } = c.get('user');
        const { rows, reason, allOrNothing } = c.req.valid('json');
        const problems: ImportProblemView[] = [];
        const emails = new Set<string>();
        for (const [index, raw] of rows.entries()) {
          const line = typeof raw.line === 'number' ? raw.line : index + 1;
          const read = suppressionRow.safeParse({ ...raw, line });
          if (!read.success) problems.push({ line, problem: read.error.issues[0]?.message ?? 'cannot be read' });
          else if (unreadableField(read.data) !== null)
            problems.push({ line, problem: `the address ${UNREADABLE_TEXT}` });
          else emails.add(read.data.email);
        }
        const leftOut = problems.toSorted((a, b) => a.line - b.line);
        if (allOrNothing && leftOut.length > 0) {
          const body: ErrorView & { details: ImportProblemView[] } = {
            error: `Nothing was added: ${leftOut.length} ${leftOut.length === 1 ? 'row has' : 'rows have'} a problem.`,
            details: leftOut,
          };
          return c.json(body, 422);
        }
        const addedCount = await suppressAddresses(store, tenant, causeOf(c), [...emails], {
          reason,
          source: 'import',
        });
        return c.json({ addedCount, knownCount: emails.size - addedCount, leftOut }, 200);
      },
    )
    .delete('/suppressions/:id', answers(doneSchema), needs('decide'), check('json', liftRequest), async (c) => {
      const id = c.req.param('id');
      if (!/^[0-9a-f]{64}$/.test(id)) throw new Refused({ code: 'not_suppressed' });
      await store.decide({ tenant: c.get('user').tenant, cause: causeOf(c) }, ref('suppression', id), (suppression) =>
        liftSuppression(suppression, c.req.valid('json').confirm),
      );
      return c.json({ success: true as const }, 200);
    });
}
