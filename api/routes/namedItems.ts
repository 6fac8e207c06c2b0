import { type Context, Hono } from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import { z } from 'zod';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { templateForm } from '../../events/campaigns/campaignInput.ts';
import { templates } from '../../events/campaigns/templates.ts';
import { snippetForm, snippets } from '../../events/messages/snippets.ts';
import { savedViews } from '../../events/partners/savedViews.ts';
import { savedViewForm } from '../../events/partners/savedViewsInput.ts';
import { type ItemNoun, itemName } from '../../events/shared/itemName.ts';
import type { NamedItemRules, NamedItems } from '../../events/shared/namedItems.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { campaignTemplateSchema, savedViewSchema, snippetSchema } from '../views.ts';

/** What a workspace keeps by name: saved views, snippets, templates. Each call answers all of its kind. */
export function namedItemRoutes({ store }: Pick<Deps, 'store'>) {
  function keeping<Content extends { name: string }, Form extends z.ZodType<Content>, View extends z.ZodType>(
    rules: NamedItemRules<Content>,
    { noun, form, view }: { noun: ItemNoun; form: Form; view: View },
  ) {
    type Views = JSONParsed<z.infer<View>>[];
    const all = view.array();
    const kind = rules.aggregate.kind as 'views';
    const present = ({ items }: NamedItems<Content>) =>
      items.toSorted((a, b) => a.name.localeCompare(b.name)) as unknown as Views;
    const changed = async (
      c: Context<Env>,
      decide: (now: NamedItems<Content>) => ReturnType<NamedItemRules<Content>['remove']>,
    ) => {
      const { tenant } = c.get('user');
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref(kind, tenant), decide as never);
      return present(state as never);
    };
    return new Hono<Env>()
      .get('/', answers(all), async (c) => {
        const { tenant } = c.get('user');
        return c.json(present((await store.load(tenant, ref(kind, tenant))).state as never), 200);
      })
      .put('/', answers(all), needs('propose'), check('json', form), async (c) => {
        const item = { ...(c.req.valid('json') as Content), id: newId() };
        return c.json(await changed(c, (now) => rules.save(now, item)), 200);
      })
      .patch('/:id', answers(all), needs('propose'), check('json', z.object({ name: itemName(noun) })), async (c) => {
        const { name } = c.req.valid('json');
        return c.json(await changed(c, (now) => rules.rename(now, c.req.param('id'), name)), 200);
      })
      .delete('/:id', answers(all), needs('propose'), async (c) =>
        c.json(await changed(c, (now) => rules.remove(now, c.req.param('id'))), 200),
      );
  }

  return new Hono<Env>()
    .route('/saved-views', keeping(savedViews, { noun: 'list', form: savedViewForm, view: savedViewSchema }))
    .route('/snippets', keeping(snippets, { noun: 'snippet', form: snippetForm, view: snippetSchema }))
    .route(
      '/campaign-templates',
      keeping(templates, { noun: 'template', form: templateForm, view: campaignTemplateSchema }),
    );
}
