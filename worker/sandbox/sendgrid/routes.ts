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

/** SendGrid v3: accepts a mail once the ledger has it on the disk, one entry a recipient. */
export const sendgridRoutes = (ledger: Ledger, now: Clock) => {
  const app = new Hono();
  app.post('/v3/mail/send', async (c) => {
    if (!/^Bearer \S+/.test(c.req.header('authorization') ?? ''))
      return sendgridError(c, 401, 'The provided authorization grant is invalid, expired, or revoked');
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
