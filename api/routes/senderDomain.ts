import { Hono } from 'hono';
import { newId } from '../../db/log/newId.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import { LEVELS } from '../../events/sending/domainPolicy.ts';
import { sendingAccount } from '../../events/sending/mailbox.ts';
import { requestDomainCheck, type SenderDomainState } from '../../events/sending/senderDomain.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater, needs } from '../http/contract.ts';
import { check } from '../http/validate.ts';
import { accepted, waitFor } from '../http/waitFor.ts';
import { accountQuery, askedMailbox } from '../sending/askedMailbox.ts';
import { type SenderDomainView, senderDomainSchema } from '../views.ts';

export const senderDomainView = ({ domain, provider, checkedAt, findings }: SenderDomainState): SenderDomainView => ({
  domain,
  provider,
  checkedAt,
  findings: findings.map((finding) => ({ ...finding, level: LEVELS[finding.code] })),
});

/** The DNS state of the domain that a tenant sends from. The worker asks it. */
export function senderDomainRoutes(deps: Deps) {
  const { store } = deps;
  return new Hono<Env>()
    .get('/sender-domain', answers(senderDomainSchema), check('query', accountQuery), async (c) => {
      const { tenant } = c.get('user');
      const { id } = await askedMailbox(deps, c);
      return c.json(senderDomainView((await store.load(tenant, ref('domain', id))).state), 200);
    })
    .post(
      '/sender-domain/check',
      answersLater(senderDomainSchema),
      needs('propose'),
      check('query', accountQuery),
      async (c) => {
        const { tenant } = c.get('user');
        const mailbox = await askedMailbox(deps, c);
        if (!sendingAccount((await store.load(tenant, mailbox)).state)) throw new Refused({ code: 'no_sender' });
        const stream = ref('domain', mailbox.id);
        const { state } = await store.decide({ tenant, cause: causeOf(c) }, stream, (domain, now) =>
          requestDomainCheck(domain, newId(), now),
        );
        const { requestId } = state;
        const checked = await waitFor(
          deps,
          tenant,
          [streamIdOf(stream)],
          async () => {
            const now = (await store.load(tenant, stream)).state;
            return now.requestId === requestId ? null : now;
          },
          c.req.raw.signal,
        );
        if (!checked) return accepted(c, requestId ?? '');
        return c.json(senderDomainView(checked), 200);
      },
    );
}
