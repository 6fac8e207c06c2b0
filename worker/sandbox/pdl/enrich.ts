import { bareUrl } from '../people/lookup.ts';
import { InvalidQuery } from './query.ts';
import { entries, type PersonRecord } from './record.ts';

/** A match by a profile is certain. */
const LIKELIHOOD = 10;

const has = (record: PersonRecord, field: string): boolean => {
  if (!(field in record)) throw new InvalidQuery(`unknown field "${field}" in required`);
  const value = record[field];
  return Array.isArray(value) ? value.length > 0 : value !== null;
};

/** Answers GET /person/enrich by a profile. null: no one fits, or what is `required` is missing. Throws InvalidQuery. */
export const enrichPerson = (query: Readonly<Record<string, string>>) => {
  const { profile, required = '', min_likelihood: least = '2', titlecase } = query;
  if (!/^(?:[1-9]|10)$/.test(least)) throw new InvalidQuery('min_likelihood must be 1 to 10');
  if (!profile) throw new InvalidQuery('the sandbox finds people by their profile');
  const url = bareUrl(profile);
  const found = entries.find(({ lower }) => (lower.profiles as { url: string }[]).some((one) => one.url === url));
  const data = titlecase === 'true' ? found?.titled : found?.lower;
  const groups = required.split(/\s+OR\s+/i).map((group) => group.split(/\s+AND\s+/i).filter(Boolean));
  if (!data || !groups.some((group) => group.every((field) => has(data, field.trim())))) return null;
  return { likelihood: LIKELIHOOD, data };
};
