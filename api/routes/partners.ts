import { Hono } from 'hono';
import { etag } from 'hono/etag';
import { messagesOfPartner } from '../../db/read/messages.ts';
import { listPartners, partnersById } from '../../db/read/partners.ts';
import { ref } from '../../db/store.ts';
import {
  contactUpdate,
  partnerFilterQuery,
  partnerListQuery,
  partnerStatusChange,
} from '../../events/inputs/partners.ts';
import { changePartnerStatus, deletePartner, editContact, undoDecision } from '../../events/partner.ts';
import { matchesFilter } from '../../events/partnerFilter.ts';
import { Refused } from '../../events/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { partnersCsv } from '../partnersCsv.ts';
import { partnerDetailView, partnerView } from '../present/partner.ts';
import { check } from '../validate.ts';

/** Lists, the export, one partner, and what the user decides about it. */
export function partnerRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .get('/partners', etag(), check('query', partnerListQuery), async (c) => {
      const rows = await listPartners(store, c.get('user').userId, c.req.valid('query').status);
      return c.json(rows.map(partnerView), 200);
    })
    .get('/partners/export', check('query', partnerFilterQuery), async (c) => {
      const filter = c.req.valid('query');
      const rows = await listPartners(store, c.get('user').userId, filter.status);
      const partners = rows.map(partnerView).filter((partner) => matchesFilter(partner, filter));
      const name = filter.status === 'approved' ? 'approved-partners' : 'partners-export';
      const date = store.now().toISOString().slice(0, 10);
      return c.body(partnersCsv(partners), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="${name}-${date}.csv"`,
      });
    })
    .get('/partners/:id', async (c) => {
      const tenant = c.get('user').userId;
      const id = c.req.param('id');
      const [row] = await partnersById(store, tenant, [id]);
      if (!row) throw new Refused('not_found', 'Partner not found');
      return c.json(partnerDetailView(row, await store.history(tenant, ref('partner', id))), 200);
    })
    .patch('/partners/:id/status', check('json', partnerStatusChange), async (c) => {
      const id = c.req.param('id');
      const { states } = await store.run({
        tenant: c.get('user').userId,
        cause: causeOf(c),
        streams: { partner: ref('partner', id) },
        decide: ({ partner }) => ({ partner: changePartnerStatus(partner, c.req.valid('json').status) }),
      });
      return c.json(partnerView({ id, state: states.partner }), 200);
    })
    .post('/partners/:id/undo-decision', async (c) => {
      const tenant = c.get('user').userId;
      const id = c.req.param('id');
      const messages = await messagesOfPartner(store, tenant, id);
      const inCampaign = messages.some(({ state }) => state.status !== 'cancelled');
      const { states } = await store.run({
        tenant,
        cause: causeOf(c),
        streams: { partner: ref('partner', id) },
        decide: ({ partner }) => ({ partner: undoDecision(partner, inCampaign) }),
      });
      return c.json(partnerView({ id, state: states.partner }), 200);
    })
    .delete('/partners/:id', async (c) => {
      await store.run({
        tenant: c.get('user').userId,
        cause: causeOf(c),
        streams: { partner: ref('partner', c.req.param('id')) },
        decide: ({ partner }) => ({ partner: deletePartner(partner) }),
      });
      return c.json({ success: true }, 200);
    })
    .post('/partners/:id/contact', check('json', contactUpdate), async (c) => {
      const id = c.req.param('id');
      const { states } = await store.run({
        tenant: c.get('user').userId,
        cause: causeOf(c),
        streams: { partner: ref('partner', id) },
        decide: ({ partner }) => ({ partner: editContact(partner, c.req.valid('json').contactInfo) }),
      });
      return c.json(partnerView({ id, state: states.partner }), 200);
    });
}
