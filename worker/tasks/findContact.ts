import { ref } from '../../db/store.ts';
import { isUnreadable } from '../../db/vault/personKeys.ts';
import { settleCredit } from '../../events/accounts/credits.ts';
import {
  type ContactOutcome,
  concludeContactSearch,
  type PartnerPerson,
  type PartnerState,
} from '../../events/partners/partner.ts';
import { UNREADABLE } from '../../events/shared/unreadable.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { contactSearchPrompt } from '../providers/openai/prompts.ts';
import { foundFrom, workEmailOf } from '../providers/peopleDataLabs/person.ts';
import { ProviderError } from '../providers/providerError.ts';
import { type Handler, type Run, reasonOf, tryAgain } from './task.ts';

const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;
/** The length first: what a provider answers has none, and the expression is quadratic. */
const isEmail = (text: string): boolean => text.length <= 254 && EMAIL.test(text);

const HIDDEN =
  'People Data Labs knows an address, but the plan of the key in PDL_API_KEY does not show addresses. Ask your administrator for a plan that does.';

/**
 * Looks for an approved partner's e-mail: first in People Data Labs, then, if it knows none, by the AI's web search, which counts only with
 * a page that it really opened. The reserved credit is kept only if the paid source gave the address (rulings).
 */
export const findContact: Handler = async (deps, job, run) => {
  const contactSearchId = job.also?.contactSearchId ?? '';
  const partner = ref('partner', job.id);
  const { state } = await deps.store.load(job.tenant, partner);
  const result = state.openContactSearch?.id === contactSearchId ? await look(deps, job, run, state) : null;
  await deps.store.run({
    ...scopeOf('find-contact', job),
    streams: { partner, credits: ref('credits', `${job.tenant}-${job.also?.period ?? ''}`) },
    decide: (now) => {
      const events = result ? concludeContactSearch(now.partner, contactSearchId, result) : [];
      // kept only for an address that is really there; a search that is no longer open costs nothing
      const paid = result?.outcome === 'found' && result.source === 'people_data_labs';
      const kept = paid && events.some(({ type }) => type === 'ContactFound');
      return { partner: events, credits: settleCredit(now.credits, contactSearchId, kept) };
    },
  });
};

async function look(deps: Deps, job: JobPayload, run: Run, state: PartnerState): Promise<ContactOutcome> {
  const { sql, master } = deps.store;
  if (await isUnreadable(sql, master, job.tenant, `partner-${job.id}`))
    return { outcome: 'failed', reason: UNREADABLE };
  const { person } = state;
  if (!person) return { outcome: 'not_found' };
  try {
    const known = await fromPeopleData(deps, person);
    if (known && known !== 'hidden') return known;
    const published = await fromWebSearch(deps, job, state, person);
    if (published) return published;
    return known === 'hidden' ? { outcome: 'failed', reason: HIDDEN } : { outcome: 'not_found' };
  } catch (error) {
    if (tryAgain(error, run)) throw error;
    return { outcome: 'failed', reason: reasonOf(error, run) };
  }
}

async function fromPeopleData(deps: Deps, person: PartnerPerson): Promise<ContactOutcome | 'hidden' | null> {
  if (!deps.peopleData) throw new ProviderError('PDL_API_KEY is not set.', 'not_configured', false);
  if (!person.profileUrl) return null;
  // a record without an address is of no use here, and would cost a credit
  const record = await deps.peopleData.enrich(person.profileUrl, ['work_email', 'emails']);
  const email = record ? workEmailOf(record) : null;
  if (email === 'hidden') return email;
  if (!record || !email || !isEmail(email)) return null;
  return {
    outcome: 'found',
    source: 'people_data_labs',
    email,
    socialProfiles: foundFrom(record, [])?.person.socialProfiles ?? [],
    confidence: 0.9,
    sourceUrl: null,
  };
}

async function fromWebSearch(
  deps: Deps,
  job: JobPayload,
  state: PartnerState,
  person: PartnerPerson,
): Promise<ContactOutcome | null> {
  if (!deps.askAi) return null;
  const { name, username, profileUrl, bio, company } = person;
  const { value, sources } = await deps.askAi(contactSearchPrompt, {
    ...scopeOf('find-contact', job),
    about: `partner-${job.id}`,
    input: { partner: { name, username, platform: state.platform, profileUrl, bio, company } },
  });
  // an address without a page that was really opened is a guess
  if (!value.email || !value.sourceUrl || !isEmail(value.email) || !sources.includes(value.sourceUrl)) return null;
  return {
    outcome: 'found',
    source: 'ai',
    email: value.email.toLowerCase(),
    socialProfiles: [],
    confidence: Math.min(1, Math.max(0, value.confidence)),
    sourceUrl: value.sourceUrl,
  };
}
