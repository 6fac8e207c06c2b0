import type { Model } from 'openai/resources/models';

/** A model that ends, to see what is said of one. */
const ENDING = { id: 'gpt-ending', shutdownDate: '2030-01-31' };

/** The sandbox offers every model that is named as OpenAI names its own; null: it offers none of that name. */
export const modelOf = (id: string): (Model & { shutdown_date: string | null }) | null =>
  /^(gpt-|chatgpt-|o\d)/.test(id)
    ? {
        id,
        object: 'model',
        created: 1_767_225_600,
        owned_by: 'system',
        shutdown_date: id === ENDING.id ? ENDING.shutdownDate : null,
      }
    : null;
