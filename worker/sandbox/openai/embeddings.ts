import type { CreateEmbeddingResponse } from 'openai/resources/embeddings';
import { z } from 'zod';
import { hashOf } from '../hash.ts';
import { parse } from './call.ts';
import { mustBeOffered } from './models.ts';
import { BadRequest } from './operations.ts';

/** As the real one. */
const MOST = { inputs: 2_048, tokens: 8_192, tokensOfRequest: 300_000 };
const DIMENSIONS = 256;

const Call = z.object({
  model: z.string().min(1),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
  encoding_format: z.enum(['float', 'base64']).default('float'),
});

/** Texts of the sandbox have about as many tokens as the real ones count: four letters each, and one a letter of other scripts. */
const tokensOf = (text: string): number =>
  Math.ceil([...text].reduce((sum, letter) => sum + ((letter.codePointAt(0) ?? 0) < 0x250 ? 0.25 : 1), 0));

/** Words of one stem share their first letters. */
const partsOf = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{3,}/gu) ?? []).flatMap((word) => [word, word.slice(0, 5), word.slice(0, 4)]);

/** The nearer, the more words and stems two texts share. It knows no synonyms and no other language. */
function vectorOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const part of new Set(partsOf(text))) {
    const hash = hashOf(`embedding ${part}`);
    const place = hash % DIMENSIONS;
    vector[place] = (vector[place] ?? 0) + (Math.floor(hash / DIMENSIONS) % 2 === 0 ? 1 : -1);
  }
  const length = Math.hypot(...vector);
  // a text without words is near to nothing in particular
  return length === 0 ? [1, ...vector.slice(1)] : vector.map((value) => value / length);
}

const asBase64 = (vector: number[]): string => Buffer.from(new Float32Array(vector).buffer).toString('base64');

/** Answers POST /v1/embeddings. Throws BadRequest and NoSuchModel. */
export const createEmbeddings = (body: unknown, now: Date): CreateEmbeddingResponse => {
  const { model, input, encoding_format: format } = parse(Call, body);
  mustBeOffered(model, now);
  if (!model.startsWith('text-embedding'))
    throw new BadRequest(`You are not allowed to generate embeddings from this model: ${model}`, 'model');
  const texts = typeof input === 'string' ? [input] : input;
  if (texts.length > MOST.inputs) throw new BadRequest(`'$.input' is too long: at most ${MOST.inputs} items.`, 'input');
  if (texts.includes('')) throw new BadRequest("'$.input' is invalid: an input must not be empty.", 'input');
  const tokens = texts.map(tokensOf);
  const longest = Math.max(...tokens);
  if (longest > MOST.tokens)
    throw new BadRequest(
      `This model's maximum context length is ${MOST.tokens} tokens, however you requested ${longest} tokens.`,
      'input',
    );
  const all = tokens.reduce((sum, count) => sum + count, 0);
  if (all > MOST.tokensOfRequest)
    throw new BadRequest(`Requested ${all} tokens, max ${MOST.tokensOfRequest} tokens per request`, 'input');
  const data = texts.map((text, index) => {
    const vector = vectorOf(text);
    const embedding = (format === 'base64' ? asBase64(vector) : vector) as number[];
    return { object: 'embedding' as const, index, embedding };
  });
  return { object: 'list', data, model, usage: { prompt_tokens: all, total_tokens: all } };
};
