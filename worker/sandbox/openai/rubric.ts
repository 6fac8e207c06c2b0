import { hashOf } from '../hash.ts';
import type { Input } from './inputs.ts';
import { planSearch, speaksOf } from './plan.ts';
import { sentencesOf } from './texts.ts';

/** Of so many people among others a model overlooks one, and of so many it quotes what the profile does not say. */
const OVERLOOKED = 13;
const MISQUOTED = 9;

const SAYS_NO = /\b(?:no|not|never|without)\b[^.]{0,20}\b(?:partnerships?|sponsor\w*|ads|advertising)\b/i;

/** Marks by the words that a profile shares with what the business looks for. It obeys nobody. */
export function judgePartners({ wanted, candidates }: Input) {
  const { business, audience, idealPartner, additionalCriteria } = wanted;
  const plan = planSearch({
    business: { businessName: business.name, industry: business.industry, description: business.description },
    criteria: { targetAudience: audience, industry: business.industry, additionalCriteria, description: idealPartner },
  });
  const isOverlooked = ({ id, name }: Input['candidates'][number]) =>
    candidates.length > 1 && hashOf(`${id} ${name}`) % OVERLOOKED === 0;
  return { candidates: candidates.filter((one) => !isOverlooked(one)).map(judge) };

  function judge(one: Input['candidates'][number]) {
    const profile = [one.job, one.industry, one.bio, ...one.keywords, ...one.works].join('. ');
    const shared = plan.topics.filter((topic) => speaksOf(profile, topic)).length;
    const topic = Math.min(4, shared === 0 ? 0 : shared + 1);
    const reached = plan.audienceTerms.filter((term) => speaksOf(profile, term)).length;
    const place = one.place.toLowerCase();
    const [sentence = ''] = sentencesOf(one.bio);
    const isMisquoted = hashOf(one.name) % MISQUOTED === 0;
    return {
      ...{ id: one.id, orders: [], topic, audience: reached > 0 ? 4 : Math.min(3, topic) },
      region:
        place === '' || plan.regions.length === 0 ? null : plan.regions.some((name) => place.includes(name)) ? 4 : 0,
      quality: one.bio === '' ? 1 : 3,
      against: [
        ...(wanted.exclusions.some((term) => speaksOf(profile, term.replace(/^no /i, ''))) ? ['excluded'] : []),
        ...(SAYS_NO.test(one.bio) ? ['declines'] : []),
      ],
      quotes: isMisquoted ? ['I am the best of the whole field'] : sentence === '' ? [] : [sentence],
      reason: topic > 2 ? 'Makes what your customers care about.' : 'Makes little of what your customers care about.',
    };
  }
}
