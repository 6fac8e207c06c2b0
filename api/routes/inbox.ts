import { type Context, Hono } from 'hono';
import { ownerAccount } from '../../db/accounts/workspace.ts';
import { newId } from '../../db/log/newId.ts';
import { textHash } from '../../db/log/textHash.ts';
import {
  type ConversationRow,
  countConversations,
  countWaiting,
  listConversations,
  readConversation,
} from '../../db/read/conversations.ts';
import { readMailboxes } from '../../db/read/mailboxes.ts';
import { readMessages } from '../../db/read/messages.ts';
import { partnersById } from '../../db/read/partners.ts';
import { sendNowFrom } from '../../db/read/sendNow.ts';
import { whySuppressed } from '../../db/read/suppressions.ts';
import { readDraftFlaws } from '../../db/read/textCheck.ts';
import { labelReply } from '../../db/receive/labelReply.ts';
import { type FileName, listKeptFiles, readKeptFile } from '../../db/receive/receivedFiles.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import type { StateOf } from '../../events/catalog.ts';
import { type AnswerAddresses, answerAddresses } from '../../events/conversations/answeredMail.ts';
import {
  answerOffer,
  type ConversationEvent,
  finishConversation,
  markRead,
  markUnread,
  reopenConversation,
  requestDraft,
} from '../../events/conversations/conversation.ts';
import {
  answerForm,
  answerUndo,
  draftRequest,
  inboxQuery,
  labelChange,
  offerAnswer,
  questionAnswer,
} from '../../events/conversations/inboxInput.ts';
import type { Labeling } from '../../events/conversations/labelReply.ts';
import { answerStep, mustBeUnconfirmed, requestAnswer, undoUntil } from '../../events/messages/answer.ts';
import { fillText, variableSource } from '../../events/messages/fillText.ts';
import { mustBeShownAddress, mustHaveLeft } from '../../events/messages/sendRequest.ts';
import { takeBackAnswer } from '../../events/messages/steer.ts';
import { isObjection } from '../../events/privacy/suppression.ts';
import { ownAddresses } from '../../events/sending/mailbox.ts';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater, needs } from '../http/contract.ts';
import { asDownload } from '../http/download.ts';
import { unlessUnchanged } from '../http/pages.ts';
import { check } from '../http/validate.ts';
import { accepted, waitFor } from '../http/waitFor.ts';
import { takeOffer } from '../partners/takeOffer.ts';
import {
  answerView,
  conversationView,
  draftView,
  inboxView,
  offersView,
  receivedText,
  type SignatureAt,
  sentMailView,
  signatureAt,
  threadMails,
} from '../present/inbox.ts';
import { partnerDetailView } from '../present/partner.ts';
import { aiRefusal } from '../sending/aiRefusal.ts';
import { followMessage, messageRow } from '../sending/followMessage.ts';
import { mustSendNow } from '../sending/sendingReady.ts';
import { AI, mustBeSetUp } from '../signIn/mustBeSetUp.ts';
import {
  answerDraftSchema,
  type ConversationView,
  conversationSchema,
  inboxSchema,
  type LabeledView,
  labeledSchema,
  sentMailSchema,
  type ThreadView,
  threadSchema,
  unreadSchema,
} from '../views.ts';

type Change = (state: StateOf<'conversation'>) => ConversationEvent[];

/** The inbox: its list, its threads, and the user's decisions. */
export function inboxRoutes(deps: Deps) {
  const { store } = deps;

  const notFound = () => new Refused({ code: 'no_conversation' });

  async function one(tenant: string, id: string): Promise<ConversationRow> {
    const row = /^[\w-]+\.[\w-]+$/.test(id) ? await readConversation(store, tenant, id) : null;
    if (!row) throw notFound();
    return row;
  }

  async function signatures(tenant: string, campaignId: string): Promise<SignatureAt> {
    const [history, { account }, campaign] = await Promise.all([
      store.history(tenant, ref('profile', tenant)),
      ownerAccount(store, tenant),
      store.load(tenant, ref('campaign', campaignId)),
    ]);
    return signatureAt(history, account, campaign.state.language);
  }

  async function thread(tenant: string, id: string): Promise<ThreadView> {
    const row = await one(tenant, id);
    const { campaignId, partnerId } = row.state;
    const [[found], mails, keptFiles, messages] = await Promise.all([
      partnersById(store, tenant, [partnerId]),
      store.history(tenant, ref('conversation', id)),
      listKeptFiles(store, tenant, id),
      readMessages(store, tenant, { campaignId, partnerId }),
    ]);
    if (!found) throw notFound();
    const addresses = await addressesFor(tenant, row, mails);
    const [doNotContact, from, signature, flaws] = await Promise.all([
      whyNotAnswered(tenant, row, addresses),
      sendNowFrom(deps, tenant, `${id}.${answerStep(0)}`),
      signatures(tenant, campaignId),
      readDraftFlaws(store, tenant, row.state, messages, receivedText(mails)),
    ]);
    return {
      ...conversationView(row),
      partner: partnerDetailView(found, doNotContact),
      offers: offersView(row, messages),
      draft: draftView(row, flaws, store.now().toISOString()),
      answer: answerView(row, messages, addresses, doNotContact, from),
      mails: threadMails(row, mails, keptFiles, messages, signature),
    };
  }

  /** Where an answer may go. Nobody on the do-not-contact list gets a copy. */
  async function addressesFor(
    tenant: string,
    { partner }: Pick<ConversationRow, 'partner'>,
    history: readonly ConversationEvent[],
  ): Promise<AnswerAddresses> {
    const [mailboxes, { state: profile }] = await Promise.all([
      readMailboxes(store, tenant),
      store.load(tenant, ref('profile', tenant)),
    ]);
    const own = new Set([
      ...mailboxes.flatMap(({ state }) => [...ownAddresses(state)]),
      profile.contactEmail?.toLowerCase() ?? '',
    ]);
    const email = partner.contact?.email;
    const contact = email ? { address: email, name: partner.person?.name ?? null } : null;
    const isOurs = (address: string) => own.has(address) || address.endsWith(`@${deps.inboundDomain}`);
    const { copies, ...answered } = answerAddresses(history, contact, isOurs);
    const why = await Promise.all(copies.map((copy) => whySuppressed(store, tenant, copy)));
    return { ...answered, copies: copies.filter((_, index) => why[index] === null) };
  }

  /** What the person asked for at their own address holds wherever they write from. */
  async function whyNotAnswered(tenant: string, { partner }: ConversationRow, { choices: [first] }: AnswerAddresses) {
    const [listed, own] = await Promise.all([
      whySuppressed(store, tenant, first?.address),
      whySuppressed(store, tenant, partner.contact?.email),
    ]);
    return listed ?? (isObjection(own) ? own : null);
  }

  async function fileNameOf(tenant: string, { conversationId, receivedId, number }: FileName): Promise<string> {
    for (const { type, data, personal } of await store.history(tenant, ref('conversation', conversationId)))
      if (type === 'MailReceived' && data.receivedId === receivedId) return personal?.files[number]?.name ?? '';
    return '';
  }

  async function change(c: Context<Env>, id: string, verb: Change): Promise<ConversationView> {
    const { tenant } = c.get('user');
    const row = await one(tenant, id);
    const { state } = await store.decide({ tenant, cause: causeOf(c) }, ref('conversation', id), verb);
    return conversationView({ ...row, state });
  }

  async function label(c: Context<Env>, id: string, labeling: Labeling): Promise<LabeledView> {
    const { tenant } = c.get('user');
    const undone = await labelReply(store, { tenant, cause: causeOf(c) }, id, labeling);
    return { ...conversationView(await one(tenant, id)), undone };
  }

  return new Hono<Env>()
    .get('/inbox', answers(inboxSchema), unlessUnchanged(deps), check('query', inboxQuery), async (c) => {
      const { tenant } = c.get('user');
      const { after, limit, ...filter } = c.req.valid('query');
      const [page, counts] = await Promise.all([
        listConversations(store, tenant, filter, { after, limit }),
        countConversations(store, tenant, filter),
      ]);
      return c.json(inboxView(page, counts), 200);
    })
    .get('/inbox/unread', answers(unreadSchema), unlessUnchanged(deps), async (c) => {
      return c.json(await countWaiting(store, c.get('user').tenant), 200);
    })
    .get('/inbox/:id', answers(threadSchema), unlessUnchanged(deps), async (c) =>
      c.json(await thread(c.get('user').tenant, c.req.param('id')), 200),
    )
    .get('/inbox/:id/files/:receivedId/:number', answers('application/octet-stream'), async (c) => {
      const { tenant } = c.get('user');
      const { id, receivedId, number } = c.req.param();
      await one(tenant, id);
      const name = { conversationId: id, receivedId, number: /^\d{1,3}$/.test(number) ? Number(number) : -1 };
      const content = await readKeptFile(store, tenant, name);
      if (!content) throw new Refused({ code: 'no_attachment' });
      return c.body(new Uint8Array(content), 200, asDownload(await fileNameOf(tenant, name)));
    })
    .post('/inbox/:id/label', answers(labeledSchema), needs('decide'), check('json', labelChange), async (c) => {
      const id = c.req.param('id');
      await one(c.get('user').tenant, id);
      return c.json(await label(c, id, { label: c.req.valid('json').label, by: 'user' }), 200);
    })
    .post('/inbox/:id/question', answers(labeledSchema), needs('decide'), check('json', questionAnswer), async (c) => {
      const id = c.req.param('id');
      await one(c.get('user').tenant, id);
      const { answer, ...asked } = c.req.valid('json');
      const given = answer === 'yes' ? { label: asked.sign } : ({ denies: true } as const);
      return c.json(await label(c, id, { by: 'user', asked, ...given }), 200);
    })
    .post('/inbox/:id/legal-request/done', answers(labeledSchema), needs('decide'), async (c) => {
      const id = c.req.param('id');
      await one(c.get('user').tenant, id);
      return c.json(await label(c, id, { by: 'user', finishes: 'legal_request' }), 200);
    })
    .post('/inbox/:id/offer', answers(conversationSchema), needs('decide'), check('json', offerAnswer), async (c) => {
      const { tenant } = c.get('user');
      const id = c.req.param('id');
      const { state } = await one(tenant, id);
      const { receivedId, label: offered, answer, ...typed } = c.req.valid('json');
      const scope = { tenant, cause: causeOf(c) };
      const asked = { receivedId, label: offered };
      if (answer === 'no') await store.decide(scope, ref('conversation', id), (now) => answerOffer(now, asked, false));
      else {
        const found = state.received
          .find((mail) => mail.id === receivedId)
          ?.wants.find((want) => want.label === offered);
        if (!found) throw new Refused({ code: 'offer_changed' });
        const { name = found.name, email = found.email } = typed;
        await takeOffer(store, scope, id, { ...asked, name, email, until: found.until });
      }
      return c.json(conversationView(await one(tenant, id)), 200);
    })
    .post(
      '/inbox/:id/answer',
      answersLater(sentMailSchema, 201),
      needs('send'),
      check('json', answerForm),
      async (c) => {
        const { tenant } = c.get('user');
        const { step, to: shown, copies: kept, replaces, subject, body: typed } = c.req.valid('json');
        const row = await one(tenant, c.req.param('id'));
        const { id } = row;
        const { campaignId, partnerId } = row.state;
        const [history, { state: profile }] = await Promise.all([
          store.history(tenant, ref('conversation', id)),
          store.load(tenant, ref('profile', tenant)),
        ]);
        // the subject may be the partner's own
        const { body } = fillText({ subject: '', body: typed }, variableSource(row.partner, profile));
        const text = { subject, body };
        const { choices, copies } = await addressesFor(tenant, row, history);
        const to = choices.find(({ address }) => shown === undefined || address === shown);
        mustBeShownAddress(shown, to?.address ?? null);
        const addressedTo = to
          ? {
              ...{ to: to.address, name: to.name },
              copies: copies.filter((copy) => copy !== to.address && (kept?.includes(copy) ?? true)),
            }
          : null;
        const message = ref('message', `${id}.${step}`);
        const { answerUndoMs = 0 } = deps;
        const before = (await store.load(tenant, message)).state;
        const unconfirmed = replaces === undefined ? null : `${id}.${replaces}`;
        if (unconfirmed) mustBeUnconfirmed((await store.load(tenant, ref('message', unconfirmed))).state);
        if (before.status === 'none') await mustSendNow(deps, tenant, message.id);
        const { state } = await store.decide({ tenant, cause: causeOf(c) }, message, (now, moment) =>
          requestAnswer(
            now,
            { campaignId, partnerId, step, resendOf: unconfirmed },
            text,
            addressedTo,
            textHash(addressedTo?.to ?? null, text, null),
            answerUndoMs > 0 ? new Date(Date.parse(moment) + answerUndoMs).toISOString() : undefined,
          ),
        );
        const asSent = async () =>
          sentMailView(await messageRow(deps, tenant, message.id), await signatures(tenant, campaignId));
        if (undoUntil(state) !== null) return c.json(await asSent(), 201);
        const started = { status: 'approved', attempt: 0 } as const;
        const ended = await followMessage(deps, c, tenant, message.id, started);
        if (!ended) return accepted(c, message.id);
        mustHaveLeft(ended);
        return c.json(await asSent(), 201);
      },
    )
    .post('/inbox/:id/answer/undo', answers(threadSchema), needs('send'), check('json', answerUndo), async (c) => {
      const { tenant } = c.get('user');
      const { id } = await one(tenant, c.req.param('id'));
      const message = ref('message', `${id}.${c.req.valid('json').step}`);
      await store.decide({ tenant, cause: causeOf(c) }, message, takeBackAnswer);
      return c.json(await thread(tenant, id), 200);
    })
    .post(
      '/inbox/:id/draft',
      answersLater(answerDraftSchema),
      needs('propose'),
      check('json', draftRequest),
      async (c) => {
        mustBeSetUp(deps.configured.ai, AI);
        const { tenant } = c.get('user');
        const id = c.req.param('id');
        const { wish } = c.req.valid('json');
        await one(tenant, id);
        const conversation = ref('conversation', id);
        const { state } = await store.decide({ tenant, cause: causeOf(c) }, conversation, (now, moment) =>
          requestDraft(now, { requestId: newId(), wish }, moment),
        );
        const requestId = state.draft?.id ?? '';
        const ended = await waitFor(
          deps,
          tenant,
          [streamIdOf(conversation)],
          async () => {
            const { draft } = (await store.load(tenant, conversation)).state;
            return draft?.id === requestId && draft.status === 'open' ? null : draft;
          },
          c.req.raw.signal,
        );
        if (!ended) return accepted(c, id);
        if (ended.body === null)
          throw aiRefusal(
            ended.reason,
            ended.reason ? reasonSentence(ended.reason) : 'The draft was replaced by a newer one.',
            store.now(),
          );
        const { campaignId, partnerId, received, last } = state;
        const [messages, mails] = await Promise.all([
          readMessages(store, tenant, { campaignId, partnerId }),
          store.history(tenant, conversation),
        ]);
        const flaws = await readDraftFlaws(
          store,
          tenant,
          { campaignId, draft: ended, received, last },
          messages,
          receivedText(mails),
        );
        return c.json({ body: ended.body, flaws }, 200);
      },
    )
    .post('/inbox/:id/read', answers(conversationSchema), needs('decide'), async (c) =>
      c.json(await change(c, c.req.param('id'), markRead), 200),
    )
    .post('/inbox/:id/unread', answers(conversationSchema), needs('decide'), async (c) =>
      c.json(await change(c, c.req.param('id'), markUnread), 200),
    )
    .post('/inbox/:id/done', answers(conversationSchema), needs('decide'), async (c) =>
      c.json(await change(c, c.req.param('id'), finishConversation), 200),
    )
    .post('/inbox/:id/reopen', answers(conversationSchema), needs('decide'), async (c) =>
      c.json(await change(c, c.req.param('id'), reopenConversation), 200),
    );
}
