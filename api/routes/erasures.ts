import { Hono } from 'hono';
import { changeUser } from '../../db/accounts/changeUser.ts';
import { ownerOf } from '../../db/accounts/workspace.ts';
import { erasedBefore } from '../../db/erase/erasedBefore.ts';
import { isLastAdmin } from '../../db/erase/lastAdmin.ts';
import type { Cause } from '../../db/log/commit.ts';
import { allErasures, listErasures } from '../../db/read/erasures.ts';
import { ref, streamIdOf } from '../../db/store.ts';
import { changeAccount, notToOneself } from '../../events/accounts/user.ts';
import type { UserState } from '../../events/accounts/userState.ts';
import { mustBeKnown } from '../../events/partners/partner.ts';
import { type ErasureState, type ErasureSubject, erasureId, requestErasure } from '../../events/privacy/erasure.ts';
import { erasureReceipt } from '../../events/privacy/erasureReceipt.ts';
import { adminErasure } from '../../events/privacy/erasuresInput.ts';
import { Refused } from '../../events/shared/refused.ts';
import { causeOf, type Deps, type Env } from '../context.ts';
import { answers, answersLater, needs } from '../http/contract.ts';
import { unchangedSince } from '../http/unchangedSince.ts';
import { check } from '../http/validate.ts';
import { accepted, waitFor } from '../http/waitFor.ts';
import { type ErasureView, erasureSchema } from '../views.ts';

const REQUEST = { partnerId: null, addressHmac: null, why: 'request' } as const;

/** Erasures: a request is recorded here, and the worker carries it out, because only it may destroy keys. Their streams are the receipts. */
export function erasureRoutes(deps: Deps) {
  const { store } = deps;

  type Wish = { tenant: string; cause: Cause; subject: ErasureSubject; signal: AbortSignal };

  /** Answers the receipt, or null when it takes longer than a call waits. A person who is erased already, and did not return, has one. */
  async function erase({ tenant, cause, subject, signal }: Wish): Promise<ErasureView | null> {
    const before = await erasedBefore(store, tenant, subject);
    if (before) return before;
    const id = erasureId(subject);
    const erasure = ref('erasure', id);
    const isUnchanged = unchangedSince();
    await store.run({
      tenant,
      cause,
      streams: { erasure, partner: ref('partner', subject.partnerId ?? 'none') },
      decide: (now) => {
        if (subject.kind === 'partner') {
          mustBeKnown(now.partner);
          if (now.erasure.status === 'done' && now.erasure.why !== 'retention' && now.partner.erased) return {};
        }
        return { erasure: isUnchanged(now.erasure.completedAt) ? requestErasure(now.erasure, subject) : [] };
      },
    });
    const state = await waitFor<ErasureState>(
      deps,
      tenant,
      [streamIdOf(erasure)],
      async () => {
        const { state: now } = await store.load(tenant, erasure);
        return now.status === 'done' ? now : null;
      },
      signal,
    );
    return state && erasureReceipt(tenant, id, state);
  }

  return new Hono<Env>()
    .post('/partners/:id/erase', answersLater(erasureSchema), needs('decide'), async (c) => {
      const { tenant } = c.get('user');
      const subject: ErasureSubject = { ...REQUEST, kind: 'partner', partnerId: c.req.param('id') };
      const receipt = await erase({ tenant, cause: causeOf(c), subject, signal: c.req.raw.signal });
      return receipt ? c.json(receipt, 200) : accepted(c, erasureId(subject));
    })
    .get('/erasures', answers(erasureSchema.array()), async (c) => {
      return c.json(await listErasures(store, c.get('user').tenant), 200);
    })
    .get('/admin/erasures', answers(erasureSchema.array()), async (c) => {
      return c.json(await allErasures(store), 200);
    })
    .post('/admin/erasures', answersLater(erasureSchema), needs('admin'), check('json', adminErasure), async (c) => {
      const wanted = c.req.valid('json');
      const { tenant, kind } = wanted;
      const owner = await ownerOf(store, tenant);
      if (owner === null) throw new Refused({ code: 'no_matching_user' });
      if (kind === 'tenant' && owner === c.get('user').userId) {
        throw notToOneself('erase', await isLastAdmin(store, owner));
      }
      // at once, and under the lock that keeps two admins from erasing each other
      if (kind === 'tenant') {
        const decide = (now: UserState) => changeAccount(now, 'deleted');
        await changeUser(store, { userId: owner, cause: causeOf(c), decide });
      }
      const subject: ErasureSubject = {
        ...REQUEST,
        kind,
        partnerId: kind === 'partner' ? wanted.id : null,
        addressHmac: kind === 'address' ? store.pseudonyms.address(tenant, wanted.address) : null,
      };
      const receipt = await erase({ tenant, cause: causeOf(c), subject, signal: c.req.raw.signal });
      return receipt ? c.json(receipt, 200) : accepted(c, erasureId(subject));
    });
}
