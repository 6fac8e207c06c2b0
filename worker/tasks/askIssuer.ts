import { attemptOf, keepAttempt } from '../../db/accounts/issuers.ts';
import { ref, type Store } from '../../db/store.ts';
import { answerLink } from '../../events/accounts/accountLink.ts';
import type { Reason } from '../../events/shared/reasons.ts';
import { causeOf, type JobPayload } from '../context.ts';
import { about, defineTask, reasonOf } from '../defineTask.ts';
import { claimsFrom, IssuerTrouble } from '../providers/openIdConnect/client.ts';

/**
 * Asks the issuer who came back from it. A code is good for one exchange, so trouble is not tried again: the person starts again. The issuer's answer
 * is kept sealed beside the attempt, for the waiting call.
 */
export const askIssuer = defineTask({
  name: 'ask-issuer',
  lane: 'send',
  on: { AccessRequested: (event) => event.data.what === 'issuer' && about(event) },
  needs: ['store', 'issuer', 'publicUrl'],
  handler: async ({ store, issuer, publicUrl }, job, run) => {
    const { state } = await store.load('system', ref('access', job.id));
    if (state.status !== 'requested') return;
    const attempt = await attemptOf(store.sql, store.master, job.id);
    if (!attempt || attempt.came === null) return answer(store, job, { ended: { code: 'sign_in_too_long' } });
    if (!issuer) return answer(store, job, { ended: { code: 'issuer_not_set' } });
    try {
      const redirectUri = `${publicUrl}/api/login/issuer/callback`;
      const claims = await claimsFrom(issuer, { ...attempt, redirectUri, query: attempt.came });
      await keepAttempt(store.sql, store.master, { ...attempt, claims });
      await answer(store, job, { vouched: true });
    } catch (error) {
      await answer(store, job, { ended: error instanceof IssuerTrouble ? error.reason : reasonOf(error, run) });
    }
  },
});

async function answer(store: Store, job: JobPayload, result: { vouched: true } | { ended: Reason }): Promise<void> {
  await store.decide({ tenant: 'system', cause: causeOf('ask-issuer', job) }, ref('access', job.id), (access) =>
    answerLink(access, result),
  );
}
