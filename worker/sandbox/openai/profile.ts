import { platforms as known, type Platform } from '../people/platforms.ts';
import { rankNiches, sampleIndustry } from './affinity.ts';
import { followersAsked, wishedFor } from './followers.ts';
import type { ProfileInput } from './inputs.ts';
import { audiencePhrase, capital, choose, sentencesOf, small, withoutStop } from './prose.ts';

const usualPlatforms: Record<string, Platform[]> = {
  Fashion: ['instagram', 'tiktok'],
  Beauty: ['instagram', 'tiktok', 'youtube'],
  Fitness: ['instagram', 'youtube', 'linkedin'],
  Food: ['instagram', 'tiktok'],
  Travel: ['instagram', 'youtube'],
  Gaming: ['youtube', 'tiktok', 'twitter'],
  Lifestyle: ['instagram', 'tiktok'],
  'Creative Services': ['instagram', 'youtube'],
};

const followersFor = (text: string): number => {
  const { least, most } = followersAsked(text);
  if (least !== null) return least;
  const usual = wishedFor(text, /\bnano\b/i)
    ? 1_000
    : wishedFor(text, /\bmicro\b|\bsmall(?:er)? (?:creators|accounts|influencers)/i)
      ? 2_500
      : wishedFor(text, /\b(?:macro|celebrit|large accounts|well-known|famous)/i)
        ? 50_000
        : 5_000;
  return most === null ? usual : Math.min(usual, Math.round(most / 5));
};

const engagementFor = (text: string, minFollowers: number): number => {
  const said = text.match(/(\d+(?:\.\d+)?)\s?%\s*(?:\w+\s)?engagement|engagement\D{0,20}(\d+(?:\.\d+)?)\s?%/i);
  if (said) return Number(said[1] ?? said[2]);
  return minFollowers >= 50_000 ? 1.5 : minFollowers < 5_000 || /engaged|loyal|tight/i.test(text) ? 3 : 2;
};

/** The ideal partner of a business, in words and numbers; engagement is a percent number. */
export const writePartnerProfile = (input: ProfileInput) => {
  const { businessName, targetAudience, businessDescription, additionalCriteria } = input;
  const everything = [targetAudience, businessDescription, additionalCriteria].join('. ');
  const ranked = rankNiches(everything, input.industry);
  const industry = sampleIndustry(input.industry) ? input.industry : (ranked[0]?.industry ?? input.industry);
  const [first, second] = ranked.filter((hit) => hit.industry === ranked[0]?.industry).map((hit) => hit.niche);
  const audience = audiencePhrase(targetAudience);
  const name = businessName || 'The business';
  const fields = [first?.topic, second?.topic].filter(Boolean).join(' or ');
  const offer = small(withoutStop(sentencesOf(businessDescription)[0] ?? ''));
  const opening = choose(
    [
      `The right partner for ${name} already has the ear of ${audience}.`,
      `${capital(name)} should look for people whom ${audience} listen to before they buy.`,
      `${capital(name)} fits best with people who speak, week after week, to ${audience}.`,
    ],
    `${name}${audience}`,
  );
  const described = [
    opening,
    `Good candidates work in ${fields} and show from their own practice what helps and what does not.`,
    offer
      ? `They can say in their own words what is special about ${name} (${offer}), and would use it without being paid.`
      : `They are picky about what they recommend, which is why a recommendation from them counts.`,
    additionalCriteria ? `Beyond that, they meet this wish: ${small(withoutStop(additionalCriteria))}.` : '',
  ];
  const preferred = known.filter((platform) =>
    input.preferredPlatforms.some((name) => name.toLowerCase() === platform),
  );
  const minFollowers = followersFor(everything);
  return {
    description: described.filter(Boolean).join(' '),
    industry,
    minFollowers,
    minEngagement: engagementFor(everything, minFollowers),
    platforms:
      preferred.length > 0 ? preferred : (usualPlatforms[ranked[0]?.industry ?? ''] ?? ['linkedin', 'youtube']),
    targetAudience: withoutStop(targetAudience),
  };
};
