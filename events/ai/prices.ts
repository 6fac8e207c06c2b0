import type { AiOperation } from './aiCall.ts';

/** US dollars a million tokens. `cacheWrite`: of input that the provider keeps for later calls; unset: as any other input. */
type ModelPrice = { input: number; cachedInput: number; cacheWrite?: number; output: number };

/**
 * What AI models cost: the standard prices for prompts of up to 272,000 tokens.
 * Source: the model pages of https://developers.openai.com/api/docs/models, read on `date`. A model without a public price is not listed.
 */
export const PRICE_LIST = {
  date: '2026-11-22',
  models: {
    'gpt-6.1-terra': { input: 1, cachedInput: 0.05, cacheWrite: 1.25, output: 5 },
    'gpt-6-luna': { input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5 },
    'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 },
    'gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4 },
    'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 },
    'gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
    'gpt-4.1': { input: 2, cachedInput: 0.5, output: 8 },
    'gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6 },
  } as Readonly<Record<string, ModelPrice>>,
} as const;

/** The days on which models are switched off. Source: https://developers.openai.com/api/docs/deprecations, read on 2026-11-22. */
const SHUTDOWNS: Readonly<Record<string, string>> = {
  'gpt-4.1-nano': '2026-10-23',
  'o4-mini': '2026-10-23',
  'gpt-5': '2026-12-11',
  'gpt-5-mini': '2026-12-11',
  'gpt-5-nano': '2026-12-11',
  'gpt-5-pro': '2026-12-11',
  o3: '2026-12-11',
  'o3-pro': '2026-12-11',
  'gpt-4o': '2027-01-14',
  'gpt-4o-mini': '2027-01-14',
  'gpt-4.1': '2027-01-14',
  'gpt-4.1-mini': '2027-01-14',
  'gpt-5.1': '2027-04-01',
};

export type Tokens = { input: number; cachedInput: number; cacheWrite?: number; output: number };

/** What a list says of a model, or of its family when the name ends with a date. */
function lookUp<T>(list: Readonly<Record<string, T>>, model: string): T | null {
  const name = [model, model.replace(/-\d{4}-\d{2}-\d{2}$/, '')].find((known) => Object.hasOwn(list, known));
  return name === undefined ? null : (list[name] ?? null);
}

/** The cost of one call in US dollars; null when the model is not in the price list (never guessed). */
export function costOfCall(model: string, tokens: Tokens): number | null {
  const price = lookUp(PRICE_LIST.models, model);
  if (!price) return null;
  const written = Math.min(tokens.cacheWrite ?? 0, Math.max(0, tokens.input - tokens.cachedInput));
  const fresh = Math.max(0, tokens.input - tokens.cachedInput - written);
  const input =
    fresh * price.input + tokens.cachedInput * price.cachedInput + written * (price.cacheWrite ?? price.input);
  return Math.round((input + tokens.output * price.output) * 1_000) / 1_000_000_000;
}

/** The day on which the provider switches a model off (yyyy-mm-dd); null when none is known. */
export const shutdownOf = (model: string): string | null => lookUp(SHUTDOWNS, model);

/**
 * The tokens of a usual call, for an estimate before the first one: what our prompts and answers come to, with some 700 tokens of thinking,
 * which count as output; a web search also reads pages.
 */
export const USUAL_TOKENS: Readonly<Record<AiOperation, Tokens>> = {
  partnerGeneration: { input: 300, cachedInput: 0, output: 800 },
  messageGeneration: { input: 400, cachedInput: 0, output: 900 },
  profileGeneration: { input: 300, cachedInput: 0, output: 850 },
  contactEnhancement: { input: 8_000, cachedInput: 0, output: 800 },
  replyClassification: { input: 600, cachedInput: 0, output: 300 },
  replyDraft: { input: 1_000, cachedInput: 0, output: 850 },
};
