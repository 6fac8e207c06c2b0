import type { KeyObject } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { z } from 'zod';
import { signingKey } from '../../db/installation/settings.ts';
import type { Cause } from '../../db/log/commit.ts';
import { PersonErasedError } from '../../db/log/conflicts.ts';
import { logOf } from '../../db/process/logger.ts';
import { recipientOf } from '../../db/receive/recipientOf.ts';
import { ref } from '../../db/store.ts';
import { suppressPerson } from '../../db/suppress/suppressPerson.ts';
import { verdictOf } from '../../events/conversations/bounceTable.ts';
import { recordDelivery } from '../../events/messages/delivery.ts';
import { recordOutcome } from '../../events/messages/sendAttempt.ts';
import { isObjection } from '../../events/privacy/suppression.ts';
import { holdForCredits } from '../../events/sending/mailboxHold.ts';
import { newsOf } from '../../events/sending/sendGridNews.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeBy, type Deps, type Env } from '../context.ts';
import { signedBySendGrid } from '../inbound/sendGridSignature.ts';

const log = logOf('api');

const text = z.string().optional().catch(undefined);
/** The parts of an event that we use. The two ids are ours, and come back from each mail that carried them. */
const webhookEvent = z.object({
  event: z.string(),
  type: text,
  email: text,
  reason: text,
  /** Replaces the reason of a delivered or deferred mail. */
  response: text,
  // in seconds; far beyond this there is no date
  timestamp: z.number().min(0).max(4e9).optional(),
  sg_message_id: text,
  send_id: z.string().max(200).optional(),
  tenant_id: z
    .string()
    .regex(/^\w{1,64}$/)
    .optional(),
});
type WebhookEvent = z.infer<typeof webhookEvent>;

const LONGEST_REASON = 500;

/** One account posts for all here. A workspace's own accounts post under its id, each further one under its own id. */
export const WEBHOOK_PATH = '/api/webhooks/sendgrid';

/**
 * SendGrid posts events about accepted mails here. It is known by its signature alone, and each account signs with a key of its own. Events repeat,
 * and come in any order: each goes to the log, which takes it once. An event about another program's mail is skipped, since programs may share the
 * account.
 */
export function sendGridWebhook(deps: Deps) {
  const { store } = deps;

  async function take(event: WebhookEvent, cause: Cause): Promise<void> {
    const { send_id: sendId, tenant_id: tenant } = event;
    const [, messageId, number] = /^([\w.-]+)\.(\d{1,9})$/.exec(sendId ?? '') ?? [];
    if (!sendId || !tenant || !messageId) return;
    const attempt = Number(number);
    const recipient = await recipientOf(store, tenant, messageId, attempt);
    if (!recipient) return;
    // SendGrid calls it a bounce of the address, even if the server's words excuse it
    const isExcused = verdictOf('5.1.1', event.reason ?? '').verdict === 'soft';
    const news = newsOf(event.event, isExcused ? 'blocked' : event.type, event.reason);
    const providerMessageId = event.sg_message_id?.split('.')[0] ?? null;
    const happenedAt = event.timestamp ? new Date(event.timestamp * 1000).toISOString() : store.now().toISOString();
    const record = (reason: string | null) =>
      suppressPerson(store, { tenant, cause }, { messageId, recipient }, ({ message }) => {
        const isOfCopy = message.addressedTo?.copies.includes(event.email?.toLowerCase() ?? '') ?? false;
        const report = isOfCopy ? null : news.report;
        const suppress = isOfCopy ? null : news.suppress;
        return {
          events: {
            // any report about a mail shows that it left
            message: [
              ...recordOutcome(message, attempt, { outcome: 'sent', providerMessageId }),
              ...(report ? recordDelivery(message, attempt, report, reason, happenedAt) : []),
            ],
          },
          // who objects does so as a person; a bounce is about one address
          suppress: suppress && { reason: suppress, source: 'provider', happenedAt, every: isObjection(suppress) },
        };
      });
    try {
      await record((event.reason ?? event.response)?.slice(0, LONGEST_REASON) ?? null);
    } catch (error) {
      if (!(error instanceof PersonErasedError)) throw error;
      await record(null);
    }
    if (!news.hold) return;
    const { dispatch } = (await store.load(tenant, ref('message', messageId))).state;
    await store.decide({ tenant, cause }, ref('mailbox', dispatch?.mailbox ?? tenant), (mailbox, moment) =>
      holdForCredits(mailbox, happenedAt, moment),
    );
  }

  /** Takes posts signed with the key. `only`: the tenant who owns the key. It vouches for this tenant's events alone. */
  async function receive(c: Context<Env>, key: KeyObject | null, notSigned: string, only?: string) {
    const body = Buffer.from(await c.req.arrayBuffer());
    const proof = {
      signature: c.req.header('X-Twilio-Email-Event-Webhook-Signature') ?? '',
      timestamp: c.req.header('X-Twilio-Email-Event-Webhook-Timestamp') ?? '',
    };
    if (!key || !signedBySendGrid(key, body, proof, store.now())) return c.json({ error: notSigned }, 401);
    const told = listIn(body);
    if (!told) return c.json({ error: 'The body must be a JSON array of events.' }, 400);
    const events = told.flatMap((one) => webhookEvent.safeParse(one).data ?? []);
    const cause = causeBy(c, 'webhook:sendgrid');
    let failure: unknown;
    for (const event of events) {
      if (only !== undefined && event.tenant_id !== only) continue;
      try {
        await take(event, cause);
      } catch (error) {
        // SendGrid repeats all of them; the recorded ones change nothing then
        failure ??= error;
      }
    }
    const skipped = told.length - events.length;
    if (skipped > 0) {
      const text = `SendGrid webhook: ${skipped} of ${told.length} events skipped, not readable`;
      log.warn({ requestId: c.get('requestId') }, text);
    }
    if (failure !== undefined) throw failure;
    return c.json({ received: told.length, skipped }, 200);
  }

  return new Hono<Env>()
    .post(WEBHOOK_PATH, (c) => {
      if (!deps.webhookKey) {
        throw new Refused({ code: 'no_webhook_key' });
      }
      const notSigned = 'This call is not signed with the key of SENDGRID_WEBHOOK_PUBLIC_KEY, or is too old.';
      return receive(c, deps.webhookKey, notSigned);
    })
    .post(`${WEBHOOK_PATH}/:workspace{\\w+}/:account{\\w+}?`, async (c) => {
      const tenant = c.req.param('workspace');
      const { webhookPublicKey } = (await store.load(tenant, ref('mailbox', c.req.param('account') ?? tenant))).state;
      const notSigned =
        'This call is not signed with the verification key in the Settings of this user, or is too old.';
      return receive(c, webhookPublicKey ? signingKey(webhookPublicKey) : null, notSigned, tenant);
    });
}

/** The list that a body holds; null when it is none. */
function listIn(body: Buffer): unknown[] | null {
  try {
    const read: unknown = JSON.parse(body.toString());
    return Array.isArray(read) ? read : null;
  } catch {
    return null;
  }
}
