import type { PartnerPerson } from '../../../events/partners/partner.ts';

/** A page, and what an AI claims of it. */
export type PageCase = {
  id: string;
  url: string;
  html: string;
  name: string;
  /** What is known of the person when an address is looked for. */
  known?: Partial<PartnerPerson> | undefined;
  quotes: readonly string[];
  profiles: readonly string[];
  email?: string;
};
