import { readRows } from '../readRows.ts';

/** A field of work within an industry, with the words that business users say for it. */
export interface Niche {
  readonly topic: string;
  readonly words: readonly string[];
  readonly interests: readonly string[];
}

/**
 * The product's industries with their niches. `companyIndustry` and `role` are from People Data Labs' canonical lists
 * (job_company_industry, job_title_role).
 */
export interface Industry {
  readonly name: string;
  readonly companyIndustry: string;
  readonly role: string;
  readonly niches: readonly Niche[];
}

export const industries = readRows<Industry>(new URL('industries.ndjson', import.meta.url));
