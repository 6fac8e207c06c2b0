import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { Clock } from '../clock.ts';
import type { Ledger, LedgerMessage } from '../ledger.ts';
import { type Mail, readMail } from './mail.ts';

/** An error in the form of SendGrid. */
export const sendgridError = (c: Context, status: ContentfulStatusCode, message: string) =>
  c.json({ errors: [{ message, field: null, help: null }] }, status);

const messagesOf = (mail: Mail, messageId: string, acceptedAt: string): LedgerMessage[] => {
  const part = (type: string) => mail.content.find((content) => content.type === type)?.value;
  const addressed = mail.personalizations.flatMap((personal) =>
    [...personal.to, ...personal.cc, ...personal.bcc].map(({ email }) => ({ personal, email })),
  );
  return addressed.map(({ personal, email }, index) => ({
    id: `${messageId}.${index}`,
    provider: 'sendgrid',
    to: email,
    from: mail.from.email,
    fromName: mail.from.name ?? null,
    subject: personal.subject ?? mail.subject ?? '',
    text: part('text/plain') ?? '',
    html: part('text/html') ?? null,
    headers: {
      ...(mail.reply_to ? { 'Reply-To': mail.reply_to.email } : {}),
      ...mail.headers,
      ...personal.headers,
    },
    customArgs: { ...mail.custom_args, ...personal.custom_args },
    acceptedAt,
  }));
};

const MAIL_SEND = 'mail.send';
/** Any text is a key. One with "read-only" in it may not send. */
const scopesOf = (key: string): string[] =>
  key.includes('read-only') ? ['stats.read', 'user.profile.read'] : [MAIL_SEND, 'sender_verification_eligible'];

/** SendGrid v3: accepts a mail once the ledger has it on the disk, one entry a recipient; and says what a key may do. */
export const sendgridRoutes = (ledger: Ledger, now: Clock) => {
  const app = new Hono<{ Variables: { scopes: string[] } }>();
  app.use('/v3/*', async (c, next) => {
    const key = /^Bearer (\S+)/.exec(c.req.header('authorization') ?? '')?.[1];
    if (!key) return sendgridError(c, 401, 'The provided authorization grant is invalid, expired, or revoked');
    c.set('scopes', scopesOf(key));
    return next();
  });
  app.get('/v3/scopes', (c) => c.json({ scopes: c.get('scopes') }, 200));
  app.post('/v3/mail/send', async (c) => {
    if (!c.get('scopes').includes(MAIL_SEND)) return sendgridError(c, 403, 'access forbidden');
    const body: unknown = await c.req.json().catch(() => undefined);
    if (body === undefined) return sendgridError(c, 400, 'Bad Request: the body is not JSON');
    const read = readMail(body);
    if ('faults' in read) return c.json({ errors: read.faults }, 400);
    const messageId = randomUUID().replaceAll('-', '').slice(0, 22);
    await ledger.append(messagesOf(read.mail, messageId, now().toISOString()));
    c.header('X-Message-Id', messageId);
    return c.body(null, 202);
  });
  return app;
};
