import type { AiOperation } from './aiCall.ts';

/** What AI models cost, in US dollars a million tokens, with the date on which the list was read from the provider's price page. */
export const PRICE_LIST = {
  date: '2026-06-01',
  models: {
    'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 },
    'gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4 },
    'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 },
    'gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
    'gpt-4.1': { input: 2, cachedInput: 0.5, output: 8 },
    'gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6 },
  } as Readonly<Record<string, { input: number; cachedInput: number; output: number }>>,
} as const;

export type Tokens = { input: number; cachedInput: number; output: number };

/** The cost of one call in US dollars; null when the model is not in the price list (never guessed). Dated model names fall back to their family. */
export function costOfCall(model: string, tokens: Tokens): number | null {
  const family = model.replace(/-\d{4}-\d{2}-\d{2}$/, '');
  const name = [model, family].find((known) => Object.hasOwn(PRICE_LIST.models, known));
  const price = name === undefined ? undefined : PRICE_LIST.models[name];
  if (!price) return null;
  const fresh = Math.max(0, tokens.input - tokens.cachedInput);
  const micro = fresh * price.input + tokens.cachedInput * price.cachedInput + tokens.output * price.output;
  return Math.round(micro * 1_000) / 1_000_000_000;
}

/**
 * The tokens of a usual call, for an estimate before the first one: what our prompts and answers come to, with some 700 tokens of thinking,
 * which count as output; a web search also reads pages.
 */
export const USUAL_TOKENS: Readonly<Record<AiOperation, Tokens>> = {
  partnerGeneration: { input: 300, cachedInput: 0, output: 800 },
  messageGeneration: { input: 400, cachedInput: 0, output: 900 },
  profileGeneration: { input: 300, cachedInput: 0, output: 850 },
  contactEnhancement: { input: 8_000, cachedInput: 0, output: 800 },
};
