/** Events about a partner's address. They belong to the partner's stream and lie apart because there are many. */
import { z } from 'zod';
import { reasonSchema } from '../shared/reasonSchema.ts';
import { type Verification, verification } from './verification.ts';

export const socialProfile = z.object({ platform: z.string(), url: z.string() });

export const CONTACT_SOURCES = ['people_data_labs', 'hunter', 'ai', 'manual', 'import'] as const;
const contactSource = z.enum(CONTACT_SOURCES);
export type ContactSource = z.infer<typeof contactSource>;

/** Where a search looks, in this order. `known`: what was paid for when the partner was found. */
export const CONTACT_STEPS = ['known', 'people_data_labs', 'hunter', 'ai'] as const;

/**
 * The result of a step of a search. `hidden`: the source has an address, and the plan does not show it. `unproven`: the page that is said to show it
 * does not. `undeliverable`: it takes no mail.
 */
export const STEP_OUTCOMES = ['found', 'none', 'hidden', 'unproven', 'undeliverable', 'failed', 'not_set_up'] as const;

export const contactStep = z.object({
  step: z.enum(CONTACT_STEPS),
  outcome: z.enum(STEP_OUTCOMES),
  /** Why it failed. */
  reason: reasonSchema.nullable(),
});
export type ContactStep = z.infer<typeof contactStep>;

const foundContact = z.object({
  email: z.string(),
  socialProfiles: z.array(socialProfile),
  /** The page that shows the address. */
  sourceUrl: z.string().nullable(),
});

export const contactDefinitions = {
  ContactSearchRequested: { version: 1, data: z.object({ contactSearchId: z.string(), period: z.string() }) },
  ContactFound: {
    version: 1,
    data: z.object({
      contactSearchId: z.string().nullable(),
      source: contactSource,
      confidence: z.number(),
      /** null: it is verified later, or not at all. */
      verification: verification.nullable(),
      steps: z.array(contactStep),
    }),
    personal: foundContact,
  },
  ContactNotFound: { version: 1, data: z.object({ contactSearchId: z.string(), steps: z.array(contactStep) }) },
  ContactSearchFailed: {
    version: 1,
    data: z.object({ contactSearchId: z.string(), reason: reasonSchema, steps: z.array(contactStep) }),
  },
  ContactEdited: {
    version: 1,
    data: z.object({ confidence: z.number() }),
    personal: foundContact.omit({ sourceUrl: true }),
  },
  /** For the partner's present address. */
  ContactVerified: { version: 1, data: verification },
  /** A provider says that the person wants nobody to use their data. Their deletion and erasure follow. */
  PartnerOptedOut: { version: 1, data: z.object({ provider: z.enum(['hunter']) }) },
} as const;

export type Contact = {
  email: string | null;
  socialProfiles: { platform: string; url: string }[];
  confidence: number;
  source: ContactSource;
  sourceUrl: string | null;
  /** When it was found or typed. */
  foundAt: string;
  verification: (Verification & { at: string }) | null;
};
