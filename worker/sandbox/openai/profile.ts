import { type Platform, platforms } from '../people/platforms.ts';
import { rankNiches, sampleIndustry } from './affinity.ts';
import { audiencePhrase, leastFollowers } from './audience.ts';
import type { ProfileInput } from './inputs.ts';
import { sentencesOf, small, variantsOf, withoutStop } from './prose.ts';

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
  const usual = /\bmicro\b|\bsmall(?:er)? (?:creators|accounts)/i.test(text) ? 2_500 : 5_000;
  return leastFollowers(text) ?? usual;
};

const engagementFor = (text: string, minFollowers: number): number => {
  const said = text.match(/(\d+(?:\.\d+)?)\s?%\s*(?:\w+\s)?engagement|engagement\D{0,20}(\d+(?:\.\d+)?)\s?%/i);
  if (said) return Number(said[1] ?? said[2]);
  return minFollowers >= 50_000 ? 1.5 : minFollowers < 5_000 ? 3 : 2;
};

/** The ideal partner of a business, in words and numbers; engagement is a percent number. */
export const writePartnerProfile = (input: ProfileInput) => {
  const { businessName, targetAudience, businessDescription, additionalCriteria } = input;
  const everything = [targetAudience, businessDescription, additionalCriteria].join('. ');
  const ranked = rankNiches(everything, input.industry);
  const best = ranked[0]?.industry ?? '';
  const near = ranked.filter(({ industry }) => industry === best).slice(0, 2);
  const values = {
    business: businessName || 'the business',
    audience: audiencePhrase(targetAudience) || 'your customers',
    fields: near.map(({ niche }) => niche.topic).join(' or '),
    offer: small(withoutStop(sentencesOf(businessDescription)[0] ?? '')),
    wish: small(withoutStop(additionalCriteria)),
  };
  const variants = variantsOf('partner_profile', values, `${businessName}${targetAudience}`);
  const parts = ['opening', 'field', values.offer ? 'offer' : 'withoutOffer', 'wish'];
  const preferred = platforms.filter((platform) =>
    input.preferredPlatforms.some((name) => name.toLowerCase() === platform),
  );
  const minFollowers = followersFor(everything);
  return {
    description: parts.flatMap((part) => variants(part).slice(0, 1)).join(' '),
    industry: sampleIndustry(input.industry) ? input.industry : best,
    minFollowers,
    minEngagement: engagementFor(everything, minFollowers),
    platforms: preferred.length > 0 ? preferred : (usualPlatforms[best] ?? ['linkedin', 'youtube']),
    targetAudience: withoutStop(targetAudience),
  };
};
