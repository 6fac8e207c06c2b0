import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { newId } from '../../db/log/newId.ts';
import { ref } from '../../db/store.ts';
import { templateForm } from '../../events/campaigns/campaignInput.ts';
import { templates } from '../../events/campaigns/templates.ts';
import { snippetForm, snippets } from '../../events/messages/snippets.ts';
import { savedViews } from '../../events/partners/savedViews.ts';
import { savedViewForm } from '../../events/partners/savedViewsInput.ts';
import { itemName } from '../../events/shared/itemName.ts';
import type { NamedItem, NamedItemRules, NamedItems } from '../../events/shared/namedItems.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { campaignTemplateSchema, savedViewSchema, snippetSchema } from '../views.ts';

const views = savedViewSchema.array();
const texts = snippetSchema.array();
const ready = campaignTemplateSchema.array();

/** What a workspace keeps by name: saved views, snippets, templates. Each call answers all of its kind. */
export function namedItemRoutes({ store }: Pick<Deps, 'store'>) {
  function keeping<Content extends { name: string }>(rules: NamedItemRules<Content>) {
    const kind = rules.aggregate.kind as 'views';
    const present = ({ items }: NamedItems<Content>) => items.toSorted((a, b) => a.name.localeCompare(b.name));
    const changed = async (
      c: Context<Env>,
      decide: (now: NamedItems<Content>) => ReturnType<NamedItemRules<Content>['remove']>,
    ) => {
      const { tenant } = c.get('user');
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref(kind, tenant), decide as never);
      return present(state as never);
    };
    return {
      all: async (c: Context<Env>) => {
        const { tenant } = c.get('user');
        return present((await store.load(tenant, ref(kind, tenant))).state as never);
      },
      save: (c: Context<Env>, form: Content) =>
        changed(c, (now) => rules.save(now, { ...form, id: newId() } as NamedItem<Content>)),
      rename: (c: Context<Env>, id: string, name: string) => changed(c, (now) => rules.rename(now, id, name)),
      remove: (c: Context<Env>, id: string) => changed(c, (now) => rules.remove(now, id)),
    };
  }
  const [keptViews, keptTexts, keptTemplates] = [keeping(savedViews), keeping(snippets), keeping(templates)];

  return new Hono<Env>()
    .get('/saved-views', answers(views), async (c) => c.json(await keptViews.all(c), 200))
    .put('/saved-views', answers(views), needs('propose'), check('json', savedViewForm), async (c) =>
      c.json(await keptViews.save(c, c.req.valid('json')), 200),
    )
    .patch(
      '/saved-views/:id',
      answers(views),
      needs('propose'),
      check('json', z.object({ name: itemName('list') })),
      async (c) => c.json(await keptViews.rename(c, c.req.param('id'), c.req.valid('json').name), 200),
    )
    .delete('/saved-views/:id', answers(views), needs('propose'), async (c) =>
      c.json(await keptViews.remove(c, c.req.param('id')), 200),
    )
    .get('/snippets', answers(texts), async (c) => c.json(await keptTexts.all(c), 200))
    .put('/snippets', answers(texts), needs('propose'), check('json', snippetForm), async (c) =>
      c.json(await keptTexts.save(c, c.req.valid('json')), 200),
    )
    .patch(
      '/snippets/:id',
      answers(texts),
      needs('propose'),
      check('json', z.object({ name: itemName('snippet') })),
      async (c) => c.json(await keptTexts.rename(c, c.req.param('id'), c.req.valid('json').name), 200),
    )
    .delete('/snippets/:id', answers(texts), needs('propose'), async (c) =>
      c.json(await keptTexts.remove(c, c.req.param('id')), 200),
    )
    .get('/campaign-templates', answers(ready), async (c) => c.json(await keptTemplates.all(c), 200))
    .put('/campaign-templates', answers(ready), needs('propose'), check('json', templateForm), async (c) =>
      c.json(await keptTemplates.save(c, c.req.valid('json')), 200),
    )
    .patch(
      '/campaign-templates/:id',
      answers(ready),
      needs('propose'),
      check('json', z.object({ name: itemName('template') })),
      async (c) => c.json(await keptTemplates.rename(c, c.req.param('id'), c.req.valid('json').name), 200),
    )
    .delete('/campaign-templates/:id', answers(ready), needs('propose'), async (c) =>
      c.json(await keptTemplates.remove(c, c.req.param('id')), 200),
    );
}
