import { partnersByKey } from '../../db/read/knownPartners.ts';
import type { Store } from '../../db/store.ts';
import { keepForSearch, readKept } from '../../db/vault/keptForSearch.ts';
import { type FoundPerson, foundPerson } from '../../events/partners/partner.ts';
import type { SearchPlaces } from '../providers/partnerSource.ts';
import { keysOf, partnerIdOf } from './partnerKeys.ts';

/** A source that is paid by the person: people it found and the search did not take are kept. */
const PAID_BY_THE_PERSON = 'people_data_labs';
const PERSON = 'person-';
const PLACE = 'place-';

/** Paid results of a tenant's earlier searches that were not used. */
export type SearchMemory = {
  people: readonly FoundPerson[];
  places: SearchPlaces;
  /** Keeps the paid people of a page. */
  keep(page: readonly FoundPerson[]): Promise<void>;
  /** Forgets the taken people (ids of partners). */
  forget(taken: ReadonlySet<string>): Promise<void>;
};

export async function openSearchMemory(store: Store, tenant: string): Promise<SearchMemory> {
  const kept = await readKept(store, tenant);
  const people = new Map<string, FoundPerson>();
  for (const [id, text] of kept) {
    const read = id.startsWith(PERSON) ? foundPerson.safeParse(JSON.parse(text)) : null;
    if (read?.success) people.set(id, read.data);
  }
  // people whom another source, a file or the user brought in the meantime
  const keys = [...people].map(
    ([id, one]) => [id, [partnerIdOf(store, tenant, one), ...keysOf(store, tenant, one)]] as const,
  );
  const known = await partnersByKey(
    store,
    tenant,
    keys.flatMap(([, own]) => own),
  );
  const gone = keys.flatMap(([id, own]) => (own.some((key) => known.has(key)) ? [id] : []));
  for (const id of gone) people.delete(id);
  await keepForSearch(store, tenant, new Map(gone.map((id) => [id, null])));
  return {
    people: [...people.values()],
    places: {
      read: (name) => kept.get(`${PLACE}${name}`) ?? null,
      keep: (name, value) => keepForSearch(store, tenant, new Map([[`${PLACE}${name}`, value]])),
    },
    async keep(page) {
      const paid = page.filter(({ facts }) => facts.source === PAID_BY_THE_PERSON);
      const fresh = paid.map((one) => [`${PERSON}${partnerIdOf(store, tenant, one)}`, JSON.stringify(one)] as const);
      await keepForSearch(store, tenant, new Map(fresh.filter(([id]) => !people.has(id))));
    },
    forget: (taken) => keepForSearch(store, tenant, new Map([...taken].map((id) => [`${PERSON}${id}`, null] as const))),
  };
}
