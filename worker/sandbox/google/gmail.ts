import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../clock.ts';
import type { Ledger, LedgerMessage } from '../ledger.ts';
import { accountOf, type GoogleAccount } from './accounts.ts';
import type { Grants } from './grants.ts';
import { addressesOf, headerOf, readRawMail } from './rawMail.ts';

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

const SCOPE = 'https://www.googleapis.com/auth/gmail.';
const isAddress = (text: string): boolean => /^[^\s@"<>]+@[^\s@"<>]+\.[^\s@"<>.]+$/.test(text);
const drawId = (): string => randomBytes(8).toString('hex');
/** Headers that the ledger says in fields of its own, or that only describe the bytes. */
const NOT_SHOWN = /^(to|from|subject|message-id|mime-version|content-.*|bcc)$/i;

/** What Gmail accepts: it keeps the mail under an id and a Message-ID of its own, and sends from the account that asks, whatever From says. */
export const sentMessages = (
  account: GoogleAccount,
  raw: string,
  { historyId, acceptedAt, threadId }: { historyId: string; acceptedAt: string; threadId: string | undefined },
): LedgerMessage[] | { refused: string } => {
  const bytes = Buffer.from(raw, 'base64url');
  const mail = readRawMail(bytes);
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
    gmail: {
      threadId: threadId ?? id,
      historyId,
      labelIds: email.toLowerCase() === account.email ? ['UNREAD', 'SENT', 'INBOX'] : ['SENT'],
      raw: bytes.toString('utf8'),
    },
  }));
};

/** The Gmail API v1, as far as it is used. */
export const gmailRoutes = (ledger: Ledger, grants: Grants, now: Clock) => {
  const app = new Hono<{ Variables: { account: GoogleAccount; scopes: readonly string[] } }>();
  const historyId = (): string => String(1_000 + ledger.messages().length);
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
    const body = (await c.req.json().catch(() => ({}))) as { raw?: unknown; threadId?: unknown };
    if (typeof body.raw !== 'string')
      return gmailError(c, 400, "'raw' RFC822 payload message string or uploading message via /upload/* URL required");
    const threadId = typeof body.threadId === 'string' ? body.threadId : undefined;
    const sent = sentMessages(account, body.raw, { historyId: historyId(), acceptedAt: now().toISOString(), threadId });
    if ('refused' in sent) return gmailError(c, 400, sent.refused);
    await ledger.append(sent);
    const [first] = sent;
    return c.json({ id: first?.id, threadId: first?.gmail?.threadId, labelIds: first?.gmail?.labelIds }, 200);
  });
  app.notFound((c) => gmailError(c, 404, 'Not Found'));
  return app;
};
