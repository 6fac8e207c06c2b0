import { createHash } from 'node:crypto';
import { Hono } from 'hono';
import { z } from 'zod';
import type { ReadMail } from '../../db/receive/readMail.ts';
import { readRawMail } from '../../db/receive/readRawMail.ts';
import { receiveMatched } from '../../db/receive/receiveMail.ts';
import { readMailTokens, replyTokensIn } from '../../db/vault/mailToken.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { Deps, Env } from '../context.ts';
import { type InboundFields, readInboundForm } from '../inbound/inboundForm.ts';

const MOST_FILES = 50;
const ACTOR = 'webhook:sendgrid-inbound';
const STATUS = { no_form: 400, too_large: 413 } as const;
const REFUSED = { no_form: 'This is not a form of Inbound Parse.', too_large: 'The form is too large.' };

/**
 * SendGrid's Inbound Parse posts mails to our reply addresses here. Each is known by its signed address alone. SendGrid drops a mail permanently on
 * 4xx and tries again for three days on 5xx. So a mail of ours is cut and taken, and never answered 4xx. Anyone can post here, so the address is
 * proved before the mail is kept.
 */
export function inboundMail({ store, inboundDomain }: Pick<Deps, 'store' | 'inboundDomain'>) {
  return new Hono<Env>().post('/api/webhooks/sendgrid-inbound', async (c) => {
    if (!inboundDomain) throw new Refused({ code: 'no_inbound_domain' });
    const tokensIn = (text: string) => replyTokensIn(inboundDomain, store.pseudonyms, text);
    const request = { contentType: c.req.header('content-type') ?? '', body: c.req.raw.body };
    const form = await readInboundForm(request, (text) => tokensIn(text).length > 0);
    if (typeof form === 'string') {
      // the rest of it is not read
      c.header('Connection', 'close');
      return form === 'foreign' ? c.json({ taken: false }, 200) : c.json({ error: REFUSED[form] }, STATUS[form]);
    }
    const textOf = (name: string) => form.fields.get(name)?.toString() ?? '';
    // the envelope says where it really went
    const tokens = [...tokensIn(textOf('envelope')), ...tokensIn(textOf('to'))];
    const [sent] = await readMailTokens(store.sql, store.pseudonyms, tokens);
    if (!sent) return c.json({ taken: false }, 200);
    const { tenant, ...send } = sent;
    const raw = rawOf(form.fields);
    const parsed = await readRawMail(raw, { cut: form.cut, tenant });
    const mail = parsed.files.length > 0 ? parsed : { ...parsed, ...postedFiles(form.fields) };
    const id = createHash('sha256').update(raw).digest('hex');
    const found = { id, threadId: null, receivedAt: store.now().toISOString(), mail };
    const match = { ...send, proved: true, by: 'reply_address' } as const;
    await receiveMatched(store, { tenant, actor: ACTOR, source: 'inbound' }, found, match);
    return c.json({ taken: true }, 200);
  });
}

const postedFile = z.object({
  filename: z.string().optional(),
  name: z.string().optional(),
  type: z.string().default(''),
});

/** The attachments of the usual form, which come beside the mail, by what `attachment-info` says of them. */
function postedFiles(fields: InboundFields): Pick<ReadMail, 'files' | 'contents'> {
  const info = fields.get('attachment-info')?.toString();
  if (!info) return { files: [], contents: [] };
  const read = z.record(z.string(), postedFile).safeParse(jsonOf(info));
  const posted = Object.entries(read.data ?? {}).slice(0, MOST_FILES);
  return {
    files: posted.map(([field, { filename, name, type }]) => ({
      name: (filename ?? name ?? '').slice(0, 200),
      type: type.slice(0, 200),
      size: fields.get(field)?.length ?? null,
    })),
    contents: posted.map(([field]) => fields.get(field) ?? null),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The mail as it came ("POST the raw, full MIME message"), or rebuilt from the fields of the usual form. */
function rawOf(fields: InboundFields): Buffer {
  const raw = fields.get('email');
  if (raw?.length) return raw;
  const field = (name: string) => fields.get(name)?.toString() ?? '';
  const kept = field('headers')
    .replace(/\r\n?/g, '\n')
    .replace(/\n[ \t]+/g, ' ')
    .split('\n')
    .filter((line) => /^[\w-]+:/.test(line) && !/^(mime-version|content-[\w-]+):/i.test(line));
  const part = (type: string, text: string) =>
    text
      ? `--part\r\nContent-Type: ${type}; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n${Buffer.from(text).toString('base64')}\r\n`
      : '';
  const head = [...kept, 'MIME-Version: 1.0', 'Content-Type: multipart/alternative; boundary="part"'].join('\r\n');
  return Buffer.from(
    `${head}\r\n\r\n${part('text/plain', field('text'))}${part('text/html', field('html'))}--part--\r\n`,
  );
}
