import type OpenAI from 'openai';
import { failure, type OpenAiOptions, openClient } from './askAi.ts';

/** Asks for the model, which costs nothing: whether the key may use it, and when it ends. Throws ProviderError. */
export async function checkOpenAi(options: OpenAiOptions): Promise<string> {
  try {
    // the SDK does not know shutdown_date yet
    const model: OpenAI.Model & { shutdown_date?: string | null } = await openClient(options).models.retrieve(
      options.model,
    );
    return model.shutdown_date ? `${options.model}, which ends on ${model.shutdown_date}` : options.model;
  } catch (error) {
    throw failure(error, options.model);
  }
}
