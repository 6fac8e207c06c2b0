import { type Context, Hono } from 'hono';
import { etag } from 'hono/etag';
import { type ConversationRow, countUnread, readConversations } from '../../db/read/conversations.ts';
import { readMessages } from '../../db/read/messages.ts';
import { partnersById } from '../../db/read/partners.ts';
import { whySuppressed } from '../../db/read/suppressions.ts';
import { labelReply } from '../../db/receive/labelReply.ts';
import { ref } from '../../db/store.ts';
import type { StateOf } from '../../events/catalog.ts';
import {
  type ConversationEvent,
  finishConversation,
  markRead,
  markUnread,
  reopenConversation,
} from '../../events/conversations/conversation.ts';
import { inboxQuery, labelChange } from '../../events/inputs/inbox.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { conversationView, inboxView, threadMails } from '../present/inbox.ts';
import { partnerDetailView } from '../present/partner.ts';
import { check } from '../validate.ts';
import type { ConversationView, ThreadView } from '../views.ts';

type Change = (state: StateOf<'conversation'>) => ConversationEvent[];

/** What came back: the list, a thread, and what the user makes of it. */
export function inboxRoutes(deps: Deps) {
  const { store } = deps;

  const notFound = () => new Refused('not_found', 'Conversation not found');

  async function one(tenant: string, id: string): Promise<ConversationRow> {
    const [row] = /^[\w-]+\.[\w-]+$/.test(id) ? await readConversations(store, tenant, id) : [];
    if (!row) throw notFound();
    return row;
  }

  async function thread(tenant: string, id: string): Promise<ThreadView> {
    const row = await one(tenant, id);
    const { campaignId, partnerId } = row.state;
    const partner = ref('partner', partnerId);
    const [[found], history, mails, messages] = await Promise.all([
      partnersById(store, tenant, [partnerId]),
      store.history(tenant, partner),
      store.history(tenant, ref('conversation', id)),
      readMessages(store, tenant, { campaignId, partnerId }),
    ]);
    if (!found) throw notFound();
    const doNotContact = await whySuppressed(store, tenant, found.state.contact?.email);
    return {
      ...conversationView(row),
      partner: partnerDetailView(found, doNotContact, history),
      mails: threadMails(row, mails, messages),
    };
  }

  async function change(c: Context<Env>, id: string, verb: Change): Promise<ConversationView> {
    const { tenant } = c.get('user');
    const row = await one(tenant, id);
    const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('conversation', id), verb);
    return conversationView({ ...row, state });
  }

  return new Hono<Env>()
    .get('/inbox', etag(), check('query', inboxQuery), async (c) => {
      const rows = await readConversations(store, c.get('user').tenant);
      return c.json(inboxView(rows, c.req.valid('query')), 200);
    })
    .get('/inbox/unread', async (c) => c.json({ unread: await countUnread(store, c.get('user').tenant) }, 200))
    .get('/inbox/:id', async (c) => c.json(await thread(c.get('user').tenant, c.req.param('id')), 200))
    .post('/inbox/:id/label', check('json', labelChange), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      await one(tenant, id);
      await labelReply(store, { tenant, cause: causeOf(c) }, id, { label: c.req.valid('json').label, by: 'user' });
      return c.json(conversationView(await one(tenant, id)), 200);
    })
    .post('/inbox/:id/read', async (c) => c.json(await change(c, c.req.param('id'), markRead), 200))
    .post('/inbox/:id/unread', async (c) => c.json(await change(c, c.req.param('id'), markUnread), 200))
    .post('/inbox/:id/done', async (c) => c.json(await change(c, c.req.param('id'), finishConversation), 200))
    .post('/inbox/:id/reopen', async (c) => c.json(await change(c, c.req.param('id'), reopenConversation), 200));
}
