import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../clock.ts';
import type { Ledger, LedgerMessage } from '../ledger.ts';
import type { Grants } from '../oauth/grants.ts';
import { addressesOf, headerOf, readRawMail, takeFiles } from '../readRawMail.ts';
import { accountOf, type GoogleAccount } from './accounts.ts';
import type { Draft, Drafts } from './drafts.ts';
import { type Inbox, newestHistory } from './inbox.ts';

const STATUS: Readonly<Record<number, { status: string; reason: string }>> = {
  400: { status: 'INVALID_ARGUMENT', reason: 'invalidArgument' },
  401: { status: 'UNAUTHENTICATED', reason: 'authError' },
  403: { status: 'PERMISSION_DENIED', reason: 'insufficientPermissions' },
  404: { status: 'NOT_FOUND', reason: 'notFound' },
  413: { status: 'INVALID_ARGUMENT', reason: 'uploadTooLarge' },
  429: { status: 'RESOURCE_EXHAUSTED', reason: 'rateLimitExceeded' },
  500: { status: 'INTERNAL', reason: 'backendError' },
};

/** An error in the form of Google's APIs. */
export const gmailError = (c: Context, code: ContentfulStatusCode, message: string, reason?: string) => {
  const known = STATUS[code] ?? { status: 'UNKNOWN', reason: 'unknown' };
  const status = reason === 'failedPrecondition' ? 'FAILED_PRECONDITION' : known.status;
  const errors = [{ message, domain: 'global', reason: reason ?? known.reason }];
  return c.json({ error: { code, message, errors, status } }, code);
};

/** Ids below are of a time that Gmail has forgotten. */
const OLDEST_HISTORY = 1_000;

const SCOPE = 'https://www.googleapis.com/auth/gmail.';
const isAddress = (text: string): boolean => /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>.]+$/.test(text);
const drawId = (): string => randomBytes(8).toString('hex');
/** Headers that the ledger says in fields of its own, or that only describe the bytes. */
const NOT_SHOWN = /^(to|from|subject|message-id|mime-version|content-.*|bcc)$/i;

/** Gmail keeps the email under its own id and Message-ID. It sends from the account that asks, whatever From says. */
const sentMessages = (
  account: GoogleAccount,
  raw: string,
  {
    historyId,
    acceptedAt,
    threadId,
    draftId,
  }: { historyId: string; acceptedAt: string; threadId: string | undefined; draftId?: string },
): LedgerMessage[] | { refused: string } => {
  const { raw: cut, files } = takeFiles(Buffer.from(raw, 'base64url'));
  const mail = readRawMail(Buffer.from(cut));
  const lines = ['To', 'Cc', 'Bcc'].flatMap((name) => headerOf(mail.headers, name) ?? []);
  const recipients = lines.flatMap(addressesOf);
  if (recipients.length === 0) return { refused: 'Recipient address required' };
  if (!recipients.every(({ email }) => isAddress(email))) return { refused: 'Invalid To header' };
  const id = drawId();
  const shown = Object.entries(mail.headers).filter(([name]) => !NOT_SHOWN.test(name));
  const messageId = `<CA${randomBytes(16).toString('base64url')}@mail.gmail.example>`;
  return recipients.map(({ email }, index) => ({
    id: index === 0 ? id : `${id}.${index}`,
    provider: 'gmail',
    to: email,
    from: account.email,
    fromName: addressesOf(headerOf(mail.headers, 'From') ?? '')[0]?.name ?? null,
    subject: headerOf(mail.headers, 'Subject') ?? '',
    text: mail.text,
    html: mail.html,
    headers: { ...Object.fromEntries(shown), 'Message-ID': messageId },
    customArgs: {},
    acceptedAt,
    files,
    gmail: {
      threadId: threadId ?? id,
      historyId,
      ...(draftId === undefined ? {} : { draftId }),
      labelIds: email.toLowerCase() === account.email ? ['UNREAD', 'SENT', 'INBOX'] : ['SENT'],
      raw: cut,
    },
  }));
};

/** The id of the next sent email in its account's history. */
const nextHistory = (ledger: Ledger, inbox: Inbox): string => String(newestHistory(ledger, inbox) + 1);

type Message = { raw?: unknown; threadId?: unknown };

/** The message of a call: as JSON, or its bytes uploaded beside the JSON (multipart/related). */
const messageIn = async <Body>(c: Context, messageOf: (body: Body) => Message | undefined): Promise<Message> => {
  const boundary = /^multipart\/related; ?boundary="?([^"]+)/i.exec(c.req.header('content-type') ?? '')?.[1];
  if (!boundary) return messageOf((await c.req.json().catch(() => ({}))) as Body) ?? {};
  const text = Buffer.from(await c.req.arrayBuffer()).toString('latin1');
  const [json = '{}', raw = ''] = text
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => part.slice(part.indexOf('\r\n\r\n') + 4).replace(/\r\n$/, ''));
  return { ...messageOf(JSON.parse(json) as Body), raw: Buffer.from(raw, 'latin1').toString('base64url') };
};

/** The accounts' sent emails, drafts and inbox. */
export type Mailboxes = { ledger: Ledger; drafts: Drafts; inbox: Inbox };

/** Sends a draft, which is none from then on: a second request finds nothing. */
export const sendDraft = async (
  { ledger, drafts, inbox }: Mailboxes,
  account: GoogleAccount,
  draft: Draft,
  acceptedAt: string,
): Promise<LedgerMessage[] | { refused: string }> => {
  const { raw, threadId, id: draftId } = draft;
  const sent = sentMessages(account, raw, { historyId: nextHistory(ledger, inbox), acceptedAt, threadId, draftId });
  if ('refused' in sent) return sent;
  const removed = drafts.remove(draft);
  await ledger.append(sent);
  await removed;
  return sent;
};

type GmailEnv = { Variables: { account: GoogleAccount; scopes: readonly string[] } };

/** The Gmail API v1, as far as it is used. */
export const gmailRoutes = (mailboxes: Mailboxes, grants: Grants, now: Clock) => {
  const { ledger, drafts, inbox } = mailboxes;
  const app = new Hono<GmailEnv>();
  const historyId = (): string => String(newestHistory(ledger, inbox));
  const may = (c: { get(name: 'scopes'): readonly string[] }, ...scopes: string[]): boolean =>
    c.get('scopes').some((scope) => scopes.some((name) => scope === `${SCOPE}${name}`));
  const insufficient = (c: Context) => gmailError(c, 403, 'Request had insufficient authentication scopes.');

  app.use('/v1/users/me/*', async (c, next) => {
    const token = /^Bearer (\S+)$/.exec(c.req.header('authorization') ?? '')?.[1];
    const holder = token ? grants.holderOfAccess(token) : undefined;
    const account = accountOf(holder?.accountId);
    if (!holder || !account) {
      const message =
        'Request had invalid authentication credentials. Expected OAuth 2 access token, login cookie or other valid authentication credential.';
      return gmailError(c, 401, message);
    }
    c.set('account', account);
    c.set('scopes', holder.scopes);
    await next();
  });
  // a scope is looked at first, as there
  const mailbox = (c: Context, account: GoogleAccount) =>
    account.gmail ? null : gmailError(c, 400, 'Mail service not enabled', 'failedPrecondition');

  app.get('/v1/users/me/profile', (c) => {
    if (!may(c, 'readonly', 'compose', 'modify')) return insufficient(c);
    const account = c.get('account');
    const messagesTotal = ledger.messages().filter(({ from }) => from === account.email).length;
    return (
      mailbox(c, account) ??
      c.json({ emailAddress: account.email, messagesTotal, threadsTotal: messagesTotal, historyId: historyId() }, 200)
    );
  });
  app.post('/v1/users/me/messages/send', async (c) => {
    if (!may(c, 'send', 'compose', 'modify')) return insufficient(c);
    const account = c.get('account');
    const refused = mailbox(c, account);
    if (refused) return refused;
    const body = await messageIn<Message>(c, (message) => message);
    if (typeof body.raw !== 'string')
      return gmailError(c, 400, "'raw' RFC822 payload message string or uploading message via /upload/* URL required");
    const threadId = typeof body.threadId === 'string' ? body.threadId : undefined;
    const sent = sentMessages(account, body.raw, {
      historyId: nextHistory(ledger, inbox),
      acceptedAt: now().toISOString(),
      threadId,
    });
    if ('refused' in sent) return gmailError(c, 400, sent.refused);
    await ledger.append(sent);
    const [first] = sent;
    return c.json({ id: first?.id, threadId: first?.gmail?.threadId, labelIds: first?.gmail?.labelIds }, 200);
  });
  /** These scopes may read and change an account's drafts. A missing draft is unknown, sent or deleted. */
  const notFound = (c: Context) => gmailError(c, 404, 'Requested entity was not found.');
  const asMessage = ({ messageId, threadId }: Draft) => ({ id: messageId, threadId, labelIds: ['DRAFT'] });
  const mayDraft = (c: Context<GmailEnv>) => {
    if (!may(c, 'compose', 'modify')) return insufficient(c);
    return mailbox(c, c.get('account'));
  };

  app.post('/v1/users/me/drafts', async (c) => {
    const refused = mayDraft(c);
    if (refused) return refused;
    const { raw, threadId } = await messageIn<{ message?: Message }>(c, ({ message }) => message);
    if (typeof raw !== 'string') return gmailError(c, 400, 'Missing draft message');
    const thread = typeof threadId === 'string' ? threadId : undefined;
    const draft = await drafts.create(c.get('account').id, raw, thread);
    return c.json({ id: draft.id, message: asMessage(draft) }, 200);
  });
  app.get('/v1/users/me/drafts/:id', (c) => {
    if (!may(c, 'readonly', 'compose', 'modify')) return insufficient(c);
    const draft = drafts.find(c.get('account').id, c.req.param('id'));
    return draft ? c.json({ id: draft.id, message: asMessage(draft) }, 200) : notFound(c);
  });
  app.delete('/v1/users/me/drafts/:id', async (c) => {
    const refused = mayDraft(c);
    if (refused) return refused;
    const draft = drafts.find(c.get('account').id, c.req.param('id'));
    if (!draft) return notFound(c);
    await drafts.remove(draft);
    return c.body(null, 204);
  });
  app.post('/v1/users/me/drafts/send', async (c) => {
    const refused = mayDraft(c);
    if (refused) return refused;
    const account = c.get('account');
    const body = (await c.req.json().catch(() => ({}))) as { id?: unknown };
    const draft = drafts.find(account.id, String(body.id ?? ''));
    if (!draft) return notFound(c);
    const sent = await sendDraft(mailboxes, account, draft, now().toISOString());
    if ('refused' in sent) return gmailError(c, 400, sent.refused);
    return c.json({ id: sent[0]?.id, threadId: draft.threadId, labelIds: sent[0]?.gmail?.labelIds }, 200);
  });
  app.get('/v1/users/me/threads/:id', (c) => {
    if (!may(c, 'readonly', 'modify')) return insufficient(c);
    const account = c.get('account');
    const id = c.req.param('id');
    const sent = ledger
      .messages()
      .filter(({ from, gmail }) => from === account.email && gmail?.threadId === id)
      .map((message) => ({ id: message.id, threadId: id, labelIds: message.gmail?.labelIds }));
    const came = inboxOf(account)
      .filter(({ threadId }) => threadId === id)
      .map(({ id: mailId, labelIds }) => ({ id: mailId, threadId: id, labelIds }));
    const messages = [...sent, ...came, ...drafts.ofThread(account.id, id).map(asMessage)];
    return messages.length > 0 ? c.json({ id, historyId: historyId(), messages }, 200) : notFound(c);
  });
  const inboxOf = ({ id }: GoogleAccount) => inbox.mails().filter(({ accountId }) => accountId === id);
  const mayRead = (c: Context<GmailEnv>) =>
    may(c, 'readonly', 'modify') ? mailbox(c, c.get('account')) : insufficient(c);

  app.get('/v1/users/me/history', (c) => {
    const refused = mayRead(c);
    if (refused) return refused;
    const account = c.get('account');
    const start = Number(c.req.query('startHistoryId') ?? Number.NaN);
    if (Number.isNaN(start)) return gmailError(c, 400, 'Missing startHistoryId');
    // history goes back about a week
    if (start < OLDEST_HISTORY || start > newestHistory(ledger, inbox)) return notFound(c);
    const sent = ledger.messages().filter(({ from, gmail }) => from === account.email && gmail);
    const added = [...sent.map(({ id, gmail }) => ({ id, ...gmail })), ...inboxOf(account)].map(
      ({ id, threadId, labelIds, historyId: at }) => ({ at: Number(at), message: { id, threadId, labelIds } }),
    );
    const records = added
      .filter(({ at }) => at > start)
      .sort((a, b) => a.at - b.at)
      .map(({ at, message }) => ({ id: String(at), messages: [message], messagesAdded: [{ message }] }));
    const most = Number(c.req.query('maxResults') ?? 100);
    const history = records.slice(0, most);
    return c.json(
      {
        // missing when nothing came, as there
        ...(history.length > 0 ? { history } : {}),
        ...(records.length > most ? { nextPageToken: String(most) } : {}),
        historyId: historyId(),
      },
      200,
    );
  });
  app.get('/v1/users/me/messages', (c) => {
    const refused = mayRead(c);
    if (refused) return refused;
    const since = Number(/after:(\d+)/.exec(c.req.query('q') ?? '')?.[1] ?? 0) * 1000;
    const withSpam = c.req.query('includeSpamTrash') === 'true';
    const most = Number(c.req.query('maxResults') ?? 100);
    const from = Number(c.req.query('pageToken') ?? 0);
    const all = inboxOf(c.get('account'))
      .filter(({ at, labelIds }) => Date.parse(at) >= since && (withSpam || !labelIds.includes('SPAM')))
      .toReversed();
    const messages = all.slice(from, from + most).map(({ id, threadId }) => ({ id, threadId }));
    const more = from + most < all.length ? { nextPageToken: String(from + most) } : {};
    return c.json({ ...(messages.length > 0 ? { messages } : {}), ...more, resultSizeEstimate: all.length }, 200);
  });
  app.get('/v1/users/me/messages/:id', (c) => {
    const refused = mayRead(c);
    if (refused) return refused;
    const account = c.get('account');
    const asked = c.req.param('id');
    const sent = ledger.messages().find(({ id, from, gmail }) => gmail && id === asked && from === account.email);
    if (sent) {
      const payload = { headers: [{ name: 'Message-ID', value: sent.headers['Message-ID'] }] };
      return c.json({ id: asked, threadId: sent.gmail?.threadId, labelIds: sent.gmail?.labelIds, payload }, 200);
    }
    const mail = inboxOf(account).find(({ id }) => id === asked);
    if (!mail) return notFound(c);
    const { id, threadId, labelIds, historyId: at, raw } = mail;
    const internalDate = String(Date.parse(mail.at));
    const about = { id, threadId, labelIds, historyId: at, internalDate, sizeEstimate: (raw.length * 3) / 4 };
    if (c.req.query('format') === 'raw') return c.json({ ...about, raw }, 200);
    const { headers } = readRawMail(Buffer.from(raw, 'base64url'));
    const named = Object.entries(headers).map(([name, value]) => ({ name, value }));
    return c.json({ ...about, payload: { headers: named } }, 200);
  });
  app.notFound((c) => gmailError(c, 404, 'Not Found'));
  return app;
};
