import { readFileSync } from 'node:fs';
import { hashOf } from '../hash.ts';

/** A capital first letter, also behind an opening quotation mark. */
export const capital = (text: string): string => text.replace(/^“?./u, (start) => start.toUpperCase());

/** Lowers the first letter, but leaves "AI", "I'm" and "YouTube" alone. */
export const small = (text: string): string =>
  /^(?:[A-Z][a-z'’-]*[A-Z0-9]|[A-Z]{2}|I\b|Gen\b)/.test(text) ? text : text.charAt(0).toLowerCase() + text.slice(1);

export const sentencesOf = (text: string): string[] =>
  (text.replace(/\s+/g, ' ').match(/.+?(?:[.!?](?=\s|$)|$)/g) ?? []).map((part) => part.trim()).filter(Boolean);

export const withoutStop = (text: string): string => text.trim().replace(/[\s.!?;:,]+$/, '');

/** The first `limit` words, without a small word at the end. */
export const firstWords = (text: string, limit: number): string =>
  text.split(/\s+/).length <= limit
    ? text
    : withoutStop(text.split(/\s+/).slice(0, limit).join(' ')).replace(
        /( (?:an?|the|of|for|with|in|on|and|who|that))+$/i,
        '',
      );

type Templates = Record<'partner_profile' | 'outreach_message', Record<string, string[]>>;
const templates = JSON.parse(readFileSync(new URL('templates.json', import.meta.url), 'utf8')) as Templates;

/**
 * The variants of a part of an operation's template, from a place that the seed chooses: the same input gets the same words.
 * A variant is left out when one of its {slots} has no value; {Slot} starts with a capital.
 */
export const variantsOf =
  (operation: keyof Templates, values: Readonly<Record<string, string>>, seed: string) =>
  (part: string): string[] => {
    const slot = /\{(\w+)\}/g;
    const fit = (templates[operation][part] ?? []).filter((variant) =>
      [...variant.matchAll(slot)].every(([, name = '']) => values[small(name)]),
    );
    const start = hashOf(`${part} ${seed}`) % (fit.length || 1);
    return [...fit.slice(start), ...fit.slice(0, start)].map((variant) =>
      variant.replace(slot, (_, name: string) =>
        name === small(name) ? (values[name] ?? '') : capital(values[small(name)] ?? ''),
      ),
    );
  };

/** "Anna-Lena" of "Dr. Anna-Lena “Trail” O'Neil (she/her)"; empty for what is no name to greet by, such as "baker_99". */
export const firstNameOf = (name: string): string => {
  const plain = name
    .replace(/["“„][^"“”]*["”]|\([^)]*\)/g, ' ')
    .replace(/[,|].*$/, '')
    .trim();
  if (!/^\p{L}[\p{L}\p{M}\s'’.-]*$/u.test(plain)) return '';
  const [first = '', ...rest] = plain.replace(/^(?:(?:dr|prof|mrs?|ms|sir)\b\.?\s+)+/i, '').split(/\s+/);
  return first.endsWith('.') && rest.length > 0 ? [first, ...rest].join(' ') : first;
};
