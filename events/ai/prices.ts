import type { AiOperation } from './aiCall.ts';

/** US dollars a million tokens. `cacheWrite`: of input that the provider keeps for later calls; unset: as any other input. */
type ModelPrice = { input: number; cachedInput: number; cacheWrite?: number; output: number };

/**
 * The prices of AI models: standard, for prompts of up to 272,000 tokens. Source: https://developers.openai.com/api/docs/pricing and its model pages,
 * on `date`. A model without a public price is not listed.
 */
export const PRICE_LIST = {
  date: '2026-11-23',
  models: {
    'gpt-6-astra': { input: 10, cachedInput: 1, cacheWrite: 12.5, output: 50 },
    'gpt-6.1-sol': { input: 2, cachedInput: 0.1, cacheWrite: 2.5, output: 10 },
    'gpt-6.1-terra': { input: 1, cachedInput: 0.05, cacheWrite: 1.25, output: 5 },
    'gpt-6-sol': { input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 10 },
    'gpt-6-luna': { input: 0.1, cachedInput: 0.01, cacheWrite: 0.125, output: 0.5 },
    'gpt-5.6-sol': { input: 4, cachedInput: 0.4, cacheWrite: 5, output: 20 },
    'gpt-5.6-terra': { input: 2, cachedInput: 0.2, cacheWrite: 2.5, output: 12 },
    'gpt-5.6-luna': { input: 0.2, cachedInput: 0.02, cacheWrite: 0.25, output: 1.2 },
    'gpt-5.5': { input: 5, cachedInput: 0.5, output: 30 },
    'gpt-5.4': { input: 2.5, cachedInput: 0.25, output: 15 },
    'gpt-5.4-mini': { input: 0.75, cachedInput: 0.075, output: 4.5 },
    'gpt-5.4-nano': { input: 0.2, cachedInput: 0.02, output: 1.25 },
    'gpt-5.2': { input: 1.75, cachedInput: 0.175, output: 14 },
    'gpt-5.1': { input: 1.25, cachedInput: 0.125, output: 10 },
    'gpt-5': { input: 1.25, cachedInput: 0.125, output: 10 },
    'gpt-5-mini': { input: 0.25, cachedInput: 0.025, output: 2 },
    'gpt-5-nano': { input: 0.05, cachedInput: 0.005, output: 0.4 },
    // until they end: the pricing page of March 2026, by two copies; pro models have no price for cached input
    'gpt-5-pro': { input: 15, cachedInput: 15, output: 120 },
    o3: { input: 2, cachedInput: 0.5, output: 8 },
    'o3-pro': { input: 20, cachedInput: 20, output: 80 },
    'gpt-4.1': { input: 2, cachedInput: 0.5, output: 8 },
    'gpt-4.1-mini': { input: 0.4, cachedInput: 0.1, output: 1.6 },
    'gpt-4o': { input: 2.5, cachedInput: 1.25, output: 10 },
    'gpt-4o-mini': { input: 0.15, cachedInput: 0.075, output: 0.6 },
    // embeddings, read 2026-11-30: OpenAI's page of the model by two price lists, and OpenRouter, which adds nothing
    'text-embedding-3-small': { input: 0.02, cachedInput: 0.02, output: 0 },
    'text-embedding-3-large': { input: 0.13, cachedInput: 0.13, output: 0 },
  } as Readonly<Record<string, ModelPrice>>,
  /** One search of the web_search tool, plus the tokens of its pages: $10 per 1,000. */
  webSearch: 0.01,
} as const;

/** The days on which models are switched off. Source: https://developers.openai.com/api/docs/deprecations, read on 2026-11-23. */
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

/** The tokens of a call. `cachedInput` and `cacheWrite` are parts of `input`; `output` holds the model's thinking, which is billed as output. */
export type AiUsage = {
  input: number;
  cachedInput: number;
  cacheWrite?: number;
  output: number;
  webSearches?: number;
};

/** No listed model takes a longer input or writes a longer answer (gpt-5.4, read 2026-11-29). */
export const MOST_TOKENS = { input: 1_050_000, output: 128_000 } as const;

/** Cuts a count that no model can reach. `isCut`: it was. */
export function cutUsage(used: Required<Omit<AiUsage, 'webSearches'>>): { used: typeof used; isCut: boolean } {
  const input = Math.min(used.input, MOST_TOKENS.input);
  const cut = {
    input,
    cachedInput: Math.min(used.cachedInput, input),
    cacheWrite: Math.min(used.cacheWrite, input),
    output: Math.min(used.output, MOST_TOKENS.output),
  };
  return { used: cut, isCut: input < used.input || cut.output < used.output };
}

/** Looks up a model in a list, or its family if the name ends with a date. */
function lookUp<T>(list: Readonly<Record<string, T>>, model: string): T | null {
  const name = [model, model.replace(/-\d{4}-\d{2}-\d{2}$/, '')].find((known) => Object.hasOwn(list, known));
  return name === undefined ? null : (list[name] ?? null);
}

/** The cost of one call in US dollars; null when the model is not in the price list (never guessed). */
export function costOfCall(model: string, used: AiUsage): number | null {
  const price = lookUp(PRICE_LIST.models, model);
  if (!price) return null;
  const written = Math.min(used.cacheWrite ?? 0, Math.max(0, used.input - used.cachedInput));
  const fresh = Math.max(0, used.input - used.cachedInput - written);
  const input =
    fresh * price.input + used.cachedInput * price.cachedInput + written * (price.cacheWrite ?? price.input);
  const searches = (used.webSearches ?? 0) * PRICE_LIST.webSearch;
  return Math.round((input + used.output * price.output) * 1_000 + searches * 1e9) / 1e9;
}

/** The provider's shutdown day of a model (yyyy-mm-dd); null when none is known. */
export const shutdownOf = (model: string): string | null => lookUp(SHUTDOWNS, model);

/** The list price of a usual call; null when the model is not in the list. */
export const usualCost = (model: string, operation: AiOperation): number | null =>
  costOfCall(model, USUAL_CALL[operation]);

/** The reserve for a call of a model without a price: the dearest model's cost. So a budget limits it, too. */
export const dearestCost = (operation: AiOperation): number =>
  Math.max(...Object.keys(PRICE_LIST.models).map((model) => usualCost(model, operation) ?? 0));

/**
 * The tokens of a usual call, for an estimate before the first one. Our prompts and answers are measured (`npm run bench -- ai`). Thinking takes some
 * 700 tokens more, and a web search also reads pages.
 */
const USUAL_CALL: Readonly<Record<AiOperation, AiUsage>> = {
  partnerGeneration: { input: 300, cachedInput: 0, output: 800 },
  // it reads a page or two of each person it names
  partnerDiscovery: { input: 60_000, cachedInput: 0, output: 3_000, webSearches: 6 },
  messageGeneration: { input: 900, cachedInput: 0, output: 900 },
  profileGeneration: { input: 300, cachedInput: 0, output: 850 },
  contactEnhancement: { input: 8_000, cachedInput: 0, output: 800, webSearches: 2 },
  replyClassification: { input: 600, cachedInput: 0, output: 300 },
  replyDraft: { input: 1_400, cachedInput: 0, output: 850 },
  textJudgment: { input: 900, cachedInput: 0, output: 150 },
  // 30 candidates
  partnerJudgment: { input: 6_000, cachedInput: 0, output: 2_500 },
  embedding: { input: 3_000, cachedInput: 0, output: 0 },
};
