/** Whether each part of an AI's text rests on what it names. It compares ids, figures and links, and reads no words. */
import { formatFollowers } from '../../shared/format.ts';
import { type FigureToken, figureTokens } from '../figureTokens.ts';
import type { Part } from '../parts.ts';
import { linksIn, outsideSlots, type Slots } from '../slots.ts';
import { type Flaw, MOST_FLAWS } from './flaw.ts';

/** `facts`: of the partner, by id. `slots`: the offer's values. `own`: what the user said. `names`: of the partner; a digit in one is no figure. */
export type PartSources = {
  facts: ReadonlyMap<string, string>;
  slots: Slots;
  own: readonly string[];
  names: readonly (string | null)[];
};

/** What a part may rest on besides the partner's facts. */
export const OWN_SOURCES = ['profile', 'offer'] as const;
const isOwn = (cite: string): boolean => (OWN_SOURCES as readonly string[]).includes(cite);

export function partFlaws(parts: readonly Part[], sources: PartSources): Flaw[] {
  const { facts } = sources;
  const unknown = new Set(parts.flatMap(({ cites }) => cites.filter((cite) => !facts.has(cite) && !isOwn(cite))));
  const wrong = parts.filter((part) => !rests(part, sources)).slice(0, MOST_FLAWS);
  return [
    ...wrong.map(({ text }): Flaw => ({ rule: 'part', quote: text })),
    ...(unknown.size > 0 ? [{ rule: 'fact' as const, quote: String(unknown.size) }] : []),
  ];
}

function rests(part: Part, sources: PartSources): boolean {
  const { kind, cites } = part;
  const { facts, slots, own } = sources;
  const text = sources.names.reduce<string>((rest, name) => (name ? rest.replaceAll(name, ' ') : rest), part.text);
  if (kind === 'offer') return outsideSlots(text, slots).length === 0;
  if (linksIn(text).length > 0 || (slots.code && text.includes(slots.code))) return false;
  const cited = cites.flatMap((cite) => facts.get(cite) ?? []);
  if (kind === 'about_them') return cited.length > 0 && holds(cited, text);
  if (kind === 'about_us' && !cites.some(isOwn)) return false;
  return holds([...cited, ...own], text);
}

/** Whether the texts have each figure of another. A number without its unit is the same number; another unit is another figure. */
function holds(texts: readonly string[], text: string): boolean {
  const known = texts.flatMap(figureTokens);
  const isKnown = ({ value, unit }: FigureToken) =>
    known.some(
      (one) =>
        (one.unit === unit || unit === '') &&
        (one.value === value || (one.value >= 1_000 && short(one.value) === value)),
    );
  return figureTokens(text).every(isKnown);
}

/** 12,345 followers are "12.3K". */
const short = (count: number): number | undefined => figureTokens(formatFollowers(count))[0]?.value;
