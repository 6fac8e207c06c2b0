import type { Cause } from '../../db/log/commit.ts';
import type { PartnerCriteria } from '../../events/accounts/businessInput.ts';
import type { SearchPlan } from '../../events/partners/match.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';
import type { Platform } from '../../events/shared/options.ts';
import type { ProviderError } from './providerError.ts';

/** A search's wishes; each source makes its own query of them. */
export type SourceAsk = {
  plan: SearchPlan;
  criteria: PartnerCriteria;
  /** Countries, by their English names in lower case: no one elsewhere is wanted, where the source knows where people are. */
  regions: readonly string[];
  /** Addresses of people who are known already, newest first. A source that is paid by the person leaves them out. */
  known: readonly string[];
  /** People an earlier search paid for and did not take. */
  kept: readonly FoundPerson[];
  places: SearchPlaces;
  /** ISO 8601. */
  seenAt: string;
  scope: { tenant: string; cause: Cause };
  /** The stream of the search. */
  about: string;
  /** The steps of the search before this one. */
  step: number;
};

/** Where earlier searches stopped reading, by a name that the source gives. */
export type SearchPlaces = {
  read(name: string): string | null;
  /** null: it is read to its end. */
  keep(name: string, value: string | null): Promise<void>;
};

/** A search that goes on: each call looks further. `wanted`: how many more people would be good. */
export type SourceSearch = {
  /** An empty answer may be followed by more, until `dry`. Throws ProviderError. */
  next(wanted: number): Promise<FoundPerson[]>;
  readonly dry: boolean;
  /** Trouble beside the people who were found. */
  readonly trouble?: ProviderError | null;
  /** Credits that it took so far, where the source is paid by them. */
  readonly credits?: number;
};

/** A place where partners are found. */
export type PartnerSource = {
  name: 'people_data_labs' | 'youtube' | 'web_search';
  /** The platforms on which it finds people. */
  platforms: readonly Platform[];
  /** Slow and expensive. It is asked only when the others have no more, or find no one on a wanted platform. */
  isLastResort?: true;
  search(ask: SourceAsk): SourceSearch;
};
