import type { BusinessProfileView, GeneratedProfileView } from '../../../api/views.ts';
import type { AudienceStep, BusinessStep } from '../../../events/accounts/businessInput.ts';
import { countriesIn, countryInText, regionsOf } from '../../../events/shared/countries.ts';
import type { Platform } from '../../../events/shared/options.ts';
import { readDraft } from './typedDraft.ts';

/** The known facts about the people that the first search looks for. Empty texts: nothing is typed yet. */
export type LookedFor = {
  businessName: string;
  industry: string;
  audience: string;
  platforms: readonly Platform[];
  additional: string;
  exclusions: readonly string[];
  /** null: the partner profile is not generated yet. */
  minFollowers: number | null;
};

type Typed = Partial<BusinessStep & AudienceStep>;

/** The saved setup with the typed text over it. */
export function typedSoFar(profile: BusinessProfileView | null, userId: string): Typed {
  return {
    businessName: profile?.businessName ?? '',
    industry: profile?.industry ?? '',
    targetAudience: profile?.partnerCriteria?.targetAudience ?? '',
    preferredPlatforms: profile?.preferredPlatforms ?? [],
    additionalCriteria: profile?.partnerCriteria?.additionalCriteria ?? '',
    exclusions: profile?.partnerCriteria?.exclusions ?? [],
    ...readDraft<BusinessStep>(userId, 'business'),
    ...readDraft<AudienceStep>(userId, 'audience'),
  };
}

/** `made`: the generated partner profile, where that is what is shown. */
export function lookedFor(typed: Typed, made: GeneratedProfileView | null): LookedFor {
  return {
    businessName: typed.businessName?.trim() ?? '',
    industry: made?.industry ?? typed.industry ?? '',
    audience: (made?.targetAudience ?? typed.targetAudience ?? '').trim(),
    platforms: made?.platforms ?? typed.preferredPlatforms ?? [],
    additional: typed.additionalCriteria?.trim() ?? '',
    exclusions: typed.exclusions ?? [],
    minFollowers: made?.minFollowers ?? null,
  };
}

const list = new Intl.ListFormat('en', { type: 'conjunction' });

/** Where the people are, and whether the text says so: a text without a country leaves it to the default. */
export function regionsText({ audience, additional }: LookedFor): { text: string; named: boolean } {
  const named = countriesIn(`${audience} ${additional}`);
  return { text: list.format(regionsOf(named).map(countryInText)), named: named.length > 0 };
}

/** A text within a sentence: cut at a word, and without its full stop. */
export function inSentence(text: string, most = 120): string {
  const line = text.replace(/\s+/g, ' ').trim();
  const short = line.length > most ? `${line.slice(0, most).replace(/\s\S*$/, '')}…` : line.replace(/[.!]+$/, '');
  // an abbreviation or a name keeps its capital
  return /^\p{Lu}\p{Ll}+(\s\p{Ll}|$)/u.test(short) ? short.charAt(0).toLowerCase() + short.slice(1) : short;
}
