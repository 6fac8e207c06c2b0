import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { createTransport } from 'nodemailer';
import type { Clock } from '../clock.ts';
import type { Ledger, LedgerMessage } from '../ledger.ts';
import { takeFiles } from '../readRawMail.ts';
import { type Mail, readMail } from './mail.ts';

const SENDER =
  'The from address does not match a verified Sender Identity. Mail cannot be sent until this error is resolved. Visit https://sendgrid.com/docs/for-developers/sending-email/sender-identity/ to see the Sender Identity requirements';

/** SendGrid's answers, by a name of ours. */
const ERRORS = {
  key: { status: 401, message: 'The provided authorization grant is invalid, expired, or revoked', field: null },
  credits: { status: 401, message: 'Maximum credits exceeded', field: null },
  unauthorized: { status: 401, message: 'Authenticated user is not authorized to send mail', field: null },
  forbidden: { status: 403, message: 'access forbidden', field: null },
  sender: { status: 403, message: SENDER, field: 'from' },
  suspended: { status: 403, message: 'Your account has been suspended', field: null },
} as const;
type ErrorName = keyof typeof ERRORS;

const answer = (c: Context, name: ErrorName) => {
  const { status, ...error } = ERRORS[name];
  return c.json({ errors: [{ ...error, help: null }] }, status);
};

/** An error in the form of SendGrid. `reason`: one of ERRORS, instead of the usual one of its status. */
export const sendgridError = (c: Context, status: ContentfulStatusCode, message: string, reason?: string) => {
  if (reason && reason in ERRORS) return answer(c, reason as ErrorName);
  if (status === 401) return answer(c, 'key');
  if (status === 403) return answer(c, 'sender');
  return c.json({ errors: [{ message, field: null, help: null }] }, status);
};

/** The mail as the recipient gets it. A header of any field is one line, whatever was sent. */
async function rawOf(
  mail: Mail,
  { to, cc }: Pick<Mail['personalizations'][number], 'to' | 'cc'>,
  subject: string,
  headers: Record<string, string>,
): Promise<ReturnType<typeof takeFiles>> {
  const named = (list: typeof to) => list.map(({ name, email }) => ({ name: name ?? '', address: email }));
  const part = (type: string) => mail.content.find((content) => content.type === type)?.value;
  const [text, html] = [part('text/plain'), part('text/html')];
  // the writer takes no prepared ones of these two
  const { 'In-Reply-To': inReplyTo, References: references, ...others } = headers;
  const { message } = await createTransport({ streamTransport: true, buffer: true, newline: 'windows' }).sendMail({
    from: { name: mail.from.name ?? '', address: mail.from.email },
    to: named(to),
    cc: named(cc),
    ...(mail.reply_to ? { replyTo: { name: mail.reply_to.name ?? '', address: mail.reply_to.email } } : {}),
    subject,
    ...(text === undefined ? {} : { text }),
    ...(html === undefined ? {} : { html }),
    ...(inReplyTo ? { inReplyTo } : {}),
    ...(references ? { references } : {}),
    attachments: mail.attachments.map(({ content, filename, type }) => ({
      filename,
      content: Buffer.from(content, 'base64'),
      ...(type ? { contentType: type } : {}),
    })),
    headers: Object.fromEntries(Object.entries(others).map(([name, value]) => [name, { prepared: true, value }])),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return takeFiles(message as Buffer);
}

const messagesOf = (mail: Mail, messageId: string, acceptedAt: string): Promise<LedgerMessage[]> => {
  const part = (type: string) => mail.content.find((content) => content.type === type)?.value;
  const addressed = mail.personalizations.flatMap((personal) =>
    [...personal.to, ...personal.cc, ...personal.bcc].map(({ email }) => ({ personal, email })),
  );
  return Promise.all(
    addressed.map(async ({ personal, email }, index) => {
      const subject = personal.subject ?? mail.subject ?? '';
      const headers = { ...mail.headers, ...personal.headers };
      return {
        id: `${messageId}.${index}`,
        provider: 'sendgrid' as const,
        to: email,
        from: mail.from.email,
        fromName: mail.from.name ?? null,
        subject,
        text: part('text/plain') ?? '',
        html: part('text/html') ?? null,
        headers: { ...(mail.reply_to ? { 'Reply-To': mail.reply_to.email } : {}), ...headers },
        customArgs: { ...mail.custom_args, ...personal.custom_args },
        acceptedAt,
        ...(await rawOf(mail, personal, subject, headers)),
      };
    }),
  );
};

const MAIL_SEND = 'mail.send';
const READ_DOMAINS = 'whitelabel.read';
const READ_SENDERS = 'sender_verification.read';
/** Any text is a key, by default one that may only send. One with "read-only" in it may not; one with "full" in it may do all. */
const scopesOf = (key: string): string[] => {
  if (key.includes('read-only')) return ['stats.read', 'user.profile.read'];
  const sending = [MAIL_SEND, 'sender_verification_eligible'];
  return key.includes('full') ? [...sending, READ_DOMAINS, READ_SENDERS] : sending;
};
/** Keys with these words in them meet this at each mail. */
const REFUSED: readonly [string, ErrorName][] = [
  ['no-credits', 'credits'],
  ['suspended', 'suspended'],
];
/** The one domain that nobody authenticated, and the senders in it: one confirmed the mail that SendGrid sent there. */
const NO_DOMAIN = 'unverified.example';
const SENDERS = [
  { id: 1, from_email: `single@${NO_DOMAIN}`, nickname: 'Single', verified: true, locked: false },
  { id: 2, from_email: `pending@${NO_DOMAIN}`, nickname: 'Pending', verified: false, locked: false },
];
/** With automated security, as most have it: three CNAME records. */
const authenticated = (domain: string) => {
  const target = 'u1234567.wl042.sendgrid.net';
  const key = (name: string) => ({
    ...{ valid: true, type: 'cname', host: `${name}._domainkey.${domain}`, data: `${name}.domainkey.${target}` },
  });
  const mail_cname = { valid: true, type: 'cname', host: `em1234.${domain}`, data: target };
  const dns = { mail_cname, dkim1: key('s1'), dkim2: key('s2') };
  return { id: 1, domain, subdomain: 'em1234', automatic_security: true, custom_spf: false, valid: true, dns };
};
const domainOf = (email: string): string => email.slice(email.lastIndexOf('@') + 1).toLowerCase();
const isVerified = (email: string): boolean =>
  domainOf(email) !== NO_DOMAIN || SENDERS.some(({ from_email, verified }) => verified && from_email === email);

/**
 * SendGrid v3 accepts an email once the ledger has it on the disk, one entry a recipient. It also names a key's rights and the senders. `eu`: the
 * EU's host. It alone accepts the keys of its subusers, which contain "eu-", and no others.
 */
export const sendgridRoutes = (ledger: Ledger, now: Clock, { eu }: { eu: boolean } = { eu: false }) => {
  const app = new Hono<{ Variables: { scopes: string[]; key: string } }>();
  app.use('/v3/*', async (c, next) => {
    const key = /^Bearer (\S+)/.exec(c.req.header('authorization') ?? '')?.[1];
    if (!key || key.includes('revoked') || key.includes('eu-') !== eu) return answer(c, 'key');
    c.set('key', key);
    c.set('scopes', scopesOf(key));
    return next();
  });
  app.get('/v3/scopes', (c) => c.json({ scopes: c.get('scopes') }, 200));
  app.get('/v3/verified_senders', (c) =>
    c.get('scopes').includes(READ_SENDERS) ? c.json({ results: SENDERS }, 200) : answer(c, 'forbidden'),
  );
  app.get('/v3/whitelabel/domains', (c) => {
    if (!c.get('scopes').includes(READ_DOMAINS)) return answer(c, 'forbidden');
    const domain = c.req.query('domain') ?? '';
    return c.json(domain && domain !== NO_DOMAIN ? [authenticated(domain)] : [], 200);
  });
  app.post('/v3/mail/send', async (c) => {
    if (!c.get('scopes').includes(MAIL_SEND)) return answer(c, 'forbidden');
    const refused = REFUSED.find(([word]) => c.get('key').includes(word));
    if (refused) return answer(c, refused[1]);
    const body: unknown = await c.req.json().catch(() => undefined);
    if (body === undefined) return sendgridError(c, 400, 'Bad Request: the body is not JSON');
    const read = readMail(body);
    if ('faults' in read) return c.json({ errors: read.faults }, 400);
    if (!isVerified(read.mail.from.email)) return answer(c, 'sender');
    const messageId = randomUUID().replaceAll('-', '').slice(0, 22);
    await ledger.append(await messagesOf(read.mail, messageId, now().toISOString()));
    c.header('X-Message-Id', messageId);
    return c.body(null, 202);
  });
  return app;
};
