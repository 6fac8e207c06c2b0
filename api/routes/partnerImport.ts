import { Hono } from 'hono';
import { newId } from '../../db/log/newId.ts';
import { mustHaveRoomForPartners, takeOfDay } from '../../db/read/limits.ts';
import { streamIdOf } from '../../db/store.ts';
import { importOf, takeImportPart } from '../../db/vault/takeImportPart.ts';
import type { ImportState } from '../../events/partners/partnerImport.ts';
import { importRequest } from '../../events/partners/partnersInput.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, costs, HEAVY, needs } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { waitFor } from '../http/waitFor.ts';
import { csvOf } from '../present/csv.ts';
import { importView, leftOutRows } from '../present/partnerImport.ts';
import { type ErrorView, type ImportProblemView, importSchema } from '../views.ts';

/** A list of people the user knows already. The calls record it; the worker adds the rows. */
export function partnerImportRoutes(deps: Deps) {
  const { store } = deps;
  const current = async (tenant: string): Promise<ImportState> => (await store.load(tenant, importOf(tenant))).state;

  return new Hono<Env>()
    .post(
      '/partners/import',
      answers(importSchema, 200, 202),
      needs('propose'),
      costs(HEAVY),
      check('json', importRequest, 'any'),
      async (c) => {
        const { tenant } = c.get('user');
        const { rows, importId = newId(), ...more } = c.req.valid('json');
        // the same part may come again
        const begins = more.part === 1 && (await current(tenant)).importId !== importId;
        if (begins) {
          await mustHaveRoomForPartners(store, tenant);
          await takeOfDay(store, tenant, 'imports');
        }
        let state: ImportState | null = await takeImportPart(store, tenant, causeOf(c), { importId, ...more }, rows);
        if (state.status === 'running')
          state = await waitFor(
            deps,
            tenant,
            [streamIdOf(importOf(tenant))],
            async () => {
              const now = await current(tenant);
              return now.importId === importId && now.status === 'running' ? null : now;
            },
            c.req.raw.signal,
          );
        state ??= await current(tenant);
        const view = importView(state);
        if (view?.id !== importId) throw new Refused({ code: 'import_newer' });
        const error = view.error ?? '';
        if (view.status === 'stopped') throw new Refused({ code: 'import_stopped', text: error });
        if (view.status === 'refused') {
          const body: ErrorView & { details: ImportProblemView[] } = { error, details: leftOutRows(state) };
          return c.json(body, 422);
        }
        return c.json(view, view.status === 'completed' ? 200 : 202);
      },
    )
    .get('/partners/import', answers(importSchema.nullable()), async (c) =>
      c.json(importView(await current(c.get('user').tenant)), 200),
    )
    .get('/partners/import/left-out', answers('text/csv'), async (c) => {
      const rows = leftOutRows(await current(c.get('user').tenant));
      return c.body(csvOf(rows, ['line', 'problem']), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="not-imported.csv"',
      });
    });
}
