import { Hono } from 'hono';
import type { Cause } from '../../db/log/commit.ts';
import { changePartner } from '../../db/partners/changePartner.ts';
import { undoPartnerDecision } from '../../db/partners/undoPartnerDecision.ts';
import { waitingOfPartner } from '../../db/read/messagesToPerson.ts';
import { type PartnerListRow, partnersById } from '../../db/read/partners.ts';
import { entriesOf, whySuppressed } from '../../db/read/suppressions.ts';
import { ref } from '../../db/store.ts';
import { editContact } from '../../events/partners/contact.ts';
import { editNotes } from '../../events/partners/editNotes.ts';
import { changePartnerStatus, deletePartner } from '../../events/partners/partner.ts';
import { contactUpdate, decisionUndo, notesChange, partnerStatusChange } from '../../events/partners/partnersInput.ts';
import { entryThatHolds } from '../../events/privacy/suppression.ts';
import type { PartnerStatus, RejectReason } from '../../events/shared/options.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, needs } from '../http/contract.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { partnerDetailView, partnerView } from '../present/partner.ts';
import {
  decisionUndoneSchema,
  doneSchema,
  notesSchema,
  partnerDecidedSchema,
  partnerDetailSchema,
  partnerSchema,
  waitingMessagesSchema,
} from '../views.ts';

/** One partner, and the user's decisions about it. */
export function partnerRoutes(deps: Deps) {
  const { store } = deps;

  const one = async (tenant: string, row: PartnerListRow) =>
    partnerView(row, await whySuppressed(store, tenant, row.state.contact?.email));

  /** An approval forbids no email, so it needs no lock of an address. The address is read for the answer alone. */
  async function approve(tenant: string, cause: Cause, id: string) {
    const { states, committed, beside } = await store.run({
      tenant,
      cause,
      streams: { partner: ref('partner', id) },
      decide: ({ partner }) => ({ partner: changePartnerStatus(partner, 'approved') }),
      readBeside: ({ partner: { contact } }) =>
        contact?.email ? Object.values(entriesOf(store, tenant, contact.email)) : [],
    });
    const [address, domain] = beside;
    const doNotContact = address && domain ? entryThatHolds(address, domain).reason : null;
    return { state: states.partner, decided: committed.length > 0, doNotContact };
  }

  async function changeStatus(
    tenant: string,
    cause: Cause,
    id: string,
    { status, reason }: { status: PartnerStatus; reason?: RejectReason | undefined },
  ) {
    const { states, committed } = await changePartner(store, { tenant, cause, id }, ({ partner }) => ({
      partner: changePartnerStatus(partner, status, reason),
    }));
    const doNotContact = entryThatHolds(states.address, states.domain).reason;
    return { state: states.partner, decided: committed.length > 0, doNotContact };
  }

  return new Hono<Env>()
    .get('/partners/:id', answers(partnerDetailSchema), unlessUnchanged(deps), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const [row] = await partnersById(store, tenant, [id]);
      if (!row) throw new Refused({ code: 'no_partner' });
      return c.json(partnerDetailView(row, await whySuppressed(store, tenant, row.state.contact?.email)), 200);
    })
    .patch(
      '/partners/:id/status',
      answers(partnerDecidedSchema),
      needs('decide'),
      check('json', partnerStatusChange),
      async (c) => {
        const id = c.req.param('id');
        const { tenant } = c.get('user');
        const change = c.req.valid('json');
        const { state, decided, doNotContact } =
          change.status === 'approved'
            ? await approve(tenant, causeOf(c), id)
            : await changeStatus(tenant, causeOf(c), id, change);
        const undo = decided ? state.decisionNumber : null;
        return c.json({ ...partnerView({ id, state }, doNotContact), undo }, 200);
      },
    )
    .post(
      '/partners/:id/undo-decision',
      answers(decisionUndoneSchema),
      needs('decide'),
      check('json', decisionUndo),
      async (c) => {
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        const { decision } = c.req.valid('json');
        const { state, waitingMessages } = await undoPartnerDecision(
          store,
          { tenant, cause: causeOf(c), id },
          decision,
        );
        return c.json({ ...(await one(tenant, { id, state })), waitingMessages }, 200);
      },
    )
    .get('/partners/:id/waiting-messages', answers(waitingMessagesSchema), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const [row] = await partnersById(store, tenant, [id]);
      if (!row) throw new Refused({ code: 'no_partner' });
      return c.json({ campaigns: await waitingOfPartner(store, tenant, id) }, 200);
    })
    .patch('/partners/:id/notes', answers(notesSchema), needs('propose'), check('json', notesChange), async (c) => {
      const id = c.req.param('id');
      const { tenant } = c.get('user');
      const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('partner', id), (partner) =>
        editNotes(partner, c.req.valid('json')),
      );
      return c.json(state.notes, 200);
    })
    .delete('/partners/:id', answers(doneSchema), needs('decide'), async (c) => {
      const { tenant } = c.get('user');
      await changePartner(store, { tenant, cause: causeOf(c), id: c.req.param('id') }, ({ partner }) => ({
        partner: deletePartner(partner),
      }));
      return c.json({ success: true as const }, 200);
    })
    .post('/partners/:id/contact', answers(partnerSchema), needs('decide'), check('json', contactUpdate), async (c) => {
      const id = c.req.param('id');
      const { tenant } = c.get('user');
      const { states } = await changePartner(store, { tenant, cause: causeOf(c), id }, ({ partner }) => ({
        partner: editContact(partner, c.req.valid('json').contactInfo),
      }));
      return c.json(await one(tenant, { id, state: states.partner }), 200);
    });
}
