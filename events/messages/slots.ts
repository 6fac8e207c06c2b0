/**
 * The values of an offer, each under a name that the AI writes in their place: `{f1}`, `{code}`, `{link}`. Code fills them in, so they cannot be
 * wrong.
 */
import type { Offer } from '../campaigns/settingWords.ts';
import { type FigureToken, figureTokens } from './figureTokens.ts';

export type Slots = Readonly<Record<string, string>>;

const LINK = /(?:https?:\/\/|www\.)[^\s<>"“”()]*[^\s<>"“”().,;:!?'’]/giu;
const SLOT = /\{(\w{1,20})\}/g;

export const linksIn = (text: string): string[] => text.match(LINK) ?? [];
const withoutLinks = (text: string): string => text.replace(LINK, ' ');

/** `texts`: the user's instructions, which may state the offer, too. */
export function slotsOf(offer: Offer | null, texts: readonly (string | null | undefined)[]): Slots {
  const said = [offer?.what, offer?.commission, ...texts].filter((text): text is string => Boolean(text));
  const code = offer?.code ?? '';
  const plain = said.map((text) => withoutLinks(code ? text.replaceAll(code, ' ') : text));
  const figures = new Set(plain.flatMap(figureTokens).map(({ text }) => text));
  const links = new Set([...(offer?.link ? [offer.link] : []), ...said.flatMap(linksIn)]);
  return Object.fromEntries([
    ...[...figures].map((figure, at) => [`f${at + 1}`, figure]),
    ...(code ? [['code', code]] : []),
    ...[...links].map((link, at) => [at === 0 ? 'link' : `link${at + 1}`, link]),
  ]);
}

/** A slot that does not exist stays, and is found as a placeholder. */
export const fillSlots = (text: string, slots: Slots): string =>
  text.replace(SLOT, (slot, name: string) => (Object.hasOwn(slots, name) ? (slots[name] ?? '') : slot));

const escaped = (value: string): string => value.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&');

/** The offer as the AI reads it: with slots in place of its values. */
export function withSlots(text: string, slots: Slots): string {
  const names = new Map(Object.entries(slots).map(([name, value]) => [value, name]));
  if (names.size === 0) return text;
  const longestFirst = [...names.keys()].toSorted((a, b) => b.length - a.length).map(escaped);
  // not within a longer word or number
  const value = new RegExp(
    String.raw`(?<![\p{Script=Latin}\p{N}]|\p{N}[.,])(?:${longestFirst.join('|')})(?![\p{Script=Latin}\p{N}]|[.,]\p{N})`,
    'gu',
  );
  return text.replace(value, (found) => `{${names.get(found)}}`);
}

const sameFigure = (a: FigureToken, b: FigureToken): boolean => a.value === b.value && a.unit === b.unit;

/** What an offer's text has that is no value of the offer: figures, links, and slots that do not exist. */
export function outsideSlots(text: string, slots: Slots): string[] {
  const values = Object.values(slots);
  const links = linksIn(text).filter((link) => !values.includes(link));
  const code = slots.code ?? '';
  const plain = withoutLinks(code ? text.replaceAll(code, ' ') : text);
  const known = values.flatMap(figureTokens);
  const figures = figureTokens(plain.replace(SLOT, ' ')).filter(
    (one) => !known.some((other) => sameFigure(one, other)),
  );
  const unknown = [...plain.matchAll(SLOT)]
    .filter(([, name = '']) => !Object.hasOwn(slots, name))
    .map(([slot]) => slot);
  return [...links, ...figures.map((one) => one.text), ...unknown];
}
