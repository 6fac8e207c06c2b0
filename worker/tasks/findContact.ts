import { whySuppressed } from '../../db/read/suppressions.ts';
import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import { settleCredit } from '../../events/accounts/credits.ts';
import { type ContactOutcome, concludeContactSearch, isPaid } from '../../events/partners/contact.ts';
import type { ContactStep } from '../../events/partners/contactEvents.ts';
import type { PartnerState } from '../../events/partners/partner.ts';
import type { Verification } from '../../events/partners/verification.ts';
import { erasureId, requestErasure } from '../../events/privacy/erasure.ts';
import { joinedReason } from '../../events/shared/reasons.ts';
import { LOOKS } from '../contactSteps.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, queued, type Run, reasonOf, tryAgain } from '../defineTask.ts';
import { OptedOut } from '../providers/hunter/client.ts';
import { ProviderError } from '../providers/providerError.ts';
import { verifyAddress } from '../verifyAddress.ts';

/** A person's wish that reached us by a provider. */
export const optOutOf = (partnerId: string) =>
  ({ kind: 'partner', partnerId, addressHmac: null, why: 'request' }) as const;

/**
 * Looks for an approved partner's e-mail, step by step (contactSteps.ts), until one has an address that takes mail. The reserved credit is
 * kept only if a paid source gave it in this search (rulings).
 */
export const findContact = defineTask({
  name: 'find-contact',
  lane: 'ask',
  on: {
    ContactSearchRequested: ({ data: { contactSearchId, period }, ...event }) => ({
      ...queued('contact', event),
      also: { contactSearchId, period },
    }),
  },
  needs: ['store', 'peopleData', 'hunter', 'askAi', 'openPage', 'dns'],
  handler: async (deps, job, run) => {
    const contactSearchId = job.also?.contactSearchId ?? '';
    const partner = ref('partner', job.id);
    const { state } = await deps.store.load(job.tenant, partner);
    const spent: Spent = {};
    const result = state.openContactSearch?.id === contactSearchId ? await look(deps, job, run, state, spent) : null;
    const optOut = optOutOf(job.id);
    const erasure = ref('erasure', erasureId(optOut));
    await deps.store.run({
      ...scopeOf('find-contact', job),
      streams: { partner, credits: ref('credits', `${job.tenant}-${job.also?.period ?? ''}`), erasure },
      decide: (now) => {
        const events = result ? concludeContactSearch(now.partner, contactSearchId, result) : [];
        // kept only for a usable address; a search that is closed by now costs nothing
        const kept = result !== null && isPaid(result.steps) && events.some(({ type }) => type === 'ContactFound');
        const gone = events.some(({ type }) => type === 'PartnerOptedOut');
        return {
          partner: events,
          credits: settleCredit(now.credits, contactSearchId, kept, spent),
          erasure: gone ? requestErasure(now.erasure, optOut) : [],
        };
      },
    });
  },
});

type Deps = Needs<'store' | 'peopleData' | 'hunter' | 'askAi' | 'openPage' | 'dns'>;

/** The credits that sources took in this run. */
type Spent = Record<string, number>;

async function look(deps: Deps, job: JobPayload, run: Run, state: PartnerState, spent: Spent): Promise<ContactOutcome> {
  const { sql, master } = deps.store;
  if (await isUnreadable(sql, master, job.tenant, `partner-${job.id}`))
    return { outcome: 'failed', reason: { code: 'recipient_unreadable' }, steps: [] };
  const { person } = state;
  if (!person) return { outcome: 'not_found', steps: [] };
  const steps: ContactStep[] = [];
  let waiting: ProviderError | null = null;
  const spend = (source: string, credits: number) => {
    if (credits > 0) spent[source] = (spent[source] ?? 0) + credits;
  };
  // a run that paid for a record is not made again: it would pay once more
  const maySearchAgain = (error: ProviderError) => Object.keys(spent).length === 0 && tryAgain(error, run);
  for (const [step, ask] of LOOKS) {
    // the web search takes longest and costs most: first ask a source again that may answer in a moment
    if (step === 'ai' && waiting && maySearchAgain(waiting)) throw waiting;
    try {
      const found = await ask(deps, { job, state, person, spend });
      if (!('email' in found)) {
        steps.push({ step, ...found });
        continue;
      }
      // a source may still have the address from which an email came back
      const isDead = (await whySuppressed(deps.store, job.tenant, found.email)) === 'bounced';
      const verification = isDead ? null : (found.verification ?? (await verifiedNow(deps, found.email)));
      const outcome = isDead || verification?.status === 'undeliverable' ? 'undeliverable' : 'found';
      steps.push({ step, outcome, reason: null });
      if (outcome === 'found') return { ...found, outcome, verification, steps };
    } catch (error) {
      if (error instanceof OptedOut) return { outcome: 'opted_out', provider: 'hunter', steps };
      if (error instanceof ProviderError && error.retryable) waiting ??= error;
      steps.push({ step, outcome: 'failed', reason: reasonOf(error, run) });
    }
  }
  if (waiting && maySearchAgain(waiting)) throw waiting;
  return endOf(steps);
}

/** Checks an address by the quick means; slower checks are a job of their own (verifyContact.ts). Throws OptedOut. */
async function verifiedNow(deps: Needs<'hunter' | 'dns'>, email: string): Promise<Verification | null> {
  try {
    return await verifyAddress(deps, email);
  } catch (error) {
    if (error instanceof ProviderError && error.retryable) return null;
    throw error;
  }
}

/** No source had a usable address. Where a source did not do its part, another search may find one. */
function endOf(steps: ContactStep[]): ContactOutcome {
  const asked = steps.filter(({ outcome }) => outcome !== 'not_set_up');
  const troubles = asked.filter(({ outcome }) => outcome === 'failed' || outcome === 'hidden');
  const reason = joinedReason(troubles.flatMap((trouble) => trouble.reason ?? []));
  return reason ? { outcome: 'failed', reason, steps } : { outcome: 'not_found', steps };
}
