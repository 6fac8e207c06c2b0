import { Hono } from 'hono';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { removeSnippet, type SnippetsState, saveSnippet, snippetForm } from '../../events/messages/snippets.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { type SnippetView, snippetSchema } from '../views.ts';

const present = ({ snippets }: SnippetsState): SnippetView[] =>
  [...snippets].sort((a, b) => a.name.localeCompare(b.name));

/** The short texts of a workspace. */
export function snippetRoutes({ store }: Pick<Deps, 'store'>) {
  return new Hono<Env>()
    .get('/snippets', answers(snippetSchema.array()), async (c) => {
      const { tenant } = c.get('user');
      return c.json(present((await store.load(tenant, ref('snippets', tenant))).state), 200);
    })
    .put('/snippets', answers(snippetSchema.array()), check('json', snippetForm), async (c) => {
      const { tenant } = c.get('user');
      const snippet = { id: newId(), ...c.req.valid('json') };
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('snippets', tenant), (now) =>
        saveSnippet(now, snippet),
      );
      return c.json(present(state), 200);
    })
    .delete('/snippets/:id', answers(snippetSchema.array()), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('snippets', tenant), (now) =>
        removeSnippet(now, id),
      );
      return c.json(present(state), 200);
    });
}
