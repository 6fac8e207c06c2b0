import { Hono } from 'hono';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { removeView, renameView, type SavedViewsState, saveView } from '../../events/partners/savedViews.ts';
import { savedViewForm, savedViewName } from '../../events/partners/savedViewsInput.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { type SavedViewView, savedViewSchema } from '../views.ts';

const present = ({ views }: SavedViewsState): SavedViewView[] =>
  [...views].sort((a, b) => a.name.localeCompare(b.name));

/** The views of the partner lists that a workspace saved by name. */
export function savedViewRoutes({ store }: Pick<Deps, 'store'>) {
  return new Hono<Env>()
    .get('/saved-views', answers(savedViewSchema.array()), async (c) => {
      const { tenant } = c.get('user');
      return c.json(present((await store.load(tenant, ref('views', tenant))).state), 200);
    })
    .put('/saved-views', answers(savedViewSchema.array()), check('json', savedViewForm), async (c) => {
      const { tenant } = c.get('user');
      const view = { id: newId(), ...c.req.valid('json') };
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('views', tenant), (views) =>
        saveView(views, view),
      );
      return c.json(present(state), 200);
    })
    .patch('/saved-views/:id', answers(savedViewSchema.array()), check('json', savedViewName), async (c) => {
      const { tenant } = c.get('user');
      const { name } = c.req.valid('json');
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('views', tenant), (views) =>
        renameView(views, c.req.param('id'), name),
      );
      return c.json(present(state), 200);
    })
    .delete('/saved-views/:id', answers(savedViewSchema.array()), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('views', tenant), (views) =>
        removeView(views, id),
      );
      return c.json(present(state), 200);
    });
}
