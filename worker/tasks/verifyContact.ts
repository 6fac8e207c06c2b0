import { ref } from '../../db/store.ts';
import { optOut, recordVerification } from '../../events/partners/contact.ts';
import type { Verification } from '../../events/partners/verification.ts';
import { erasureId, requestErasure } from '../../events/privacy/erasure.ts';
import { type Job, type Needs, scopeOf } from '../context.ts';
import { defineTask, keyed, type Place, queued, type Run, tryAgain } from '../defineTask.ts';
import { OptedOut } from '../providers/hunter/client.ts';
import { ProviderError } from '../providers/providerError.ts';
import { verifyAddress, verifyDomain } from '../verifyAddress.ts';
import { optOutOf } from './findContact.ts';

const ofPartner = (event: Place): Job => ({
  ...keyed('verify-contact', event),
  ...queued('contact', event),
});

/** Verifies a partner's address that was typed or imported, or could not be verified when it was found. */
export const verifyContact = defineTask({
  name: 'verify-contact',
  lane: 'ask',
  on: {
    ContactEdited: ofPartner,
    // an import only brings people who are in no campaign
    ContactFound: (event) => event.data.contactSearchId && !event.data.verification && ofPartner(event),
    // an imported address is verified once its partner joins a campaign
    MessageDrafted: ({ tenant, data: { step, partnerId } }) => step === '1' && ofPartner({ tenant, id: partnerId }),
  },
  needs: ['store', 'hunter', 'dns'],
  handler: async (deps, job, run) => {
    const partner = ref('partner', job.id);
    const { state } = await deps.store.load(job.tenant, partner);
    const email = state.contact?.email;
    if (!email || state.contact?.verification || state.status === 'deleted' || state.erased) return;
    const subject = optOutOf(job.id);
    const found = await verify(deps, email, run);
    await deps.store.run({
      ...scopeOf('verify-contact', job),
      streams: { partner, erasure: ref('erasure', erasureId(subject)) },
      decide: (now) =>
        found === 'opted_out'
          ? { partner: optOut(now.partner, 'hunter'), erasure: requestErasure(now.erasure, subject) }
          : { partner: recordVerification(now.partner, email, found) },
    });
  },
});

async function verify(deps: Needs<'hunter' | 'dns'>, email: string, run: Run): Promise<Verification | 'opted_out'> {
  try {
    return await verifyAddress(deps, email);
  } catch (error) {
    if (error instanceof OptedOut) return 'opted_out';
    if (!(error instanceof ProviderError) || tryAgain(error, run)) throw error;
    // the DNS answer is better than nothing
    return verifyDomain(deps.dns, email);
  }
}
