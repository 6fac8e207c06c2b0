import { z } from 'zod';

/**
 * What a server that speaks as OpenAI does may lack. `responses`: it is asked by chat completions. `json_schema`: the form of an answer is asked for
 * in words.
 */
export const AI_LACKS = ['responses', 'json_schema', 'web_search', 'embeddings'] as const;
export type AiLack = (typeof AI_LACKS)[number];

export const AI_LACK_WORDS: Readonly<Record<AiLack, string>> = {
  responses: 'no Responses API',
  json_schema: 'no JSON schema',
  web_search: 'no web search',
  embeddings: 'no embeddings',
};

export const aiServerCheck = z.object({ lacks: z.array(z.enum(AI_LACKS)) });
