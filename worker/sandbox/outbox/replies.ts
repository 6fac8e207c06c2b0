import { randomBytes } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { createTransport } from 'nodemailer';
import { z } from 'zod';
import type { Clock } from '../clock.ts';
import { accounts } from '../google/accounts.ts';
import type { Inbox } from '../google/inbox.ts';
import type { Mailboxes } from '../imap/mailboxes.ts';
import type { Ledger, LedgerMessage } from '../ledger.ts';
import { pageHeaders } from '../page.ts';
import { addressesOf, headerOf } from '../readRawMail.ts';
import { answersArePosted, type Webhook } from '../sendgrid/events.ts';
import { MOST_FILES, MOST_REPLY_MB, notDonePage } from './page.ts';

const kinds = ['reply', 'out_of_office', 'bounce', 'complaint'] as const;
type ReplyKind = (typeof kinds)[number];

const Order = z.object({
  kind: z.enum(kinds).default('reply'),
  text: z.string().max(1_000_000).optional(),
  subject: z.string().max(500).optional(),
  /** Instead of the person who got the mail. */
  from: z.string().max(200).optional(),
  /** A mail of its own, which names no other. */
  fresh: z.boolean().default(false),
  /** When it came into the account; unset: now. Not of SendGrid. */
  at: z.iso.datetime().optional(),
  /** The account takes it for spam. */
  spam: z.boolean().default(false),
  /** The attachments of a reply; `content` is base64. */
  files: z
    .array(z.object({ name: z.string(), type: z.string(), content: z.string() }))
    .max(MOST_FILES, `At most ${MOST_FILES} files can be attached.`)
    .default([]),
  /** Of a report, headers that it does not return; `*`: it returns nothing of the mail. */
  without: z.array(z.string()).default([]),
});
type Order = z.infer<typeof Order>;

const TEXTS: Record<Exclude<ReplyKind, 'bounce' | 'complaint'>, string> = {
  reply: 'Thanks for writing! That sounds interesting. Tell me more.',
  out_of_office: 'I am away until next week and read no mail. I will answer when I am back.',
};

const newMessageId = (domain: string): string => `<${randomBytes(12).toString('hex')}@${domain}>`;
const domainOf = (address: string): string => address.split('@')[1] ?? 'mail.example';

const quoted = ({ from, fromName, text, acceptedAt }: LedgerMessage): string => {
  const who = fromName ? `${fromName} <${from}>` : from;
  const lines = text.split('\n').map((line) => `> ${line}`);
  return `On ${new Date(acceptedAt).toUTCString()}, ${who} wrote:\n${lines.join('\n')}`;
};

/** A mail as a person, or their mail program, writes it. */
async function answer(message: LedgerMessage, order: Order, to: string, now: Date): Promise<Buffer> {
  const away = order.kind === 'out_of_office';
  const from = order.from ?? message.to;
  const original = order.fresh ? undefined : message.headers['Message-ID'];
  const { message: bytes } = await createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
  }).sendMail({
    from,
    to,
    subject: order.subject ?? `${away ? 'Automatic reply' : 'Re'}: ${message.subject}`,
    text: away
      ? (order.text ?? TEXTS.out_of_office)
      : `${order.text || TEXTS.reply}\n\n${order.fresh ? '' : quoted(message)}\n`,
    attachments: order.files.map(({ name: filename, type: contentType, content }) => ({
      ...{ filename, content, contentType: contentType || 'application/octet-stream' },
      encoding: 'base64',
    })),
    date: now,
    messageId: newMessageId(domainOf(from)),
    ...(original ? { inReplyTo: original, references: original } : {}),
    ...(away ? { headers: { 'Auto-Submitted': 'auto-replied', 'X-Autoreply': 'yes', Precedence: 'auto_reply' } } : {}),
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return bytes as Buffer;
}

/** A mail program's report in three parts (RFC 6522): its words, data for machines, and the email's headers. */
function report(
  message: LedgerMessage,
  { without }: Order,
  { head, type, words, fields }: { head: Record<string, string>; type: string; words: string; fields: string[] },
): Buffer {
  const part = `=_${randomBytes(12).toString('hex')}`;
  const original: Record<string, string> = {
    Date: new Date(message.acceptedAt).toUTCString(),
    From: message.from,
    To: message.to,
    Subject: `=?utf-8?B?${Buffer.from(message.subject).toString('base64')}?=`,
    ...message.headers,
  };
  const linesOf = (headers: Record<string, string>) =>
    Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // some servers return none
  const returned = without.includes('*')
    ? []
    : [
        ...[`--${part}`, 'Content-Type: text/rfc822-headers', ''],
        ...linesOf(Object.fromEntries(Object.entries(original).filter(([name]) => !without.includes(name)))),
        '',
      ];
  const lines = [
    ...linesOf({ ...head, 'Message-ID': newMessageId('mail.example'), 'MIME-Version': '1.0' }),
    `Content-Type: multipart/report; report-type=${type}; boundary="${part}"`,
    ...['', `--${part}`, 'Content-Type: text/plain; charset=utf-8', '', words],
    ...['', `--${part}`, `Content-Type: message/${type}`, '', ...fields, ''],
    ...[...returned, `--${part}--`, ''],
  ];
  return Buffer.from(lines.join('\r\n'));
}

/** A mail server's notice of an unknown address (RFC 3464). */
function notification(message: LedgerMessage, order: Order, to: string, now: Date): Buffer {
  const reason = order.text || '550 5.1.1 The mailbox does not exist';
  const original = message.headers['Message-ID'] ?? newMessageId(domainOf(message.from));
  return report(message, order, {
    head: {
      'Return-Path': '<>',
      From: 'Mail Delivery Subsystem <mailer-daemon@mail.example>',
      To: to,
      Subject: 'Delivery Status Notification (Failure)',
      'Auto-Submitted': 'auto-replied',
      Date: now.toUTCString(),
      'In-Reply-To': original,
      References: original,
    },
    type: 'delivery-status',
    words: `Your message was not delivered to ${message.to}: ${reason}`,
    fields: [
      ...['Reporting-MTA: dns; mail.example', '', `Final-Recipient: rfc822; ${message.to}`, 'Action: failed'],
      `Status: ${/\b[45]\.\d+\.\d+\b/.exec(reason)?.[0] ?? '5.1.1'}`,
      `Diagnostic-Code: smtp; ${reason.replace(/\s+/g, ' ')}`,
    ],
  });
}

/** A provider's report to a sender whose email was reported as spam (RFC 5965). */
const feedback = (message: LedgerMessage, order: Order, to: string, now: Date): Buffer =>
  report(message, order, {
    head: {
      From: 'Feedback Loop <feedback@mail.example>',
      To: to,
      Subject: `FW: ${message.subject}`,
      'Auto-Submitted': 'auto-generated',
      Date: now.toUTCString(),
    },
    type: 'feedback-report',
    words: `${message.to} reported this email as spam.`,
    fields: [...['Feedback-Type: abuse', 'User-Agent: Sandbox/1.0', 'Version: 1', `Original-Rcpt-To: ${message.to}`]],
  });

async function mailOf(message: LedgerMessage, order: Order, to: string, now: Date): Promise<Buffer> {
  if (order.kind === 'bounce') return notification(message, order, to, now);
  return order.kind === 'complaint' ? feedback(message, order, to, now) : answer(message, order, to, now);
}

/**
 * Where a person's reply goes when the mail asks for another address than its sender's. Reports and automatic replies go to the sender
 * (RFC 3834). null: a reply does, too.
 */
function otherReplyAddress({ headers, from }: LedgerMessage, { kind, fresh }: Order): string | null {
  if (kind !== 'reply' || fresh) return null;
  const [asked] = addressesOf(headerOf(headers, 'Reply-To') ?? '');
  return asked && asked.email.toLowerCase() !== from.toLowerCase() ? asked.email : null;
}

/** An address of INBOUND_DOMAIN, by its form: the sandbox does not know the domain. */
const INBOUND_ADDRESS = /^r\.[a-z2-7]{37}@/;

const isFormOf = (c: Context): boolean => (c.req.header('content-type') ?? '').includes('form');

/** The fields of the page's form. A file input that was left empty sends a file without a name. */
async function formOf(c: Context): Promise<object> {
  const { files, ...fields } = await c.req.parseBody({ all: true });
  const chosen = [files].flat().filter((file): file is File => file instanceof File && file.name !== '');
  const read = async (file: File) => ({
    ...{ name: file.name, type: file.type },
    content: Buffer.from(await file.arrayBuffer()).toString('base64'),
  });
  return { ...fields, files: await Promise.all(chosen.map(read)) };
}

/** A reply that is larger than the sandbox takes. */
export function replyTooLarge(c: Context) {
  const why = `The reply is larger than ${MOST_REPLY_MB} MB. Attach less.`;
  return isFormOf(c) ? c.html(notDonePage(why), 413, pageHeaders) : c.json({ error: why }, 413);
}

/**
 * POST /outbox/{id}/reply: the person who got a mail, or a program of theirs, answers it. By JSON `{kind, text?, subject?, from?, fresh?, spam?}` or
 * by the form of the page. At Gmail the answer comes into the account's inbox, in the thread. For a mailbox it comes into the IMAP folder. For
 * SendGrid, and for an address of INBOUND_DOMAIN, it is posted as Inbound Parse does. A reply to a mail with a Reply-To goes there, and not to the
 * account that sent.
 */
export const replyRoutes = (
  ledger: Ledger,
  { inbox, mailboxes }: { inbox: Inbox; mailboxes: Mailboxes },
  webhook: Webhook | null,
  now: Clock,
) => {
  const app = new Hono();

  /** The target is the mailbox that sent, or the one in Reply-To: a Gmail account of the sandbox, or a mailbox of the mail server. */
  async function toMailbox(message: LedgerMessage, order: Order): Promise<string | null> {
    const elsewhere = otherReplyAddress(message, order);
    const to = elsewhere ?? message.from;
    const isGmail = message.gmail !== undefined;
    const account = accounts.find(({ email, gmail }) => gmail && email === to.toLowerCase());
    if (isGmail && !elsewhere && !account) return 'No account of the sandbox sent this mail.';
    const date = order.at ? new Date(order.at) : now();
    const raw = await mailOf(message, order, to, date);
    const at = date.toISOString();
    if (account && (isGmail || elsewhere)) {
      const isOwn = order.fresh || order.kind === 'complaint' || elsewhere;
      const threadId = isOwn ? null : (message.gmail?.threadId ?? null);
      await inbox.deliver({ accountId: account.id, threadId, raw, at, spam: order.spam });
      return null;
    }
    const user = (elsewhere ?? (message.mailbox || message.from)).toLowerCase();
    const folder = order.spam ? 'Junk' : 'INBOX';
    await mailboxes.add({ user, folder, raw: raw.toString('base64'), seen: false, at });
    return null;
  }

  async function toInboundParse(message: LedgerMessage, order: Order): Promise<string | null> {
    const to = addressesOf(message.headers['Reply-To'] ?? '')[0]?.email;
    if (!webhook || !to) return 'This mail has no address for replies.';
    const raw = await mailOf(message, order, to, now());
    const form = new FormData();
    form.set('email', raw.toString('utf8'));
    form.set('from', order.from ?? message.to);
    form.set('to', to);
    form.set('subject', order.subject ?? `Re: ${message.subject}`);
    form.set('envelope', JSON.stringify({ to: [to], from: order.from ?? message.to }));
    form.set('sender_ip', '192.0.2.1');
    form.set('spam_score', '0.1');
    form.set('charsets', JSON.stringify({ to: 'UTF-8', from: 'UTF-8', subject: 'UTF-8' }));
    const taken = await fetch(`${webhook.url()}-inbound`, {
      method: 'POST',
      body: form,
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    if (taken?.status === 503)
      return 'Replies to an account whose mail is not read need INBOUND_DOMAIN, which is not set.';
    return taken?.ok ? null : `The reply was not taken: ${taken?.status ?? 'no answer'}.`;
  }

  app.post('/:id/reply', async (c) => {
    const isForm = isFormOf(c);
    const refuse = (why: string, status: 400 | 404 | 409) =>
      isForm ? c.html(notDonePage(why), status, pageHeaders) : c.json({ error: why }, status);
    const read = Order.safeParse(await (isForm ? formOf(c) : c.req.json()).catch(() => undefined));
    if (!read.success) {
      const [issue] = read.error.issues;
      const why = issue?.path[0] === 'files' ? issue.message : `kind must be one of: ${kinds.join(', ')}`;
      return refuse(why, 400);
    }
    const message = ledger.messages().find(({ id }) => id === c.req.param('id'));
    if (!message) return refuse('The outbox has no such mail.', 404);
    const isParsed = answersArePosted(message) || INBOUND_ADDRESS.test(otherReplyAddress(message, read.data) ?? '');
    const deliver = isParsed ? toInboundParse : toMailbox;
    const failed = await deliver(message, read.data);
    if (failed) return refuse(failed, 409);
    return isForm ? c.redirect('/outbox', 303) : c.json({ taken: true }, 200);
  });
  return app;
};
