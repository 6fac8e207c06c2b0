import { z } from 'zod';
import { modelFor } from '../../../events/ai/aiTasks.ts';
import type { AiCalls } from '../../aiCalls.ts';
import type { Embed } from './askAi.ts';
import { isMissingPath } from './dialect.ts';
import { isModelMissing, noEmbeddings, type Refusal, refusalIn, unusable } from './failure.ts';
import { type Meter, recordedCall } from './recordedCall.ts';
import { usageOf } from './said.ts';
import { type AiServer, type OpenAiOptions, serverOf } from './server.ts';

const TIMEOUT_MS = 60_000;
const MOST_INPUTS = 2_048;
/** OpenAI takes 300,000 tokens a request and 8,191 an input. A token has a byte or more. */
const MOST_BYTES = 300_000;
/** The bytes of an input. Local models take less than OpenAI's, and some refuse what is longer. */
const LONGEST = [8_191, 1_500, 400] as const;

const vectorsSchema = z.object({
  model: z.string().nullish(),
  data: z.array(z.object({ index: z.int().nonnegative().optional(), embedding: z.array(z.number()).min(1) })),
});

const TOO_LONG =
  /too (long|large)|context|maximum.*(tokens|length)|tokens.*(exceed|maximum)|exceeds?\b.*(tokens|length)/i;
const isTooLong = ({ status, says }: Refusal): boolean => [400, 413, 422, 500].includes(status) && TOO_LONG.test(says);

/** The server makes no embeddings, or has no model for them. */
const isUnable = (refusal: Refusal): boolean =>
  isMissingPath(refusal) ||
  isModelMissing(refusal) ||
  ([400, 422, 500].includes(refusal.status) && /(not|n't) support|unsupported|not an embedding/i.test(refusal.says));

/** Opens the way to the embeddings of a server. Throws ProviderError as askAi does; `no_embeddings`: this server never makes any. */
export function openEmbeddings(calls: AiCalls, ai: OpenAiOptions | AiServer): Embed {
  const server = serverOf(ai);
  const model = modelFor(server.models, 'embedding');
  let longest = 0;

  async function vectorsOf(texts: readonly string[], meter: Meter, signal: AbortSignal): Promise<number[][]> {
    for (;;) {
      try {
        const input = texts.map((text) => cut(text, LONGEST[longest] ?? 0));
        // base64, which the SDK would ask for, is not known to every server
        const asking = server.client.embeddings.create(
          { model, input, encoding_format: 'float' },
          { timeout: server.timeoutMs ?? TIMEOUT_MS, signal },
        );
        const said = (await (await asking.asResponse()).json()) as { usage?: unknown };
        meter.isAnswered = true;
        meter.usage = usageOf(said.usage);
        return inOrder(said, texts.length);
      } catch (error) {
        const refusal = refusalIn(error);
        if (refusal && isTooLong(refusal) && longest < LONGEST.length - 1) longest += 1;
        else if (refusal && server.isOther && isUnable(refusal)) {
          server.learn('embeddings');
          throw noEmbeddings();
        } else throw error;
      }
    }
  }

  return async (texts, question) => {
    const vectors: number[][] = [];
    for (const batch of batches(texts)) {
      if (server.lacks.has('embeddings')) throw noEmbeddings();
      const call = {
        ...{ operation: 'embedding' as const, promptVersion: 'embedding@1', model },
        timeoutMs: server.timeoutMs ?? TIMEOUT_MS,
      };
      vectors.push(
        ...(await recordedCall(calls, server, question, call, (meter, signal) => vectorsOf(batch, meter, signal))),
      );
    }
    return { vectors, model };
  };
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** The beginning of a text, as many whole characters as fit. An empty text is refused, a blank is not. */
function cut(text: string, bytes: number): string {
  const buffer = new Uint8Array(bytes);
  const { written } = encoder.encodeInto(text, buffer);
  return decoder.decode(buffer.subarray(0, written)) || ' ';
}

/** As few requests as the limits allow. */
function batches(texts: readonly string[]): string[][] {
  const all: string[][] = [];
  let bytes = 0;
  for (const text of texts) {
    const size = Math.min(LONGEST[0], Buffer.byteLength(text));
    const last = all.at(-1);
    if (last && last.length < MOST_INPUTS && bytes + size <= MOST_BYTES) {
      last.push(text);
      bytes += size;
    } else {
      all.push([text]);
      bytes = size;
    }
  }
  return all;
}

/** The vectors in the order of the texts. Throws ProviderError if one is missing. */
function inOrder(said: unknown, count: number): number[][] {
  const { data } = vectorsSchema.safeParse(said);
  const vectors: number[][] = [];
  for (const [place, { index, embedding }] of (data?.data ?? []).entries()) vectors[index ?? place] = embedding;
  const length = vectors[0]?.length;
  const isWhole = vectors.length === count && Array.from(vectors).every((one) => one?.length === length);
  if (!isWhole) throw unusable();
  return vectors;
}
