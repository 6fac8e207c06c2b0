import { hashOf } from '../hash.ts';

/** A capital first letter, also behind an opening quotation mark. */
export const capital = (text: string): string => text.replace(/^“?./u, (start) => start.toUpperCase());

/** Lowers the first letter, but leaves "AI", "I'm" and "YouTube" alone. */
export const small = (text: string): string =>
  /^(?:[A-Z][a-z'’-]*[A-Z0-9]|[A-Z]{2}|I\b|Gen\b)/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

export const sentencesOf = (text: string): string[] =>
  (text.replace(/\s+/g, ' ').match(/.+?(?:[.!?](?=\s|$)|$)/g) ?? []).map((part) => part.trim()).filter(Boolean);

export const withoutStop = (text: string): string => text.trim().replace(/[\s.!?;:,]+$/, '');

export const wordCount = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The first `limit` words, cut where a clause ends if that leaves at least three. */
export const firstWords = (text: string, limit: number): string => {
  const words = text.split(/\s+/);
  if (words.length <= limit) return text;
  const cut = words.slice(0, limit);
  const end = cut.findLastIndex(
    (word, i) => i >= 3 && /^(?:for|with|in|of|on|that|who|and|from|to|about|at|a|the)$/i.test(word),
  );
  return withoutStop((end > 0 ? cut.slice(0, end) : cut).join(' ')).replace(/ (?:a|the|of|for|with|in|on|and)$/i, '');
};

/** One of the choices, always the same for the same seed. */
export const choose = <T>(choices: readonly T[], seed: string): T => choices[hashOf(seed) % choices.length] as T;

const preamble =
  /^(?:(?:our|my|the) )?(?:(?:ideal|target|main|typical) )*(?:customers?|audience|clients?|buyers?|market|group)(?: (?:are|is)|:)\s+|^we (?:target|sell to|serve|cater to|work with|help)\s+/i;

/** "Our customers are trail runners aged 25–45. They …" → "trail runners aged 25–45". */
export const audiencePhrase = (text: string): string =>
  small(firstWords(withoutStop((sentencesOf(text)[0] ?? '').replace(preamble, '')), 24));
