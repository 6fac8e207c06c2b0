import type OpenAI from 'openai';
import { z } from 'zod';
import { cutUsage } from '../../../events/ai/prices.ts';
import type { Dialect } from './dialect.ts';

/** A question as it goes over the wire. */
export type Wire = {
  client: OpenAI;
  model: string;
  dialect: Dialect;
  instructions: string;
  /** The facts, as JSON. */
  input: string;
  answer: { name: string; schema: z.ZodType };
  maxOutputTokens: number;
  /** null: no web search. */
  webSearch: { from: string | null; maxToolCalls: number | undefined } | null;
  timeoutMs: number;
  signal: AbortSignal;
};

export type Usage = ReturnType<typeof cutUsage>;

/** An answer, whatever API it came by. */
export type Said = {
  /** null: nothing that can be counted. */
  usage: Usage | null;
  model: string;
  /** Billed web searches. */
  webSearches: number;
  /** Whether the answer shows a search at all. */
  hasSearched: boolean;
  /** The pages that a web search read or cites. */
  opened: string[];
  /** Why there is no answer, as a code. `failed`: by trouble of the server. */
  without: { code: string; failed: boolean } | null;
  text: string;
};

const count = z.int().nonnegative();
const details = z
  .object({ cached_tokens: count.catch(0), cache_write_tokens: count.catch(0) })
  .nullish()
  .catch(null);
const usageSchema = z.union([
  z.object({ input_tokens: count, output_tokens: count, input_tokens_details: details }),
  z
    .object({ prompt_tokens: count, completion_tokens: count.default(0), prompt_tokens_details: details })
    .transform((said) => ({
      input_tokens: said.prompt_tokens,
      output_tokens: said.completion_tokens,
      input_tokens_details: said.prompt_tokens_details,
    })),
]);

/** The usage that an answer names. null: nothing that can be counted. */
export function usageOf(said: unknown): Usage | null {
  const { data } = usageSchema.safeParse(said);
  return data
    ? cutUsage({
        input: data.input_tokens,
        cachedInput: data.input_tokens_details?.cached_tokens ?? 0,
        cacheWrite: data.input_tokens_details?.cache_write_tokens ?? 0,
        output: data.output_tokens,
      })
    : null;
}

/** The JSON in an answer. Some models think aloud first, or put it into a fence. Throws SyntaxError. */
export function jsonIn(text: string): unknown {
  const spoken = text.replace(/^\s*<think>[\s\S]*?<\/think>/i, '');
  try {
    return JSON.parse(spoken);
  } catch {
    return JSON.parse(spoken.slice(spoken.indexOf('{'), spoken.lastIndexOf('}') + 1));
  }
}
