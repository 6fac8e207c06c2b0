import type OpenAI from 'openai';
import { zodTextFormat } from 'openai/helpers/zod';
import { costOfCall, shutdownOf } from '../../../events/ai/prices.ts';
import { failure, type OpenAiOptions, openClient } from './askAi.ts';
import { replyClassificationPrompt } from './prompts.ts';

/** The SDK does not know shutdown_date yet. */
type ListedModel = OpenAI.Model & { shutdown_date?: string | null };

/** Asks for the model and lets it answer in one word. Only a call shows whether the account has credit. Throws ProviderError. */
export async function checkOpenAi(options: OpenAiOptions): Promise<string> {
  const client = openClient(options);
  try {
    const model: ListedModel = await client.models.retrieve(options.model);
    const end = model.shutdown_date ?? shutdownOf(options.model);
    const { usage } = await client.responses.create({
      model: options.model,
      instructions: replyClassificationPrompt.instructions,
      input: `INPUT:\n${JSON.stringify({ lastEmail: null, reply: { subject: 'Hello', text: 'Sounds good.' } })}`,
      text: { format: zodTextFormat(replyClassificationPrompt.answer, replyClassificationPrompt.name) },
      // an answer that is cut off is one, too
      max_output_tokens: 16,
      store: false,
    });
    return `${options.model}${end ? `, which ends on ${end}` : ''}; ${costInWords(options.model, usage)}`;
  } catch (error) {
    throw failure(error, options.model);
  }
}

function costInWords(model: string, usage: OpenAI.Responses.ResponseUsage | undefined): string {
  const used = usage && {
    input: usage.input_tokens,
    cachedInput: usage.input_tokens_details?.cached_tokens ?? 0,
    output: usage.output_tokens,
  };
  const cost = used ? costOfCall(model, used) : null;
  return cost === null ? 'this call has no known price' : `this call cost $${Number(cost.toPrecision(2))}`;
}

/** A model as the provider lists it. `endsOn`: by the provider, else by our dated list. */
export type ModelOffer = { model: string; offered: boolean; endsOn: string | null };

declare module '../../context.ts' {
  interface Deps {
    lookUpModel: { model: string; ask: () => Promise<ModelOffer> } | null;
  }
}

/** The look-up, with the name of the model. */
export const modelLookUp = (options: OpenAiOptions) => ({ model: options.model, ask: () => lookUpModel(options) });

/** Looks the model up among those that the provider offers to the key, which costs nothing. Throws ProviderError. */
async function lookUpModel(options: OpenAiOptions): Promise<ModelOffer> {
  const { model } = options;
  const found: ListedModel[] = [];
  try {
    for await (const listed of openClient(options).models.list()) if (listed.id === model) found.push(listed);
  } catch (error) {
    throw failure(error, model);
  }
  return { model, offered: found.length > 0, endsOn: found[0]?.shutdown_date ?? shutdownOf(model) };
}
