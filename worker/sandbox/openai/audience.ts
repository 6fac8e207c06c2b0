import { firstWords, sentencesOf, small, withoutStop } from './prose.ts';

const preamble =
  /^(?:(?:our|my|the) )?(?:(?:ideal|target|main|typical) )*(?:customers?|audience|clients?|buyers?|market|group)(?: (?:are|is)|:)\s+|^we (?:target|sell to|serve|work with|help)\s+/i;

/** "Our customers are trail runners aged 25–45. They …" → "trail runners aged 25–45". */
export const audiencePhrase = (text: string): string =>
  small(firstWords(withoutStop((sentencesOf(text)[0] ?? '').replace(preamble, '')), 24));

/** Up to 8 groups of people that a text about an audience names, such as "trail runners": the last two words of each part. */
export const audienceTermsIn = (text: string): string[] => {
  const terms = audiencePhrase(text)
    .toLowerCase()
    .split(/[^\p{L}\p{M}\s'’-]+|\b(?:and|or)\b/u)
    .map((part) => part.split(/\b(?:who|that|with|in|from|for|aged?|between|of|to|at|on)\b/)[0]?.trim() ?? '')
    .map((part) => part.split(/\s+/).slice(-2).join(' '));
  return [...new Set(terms)]
    .filter((term) => term.endsWith('s') || term.endsWith('en') || term === 'people')
    .slice(0, 8);
};

/** Countries that people write in several ways. */
const spellings: Record<string, RegExp> = {
  'united states':
    /\b(?:united states|usa|u\.s\.|north america|american [a-z]+s)\b|(?<!(?:latin|south|central|north) )\bamerica\b/i,
  canada: /\b(?:canada|north america|canadians?)\b/i,
  'united kingdom': /\b(?:united kingdom|uk|britain|british|scotland|wales)\b|(?<!\bnew )\bengland\b/i,
  netherlands: /\b(?:netherlands|holland)\b/i,
  australia: /\baustralian?s?\b/i,
  mexico: /(?<!\bnew )\bmexico\b/i,
};
const countries =
  'ireland,germany,austria,switzerland,belgium,france,spain,portugal,italy,poland,sweden,norway,denmark,finland,new zealand,india,japan,brazil,south africa';

/** Places that a model repeats though they are in no country. */
const invented = 'atlantis,narnia,wakanda';

/** Country names in lower case that a text names, but not where goods come from; empty if it names none. */
export const regionsIn = (text: string): string[] => {
  const sold = text.replace(/\b(?:from|(?:made|grown|produced|roasted|brewed) in) (?:the )?\p{Lu}\w+/gu, '');
  return [...Object.keys(spellings), ...`${countries},${invented}`.split(',')].filter(
    (name) =>
      (spellings[name] ?? new RegExp(`\\b${name}\\b`, 'i')).test(sold) ||
      (name === 'united states' && /\bUS\b/.test(sold)),
  );
};

const amount = (digits: string, unit = ''): number =>
  Math.round(Number.parseFloat(digits.replaceAll(',', '')) * ({ k: 1_000, m: 1_000_000 }[unit.toLowerCase()] ?? 1));

/** The followers that a wish asks for at least, or null; "nobody under 5k" is a least, "nobody over 5k" is not. */
export const leastFollowers = (text: string): number | null => {
  const found = text.match(
    /(?:(?<!\b(?:no|nobody|not|never)\b[^.,;]{0,20})\b(?:at least|more than|over|above|between|min(?:imum)?(?: of)?)|\b(?:no|nobody)\b[^.,;]{0,15}\b(?:under|below))\s+(\d[\d.,]*)\s?([km])?\b(?:\s*(?:-|–|to|and)\s*[\d.,]+\s?[km]?)?\s+(?:followers|subscribers)/i,
  );
  return found?.[1] ? amount(found[1], found[2]) : null;
};
