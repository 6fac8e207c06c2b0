import type { Model } from 'openai/resources/models';

/** The models that the sandbox offers, as OpenAI does, with the day on which each is switched off. */
const MODELS: Readonly<Record<string, string | null>> = {
  'gpt-6-astra': null,
  'gpt-6.1-sol': null,
  'gpt-6.1-terra': null,
  'gpt-6-sol': null,
  'gpt-6-luna': null,
  'gpt-5.6-sol': null,
  'gpt-5.6-terra': null,
  'gpt-5.6-luna': null,
  'gpt-5.5': null,
  'gpt-5.4': null,
  'gpt-5.4-mini': null,
  'gpt-5.4-nano': null,
  'gpt-5.1': '2027-04-01',
  'gpt-4.1': '2027-01-14',
  'gpt-4.1-mini': '2027-01-14',
  'gpt-4o': '2027-01-14',
  'gpt-4o-mini': '2027-01-14',
  'gpt-5': '2026-12-11',
  'gpt-5-mini': '2026-12-11',
  'gpt-5-mini-2025-08-07': '2026-12-11',
  'gpt-5-nano': '2026-12-11',
  'text-embedding-3-small': null,
  'text-embedding-3-large': null,
  // for trying out a model that ends, one that has no price, and one that does not think
  'gpt-ending': '2030-01-31',
  'gpt-unpriced': null,
  'gpt-4-plain': null,
  // switched off: as if it had never been
  'gpt-4.1-nano': '2026-10-23',
};

type OfferedModel = Model & { shutdown_date: string | null };

/** The models on offer at this moment: what is switched off is not among them. */
export const offeredModels = (now: Date): OfferedModel[] =>
  Object.entries(MODELS)
    .filter(([, end]) => end === null || end > now.toISOString().slice(0, 10))
    .map(([id, shutdown_date]) => ({ id, object: 'model', created: 1_767_225_600, owned_by: 'system', shutdown_date }));

/** One of them; null: there is none of that name any more, or never was. */
export const modelOf = (id: string, now: Date): OfferedModel | null =>
  offeredModels(now).find((model) => model.id === id) ?? null;

/** A call of a model that is not on offer. */
export class NoSuchModel extends Error {}

/** Throws NoSuchModel. */
export function mustBeOffered(id: string, now: Date): void {
  if (!modelOf(id, now)) throw new NoSuchModel(`The model \`${id}\` does not exist or you do not have access to it.`);
}
