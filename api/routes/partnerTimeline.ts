import { Hono } from 'hono';
import { z } from 'zod';
import { readCampaigns } from '../../db/read/campaigns.ts';
import { showMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { readMessages } from '../../db/read/messages.ts';
import {
  campaignNames,
  eventsOfPartner,
  plannedForPartner,
  readPartnerTimeline,
  type TimelineKey,
} from '../../db/read/partnerTimeline.ts';
import { tokenNames } from '../../db/read/users.ts';
import { listKeptFiles } from '../../db/receive/receivedFiles.ts';
import { ref } from '../../db/store.ts';
import type { MailboxSchedule } from '../../events/sending/mailboxSchedule.ts';
import type { SuppressionReason } from '../../events/shared/doNotContact.ts';
import { TIMELINE_SHOWS } from '../../events/shared/options.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { answers } from '../http/contract.ts';
import { pageQuery, unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { sendView } from '../present/campaign.ts';
import { receivedMails } from '../present/inbox.ts';
import { actorName } from '../present/partner.ts';
import { commonHold, mailboxesOf, nextSendWhy, whyFirstOf } from '../present/sendWhy.ts';
import { checkedSendViews } from '../sending/checkedSends.ts';
import { type PartnerTimelineView, partnerTimelineSchema, type ThreadMailView } from '../views.ts';

type Entry = PartnerTimelineView['entries'][number];

const ROWS = 50;

/** Of `<conversation>/<mail>`; a mail's id may have a slash. */
const conversationOf = (id: string): string => id.slice(0, id.indexOf('/'));
const campaignOf = (id: string): string => id.slice(0, id.indexOf('.'));

/** What happened between the user and one partner, over all campaigns, and what happens next. */
export function partnerTimelineRoutes(deps: Deps) {
  const { store } = deps;

  async function sent(tenant: string, keys: readonly TimelineKey[]) {
    const ids = keys.flatMap(({ kind, id }) => (kind === 'sent' ? [id] : []));
    const rows = ids.length > 0 ? await readMessages(store, tenant, { ids }) : [];
    return new Map(rows.map((row) => [row.id, sendView(row)]));
  }

  async function received(tenant: string, keys: readonly TimelineKey[]) {
    const ids = new Set(keys.flatMap(({ kind, id }) => (kind === 'received' ? [conversationOf(id)] : [])));
    const threads = await Promise.all(
      [...ids].map(async (id) => {
        const [thread, history, files] = await Promise.all([
          store.load(tenant, ref('conversation', id)),
          store.history(tenant, ref('conversation', id)),
          listKeptFiles(store, tenant, id),
        ]);
        return receivedMails(thread, history, files).map((mail) => [`${id}/${mail.id}`, mail] as const);
      }),
    );
    return new Map<string, ThreadMailView>(threads.flat());
  }

  async function planned(tenant: string, partnerId: string) {
    const emails = await plannedForPartner(store, tenant, partnerId);
    const campaigns = [...new Set(emails.map(({ campaignId }) => campaignId))];
    if (campaigns.length === 0) return [];
    const schedules = await showMailboxSchedules(deps, tenant);
    const found = await Promise.all(
      campaigns.map(async (id) => {
        const [row] = await readCampaigns(store, tenant, id);
        if (!row) return [];
        const own = mailboxesOf(schedules, row.state) as [MailboxSchedule, ...MailboxSchedule[]];
        const [first] = own;
        const stopped = nextSendWhy(row, null, own, commonHold(own, schedules.length > 1), deps.sendGap);
        const isHeld = stopped?.kind === 'hold' || stopped?.kind === 'paused';
        const ids = emails.flatMap((email) => (email.campaignId === id ? [email.id] : []));
        const views = await checkedSendViews(deps, tenant, row, ids);
        return views.map((message) => {
          const email = emails.find((one) => one.id === message.id);
          const from = own.find(({ id: mailbox }) => mailbox === email?.mailbox) ?? first;
          const ofDay = (day: string) =>
            whyFirstOf(row, from, deps.sendGap !== undefined)({ day, drawnFrom: email?.drawnFrom ?? null });
          return { message, why: isHeld ? stopped : email?.day ? ofDay(email.day) : null };
        });
      }),
    );
    const byId = new Map(found.flat().map((one) => [one.message.id, one]));
    return emails.flatMap(({ id }) => byId.get(id) ?? []);
  }

  return new Hono<Env>().get(
    '/partners/:id/timeline',
    answers(partnerTimelineSchema),
    check('query', pageQuery.extend({ show: z.enum(TIMELINE_SHOWS).default('all') })),
    unlessUnchanged(deps),
    async (c) => {
      const { tenant, account } = c.get('user');
      const id = c.req.param('id');
      const { after, limit = ROWS, show } = c.req.valid('query');
      const { state } = await store.load(tenant, ref('partner', id));
      // an erased person stays, with what is left
      if (state.status === 'none' || (state.status === 'deleted' && !state.erased))
        throw new Refused({ code: 'no_partner' });
      const asked = { id, email: state.contact?.email };
      const { keys, next } = await readPartnerTimeline(store, tenant, asked, { after, limit, show });
      const versions = keys.flatMap(({ kind, id: version }) => (kind === 'event' ? [Number(version)] : []));
      const [messages, mails, events, coming] = await Promise.all([
        sent(tenant, keys),
        received(tenant, keys),
        eventsOfPartner(store, tenant, id, versions),
        after === undefined && show === 'all' ? planned(tenant, id) : [],
      ]);
      const named = new Set([
        ...[...messages.values(), ...coming.map(({ message }) => message)].map(({ campaignId }) => campaignId),
        ...[...mails.keys()].map(campaignOf),
      ]);
      const names = await campaignNames(store, tenant, [...named]);
      const campaign = (of: string) => {
        const { name = null, status } = names.get(of) ?? {};
        return { id: of, name, status: !status || status === 'none' ? ('deleted' as const) : status };
      };
      const tokens = tokenNames(account.tokens);
      const entryOf = ({ kind, id: key, at }: TimelineKey): Entry[] => {
        if (kind === 'suppressed') return [{ kind, id: key, at, reason: key as SuppressionReason }];
        if (kind === 'event') {
          const event = events.get(Number(key));
          return event ? [{ kind, id: key, at, what: event.what, actor: actorName(event.actor, tokens) }] : [];
        }
        if (kind === 'received') {
          const mail = mails.get(key);
          const conversationId = conversationOf(key);
          return mail?.kind === 'received' ? [{ ...mail, conversationId, campaign: campaign(campaignOf(key)) }] : [];
        }
        const message = messages.get(key);
        return message ? [{ kind, id: key, at, message, campaign: campaign(message.campaignId) }] : [];
      };
      const view: PartnerTimelineView = {
        planned: coming.map((one) => ({ ...one, campaign: campaign(one.message.campaignId) })),
        entries: keys.flatMap(entryOf),
        next,
      };
      return c.json(view, 200);
    },
  );
}
