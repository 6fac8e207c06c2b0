import type OpenAI from 'openai';
import { shutdownOf } from '../../../events/ai/prices.ts';
import { failure, type OpenAiOptions, openClient } from './askAi.ts';

/** The SDK does not know shutdown_date yet. */
type ListedModel = OpenAI.Model & { shutdown_date?: string | null };

/** Asks for the model, which costs nothing: whether the key may use it, and when it ends. Throws ProviderError. */
export async function checkOpenAi(options: OpenAiOptions): Promise<string> {
  try {
    const model: ListedModel = await openClient(options).models.retrieve(options.model);
    const end = model.shutdown_date ?? shutdownOf(options.model);
    return end ? `${options.model}, which ends on ${end}` : options.model;
  } catch (error) {
    throw failure(error, options.model);
  }
}

/** A model as the provider lists it. `endsOn`: by the provider, else by our dated list. */
export type ModelOffer = { model: string; offered: boolean; endsOn: string | null };

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
