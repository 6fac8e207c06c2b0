import MailService from '@sendgrid/mail/src/classes/mail-service.js';
import { readSendGridKey } from '../../../db/vault/sendGridKey.ts';
import { AccountError } from '../accountError.ts';
import type { MailFile, MailProvider } from '../mailProvider.ts';
import { messageIdOf } from '../messageId.ts';
import { retryAfter } from '../providerError.ts';
import { oneLine } from '../rawMail.ts';
import { checkSender, listedRecords } from './senderCheck.ts';
import { refusalOf, refusedMail } from './sendGridError.ts';

const TIMEOUT_MS = 30_000;
/** Regional subusers of the EU are known there alone. */
const EU_URL = 'https://api.eu.sendgrid.com';

/** This holds whatever the account has on. SendGrid reports no opening, leaves links as they are, and adds no unsubscribe link. */
const UNTRACKED = {
  clickTracking: { enable: false, enableText: false },
  openTracking: { enable: false },
  subscriptionTracking: { enable: false },
  ganalytics: { enable: false },
};

const named = (email: string, name: string | null | undefined) => ({ email, ...(name && { name: oneLine(name) }) });

const attached = ({ name, type, content }: MailFile) => ({
  filename: name,
  type,
  content: content.toString('base64'),
  disposition: 'attachment',
});

type SendGridClient = {
  setDefaultHeader(name: string, value: string): unknown;
  setDefaultRequest(...set: ['baseUrl', string] | ['maxRedirects', number]): unknown;
  request(asked: { method: 'GET'; url: string }): Promise<[unknown, { scopes?: unknown }]>;
};

type Failure = {
  code?: number | string;
  syscall?: string;
  response?: { headers?: Record<string, string>; body?: unknown };
};

/** Before a connection stood, no byte of the mail can have left. */
function neverConnected(error: Failure): boolean {
  return (
    error.code === 'ENOTFOUND' ||
    error.code === 'EAI_AGAIN' ||
    error.code === 'ECONNREFUSED' ||
    error.syscall === 'connect' ||
    error.syscall === 'getaddrinfo'
  );
}

/** The meaning of a failed call for the key. */
function checkFailed({ code, response }: Failure): AccountError {
  if (typeof code !== 'number') return new AccountError('sendgrid', 'unreachable');
  const trouble = refusalOf(code, response?.body) ?? (code === 429 ? 'later' : 'unreachable');
  return new AccountError('sendgrid', trouble, retryAfter(response?.headers?.['retry-after']));
}

/**
 * Opens the way to SendGrid v3. `baseUrl` replaces the real host; with `-eu` behind it, the EU's. Each tenant's key gets a service of its own: the
 * package's default one is shared by the whole module.
 */
export function sendGrid(options: { baseUrl: string | undefined; timeoutMs?: number }): MailProvider {
  function open(secret: string) {
    const { apiKey, region } = readSendGridKey(secret);
    const service = new MailService();
    service.setTimeout(options.timeoutMs ?? TIMEOUT_MS);
    const { client } = service as unknown as { client: SendGridClient };
    // setApiKey() would print a remark about every key that does not begin with "SG.", and reset the address
    client.setDefaultHeader('Authorization', `Bearer ${apiKey}`);
    client.setDefaultRequest('maxRedirects', 0);
    const { baseUrl } = options;
    if (region === 'eu') client.setDefaultRequest('baseUrl', baseUrl ? `${baseUrl}-eu` : EU_URL);
    else if (baseUrl) client.setDefaultRequest('baseUrl', baseUrl);
    return { service, client };
  }

  /** null: the key may not read it, or there was no answer. */
  function reader(secret: string) {
    const { client } = open(secret);
    return (url: string) =>
      client.request({ method: 'GET', url }).then(
        ([, body]) => body as unknown,
        () => null,
      );
  }

  return {
    name: 'SendGrid',
    checkSender: ({ secret }, from) => checkSender(reader(secret), from),
    domainRecords: ({ secret }, domain) => listedRecords(reader(secret), domain),
    async check({ secret }) {
      const { client } = open(secret);
      const [, body] = await client.request({ method: 'GET', url: '/v3/scopes' }).catch((error: Failure) => {
        throw checkFailed(error);
      });
      const { scopes } = body ?? {};
      if (!Array.isArray(scopes)) throw new AccountError('sendgrid', 'unreachable');
      if (scopes.includes('mail.send')) return 'mail.send';
      throw new AccountError('sendgrid', 'permission_missing');
    },
    async send({ secret }, mail) {
      const { service } = open(secret);
      try {
        const [response] = await service.send({
          to: named(mail.to, mail.toName),
          ...(mail.copies?.length ? { cc: [...mail.copies] } : {}),
          from: named(mail.from, mail.fromName),
          ...(mail.replyTo ? { replyTo: named(mail.replyTo, mail.fromName) } : {}),
          subject: oneLine(mail.subject),
          text: mail.text,
          ...(mail.html ? { html: mail.html } : {}),
          ...(mail.file ? { attachments: [attached(mail.file)] } : {}),
          trackingSettings: UNTRACKED,
          // replies name it, and so they find their message
          headers: {
            'Message-ID': `<${messageIdOf(mail)}>`,
            ...Object.fromEntries(Object.entries(mail.headers).map(([name, value]) => [name, oneLine(value)])),
          },
          customArgs: { send_id: mail.sendId, tenant_id: mail.tenant },
        });
        const id: unknown = response.headers['x-message-id'];
        return {
          answer: { kind: 'status', status: response.statusCode, retryAfterSeconds: null },
          messageId: typeof id === 'string' ? id : null,
        };
      } catch (thrown) {
        const error = thrown as Failure;
        if (typeof error.code === 'number') {
          const headers = error.response?.headers ?? {};
          const reset = Number(headers['x-ratelimit-reset']);
          const untilReset = Number.isFinite(reset) && reset > 0 ? Math.max(0, reset - Date.now() / 1000) : null;
          const answered = {
            status: error.code,
            body: error.response?.body,
            retryAfterSeconds: retryAfter(headers['retry-after']) ?? untilReset,
          };
          return { ...refusedMail(answered, Date.now()), messageId: null };
        }
        return { answer: neverConnected(error) ? { kind: 'not_connected' } : { kind: 'broken' }, messageId: null };
      }
    },
  };
}
