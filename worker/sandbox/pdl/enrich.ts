import { bareUrl } from '../people/lookup.ts';
import { InvalidQuery } from './query.ts';
import { type Entry, entries, type PersonRecord } from './record.ts';

/** A match with its likelihood, 1–10. */
export interface Enriched {
  readonly likelihood: number;
  readonly data: PersonRecord;
}

const same = (a: string, b: string | undefined): boolean => a.toLowerCase() === b?.trim().toLowerCase();

const find = (query: Readonly<Record<string, string>>): { entry: Entry; likelihood: number } | null => {
  const { profile, email, name, first_name, last_name, company, location, locality } = query;
  const hit = (test: (entry: Entry) => boolean, likelihood: number) => {
    const entry = entries.find(test);
    return entry ? { entry, likelihood } : null;
  };
  if (profile) {
    const url = bareUrl(profile);
    return hit(({ lower }) => (lower.profiles as { url: string }[]).some((candidate) => candidate.url === url), 10);
  }
  if (email) return hit(({ person }) => person.email.kind === 'listed' && same(person.email.address, email), 9);
  const fullName = name ?? (first_name && last_name ? `${first_name} ${last_name}` : undefined);
  const where = location ?? locality;
  if (!fullName || !(company || where))
    throw new InvalidQuery('give a profile, an email, or a name together with a company or a location');
  return hit(
    ({ person }) =>
      same(person.fullName, fullName) &&
      (company
        ? same(person.company, company) || same(person.domain, company)
        : (where?.toLowerCase() ?? '').includes(person.place.locality.toLowerCase())),
    company ? 7 : 5,
  );
};

const has = (record: PersonRecord, field: string): boolean => {
  if (!(field in record)) throw new InvalidQuery(`unknown field "${field}" in required`);
  const value = record[field];
  return Array.isArray(value) ? value.length > 0 : value !== null;
};

/** `required=emails AND job_title OR work_email`; AND binds tighter, brackets are not understood. */
const meets = (record: PersonRecord, required: string | undefined): boolean =>
  !required ||
  required.split(/\s+OR\s+/i).some((group) => group.split(/\s+AND\s+/i).every((field) => has(record, field.trim())));

/** Answers GET /person/enrich: null when nobody fits. Throws InvalidQuery for parameters that identify nobody. */
export const enrichPerson = (query: Readonly<Record<string, string>>): Enriched | null => {
  const least = Number(query.min_likelihood ?? 2);
  if (!Number.isInteger(least) || least < 1 || least > 10) throw new InvalidQuery('min_likelihood must be 1 to 10');
  const found = find(query);
  if (!found || found.likelihood < least) return null;
  const data = query.titlecase === 'true' ? found.entry.titled : found.entry.lower;
  return meets(data, query.required) ? { likelihood: found.likelihood, data } : null;
};
