import type OpenAI from 'openai';
import { AI_LACK_WORDS, type AiLack } from '../../../events/ai/aiServer.ts';
import { modelsInUse } from '../../../events/ai/aiTasks.ts';
import { costOfCall, shutdownOf } from '../../../events/ai/prices.ts';
import { askWell } from './askAi.ts';
import { isMissingPath } from './dialect.ts';
import { failure, isModelMissing, modelMissing, refusalIn, unusable } from './failure.ts';
import { replyClassificationPrompt } from './prompts.ts';
import { type Usage, usageOf } from './said.ts';
import { type AiServer, type OpenAiOptions, serverOf } from './server.ts';

/** The SDK does not know shutdown_date yet. */
type ListedModel = OpenAI.Model & { shutdown_date?: string | null };

const TIMEOUT_MS = 60_000;

/** A check for each model in use: it lets the model answer in one word. Only a call shows whether the account has credit. Throws ProviderError. */
export function openAiChecks(options: OpenAiOptions): { model: string; call: () => Promise<string> }[] {
  const server = serverOf(options);
  return modelsInUse(server.models).map(({ model, tasks }) => ({
    model,
    call: async () => {
      try {
        const { offered, endsOn } = await offerOf(server, model);
        if (!offered) throw modelMissing({ model, tasks });
        const usage = tasks.includes('embeddings') ? await embedWord(server, model) : await answerWord(server, model);
        const lacks = [...server.lacks].map((lack) => AI_LACK_WORDS[lack]);
        return [`${model}${endsOn ? `, which ends on ${endsOn}` : ''}`, costInWords(model, usage), ...lacks].join('; ');
      } catch (error) {
        throw failure(error, { model, tasks });
      }
    },
  }));
}

async function answerWord(server: AiServer, model: string): Promise<Usage | null> {
  const { said } = await askWell(server, {
    ...{ client: server.client, model, timeoutMs: TIMEOUT_MS, signal: AbortSignal.timeout(TIMEOUT_MS) },
    instructions: replyClassificationPrompt.instructions,
    input: `INPUT:\n${JSON.stringify({ lastEmail: null, reply: { subject: 'Hello', text: 'Sounds good.' } })}`,
    answer: { name: replyClassificationPrompt.name, schema: replyClassificationPrompt.answer },
    // an answer that is cut off is one, too
    maxOutputTokens: 16,
    webSearch: null,
  });
  return said.usage;
}

async function embedWord(server: AiServer, model: string): Promise<Usage | null> {
  const { usage } = await server.client.embeddings.create({ model, input: 'Hello', encoding_format: 'float' });
  return usageOf(usage);
}

function costInWords(model: string, usage: Usage | null): string {
  const cost = usage && costOfCall(model, usage.used);
  if (cost === null) return 'this call has no known price';
  return cost < 1e-6 ? 'this call cost almost nothing' : `this call cost $${Number(cost.toPrecision(2))}`;
}

/** `endsOn`: by the provider, else by our dated list. */
type ModelOffer = { offered: boolean; endsOn: string | null };

declare module '../../context.ts' {
  interface Deps {
    /** What the provider says of the models in use. */
    lookUpModels: ModelLookUp | null;
  }
}

export type ModelLookUp = {
  models: ReturnType<typeof modelsInUse>;
  /** Throws ProviderError. */
  ask: (model: string) => Promise<ModelOffer>;
  /** What the server lacks, as far as that is known without paying. Throws ProviderError. */
  lacks: () => Promise<AiLack[]>;
};

export function modelLookUp(ai: OpenAiOptions | AiServer): ModelLookUp {
  const server = serverOf(ai);
  const models = modelsInUse(server.models);
  return {
    models,
    ask: async (model) => {
      try {
        return await offerOf(server, model);
      } catch (error) {
        throw failure(error, { model, tasks: models.find((one) => one.model === model)?.tasks ?? [] });
      }
    },
    lacks: async () => {
      if (server.isOther) await Promise.all([probe(server, 'responses'), probe(server, 'embeddings')]);
      return [...server.lacks];
    },
  };
}

/** Looks the model up, which costs nothing. Other servers list their models under names of their own: only their word against it counts. */
async function offerOf(server: AiServer, model: string): Promise<ModelOffer> {
  const found = await retrieved(server, model);
  return { offered: found !== null, endsOn: found?.shutdown_date ?? shutdownOf(model) };
}

async function retrieved(
  server: AiServer,
  model: string,
): Promise<{ shutdown_date?: string | null | undefined } | null> {
  try {
    const found: Partial<ListedModel> = await server.client.models.retrieve(model);
    if (typeof found.id !== 'string') throw unusable();
    return found;
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal && isModelMissing(refusal)) return null;
    if (refusal && server.isOther && isMissingPath(refusal)) return {};
    throw error;
  }
}

/** An empty question is refused, and costs nothing. How it is refused shows whether the path exists. */
async function probe(server: AiServer, path: 'responses' | 'embeddings'): Promise<void> {
  try {
    await server.client.post(`/${path}`, { body: {} });
  } catch (error) {
    const refusal = refusalIn(error);
    if (refusal && isMissingPath(refusal)) server.learn(path);
    // any other error is no sign of it
  }
}
