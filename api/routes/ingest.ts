import { type Context, Hono, type MiddlewareHandler } from 'hono';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { noteWebhookUse, openIncomingWebhook } from '../../db/accounts/incomingWebhooks.ts';
import { type IngestAct, ingestAct, ingestRequest } from '../../events/public/ingestInput.ts';
import { ACTS, type ActName } from '../../events/shared/incomingActs.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, costs, declare, HEAVY, needs } from '../http/contract.ts';
import { oncePerWebhook } from '../http/idempotencyKeys.ts';
import { limitCaller } from '../http/rateLimit.ts';
import { asProgram, whoCalls } from '../http/security.ts';
import { check } from '../http/validate.ts';
import { type Ingested, ingest } from '../inbound/ingest.ts';
import { type ActResultView, ingestResultsSchema } from '../views.ts';

type MayAct = (act: ActName) => void;

/** One act, with its refusal as a code: a sender that repeats it would get the same. */
async function taken(deps: Deps, c: Context<Env>, act: IngestAct, mayAct: MayAct): Promise<ActResultView> {
  try {
    mayAct(act.type);
    const done: Ingested = await ingest(deps.store, { tenant: c.get('user').tenant, cause: causeOf(c) }, act);
    return { ...done, code: null, error: null };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    return refused(error);
  }
}

const refused = ({ code, message }: Refused): ActResultView => ({
  outcome: 'refused',
  partnerIds: [],
  code,
  error: message,
});

const unfit = (problem = 'This is no act'): ActResultView => refused(new Refused({ code: 'act_unfit', problem }));

/** Acts of a program with an access token, or of the screens. */
export function ingestRoutes(deps: Deps) {
  return new Hono<Env>().post(
    '/ingest',
    answers(ingestResultsSchema),
    needs('propose'),
    costs(HEAVY),
    check('json', ingestRequest, 'any'),
    async (c) => {
      const { token } = c.get('user');
      const mayAct: MayAct = (act) => {
        const { scope } = ACTS[act];
        if (token && !token.scopes.includes(scope)) throw new Refused({ code: 'token_scope', scope });
      };
      const results: ActResultView[] = [];
      for (const one of c.req.valid('json').acts) {
        const read = ingestAct.safeParse(one);
        results.push(read.success ? await taken(deps, c, read.data, mayAct) : unfit(read.error.issues[0]?.message));
      }
      return c.json({ results }, 200);
    },
  );
}

/** Lets in a post that is signed with the secret of its webhook, and answers a repeated one as the first time. */
function signed(deps: Deps): MiddlewareHandler<Env> {
  const reader: MiddlewareHandler<Env> = async (c, next) => {
    const body = await c.req.text();
    const webhook = c.req.param('webhook') ?? '';
    const use = await openIncomingWebhook(deps.store, webhook);
    if (!use || !isSigned(use.secret, body, c.req.header()))
      return c.json({ error: 'This post is not signed with the secret of this webhook, or is too old.' }, 401);
    const user = whoCalls(asProgram(use));
    if ('error' in user) {
      c.set('security', { kind: 'refused', userId: use.userId });
      return c.json({ error: user.error }, 401);
    }
    if (user.isAuditor) throw new Refused({ code: 'auditors_read' });
    c.set('user', user);
    c.set('incomingActs', use.acts);
    await limitCaller(c, deps, user, { kind: 'token', id: webhook });
    await noteWebhookUse(deps.store.sql, webhook);
    return oncePerWebhook(c, deps, { webhook, id: c.req.header('webhook-id') ?? '', body }, next);
  };
  return declare(reader, { security: [{ webhookSignature: [] }] });
}

function isSigned(secret: string, body: string, headers: Record<string, string>): boolean {
  try {
    new Webhook(secret).verify(body, headers, { jsonParse: false });
    return true;
  } catch (error) {
    if (error instanceof WebhookVerificationError) return false;
    throw error;
  }
}

/** An act that another system posts, signed after Standard Webhooks. */
export function incomingWebhook(deps: Deps) {
  return new Hono<Env>().post(
    '/ingest/:webhook',
    answers(ingestResultsSchema),
    needs('browser'),
    signed(deps),
    check('json', ingestAct, 'any'),
    async (c) => {
      const acts = c.get('incomingActs');
      const mayAct: MayAct = (act) => {
        if (!acts.includes(act)) throw new Refused({ code: 'act_not_allowed', act });
      };
      return c.json({ results: [await taken(deps, c, c.req.valid('json'), mayAct)] }, 200);
    },
  );
}
