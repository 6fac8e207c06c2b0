/**
 * An address to which a tenant sends nothing more, or a whole domain, written "@company.com". The stream is named by the HMAC of it, and outlives
 * an erasure of the address.
 */
import { z } from 'zod';
import type { Aggregate, EventOf, MayBeUnreadable, Recorded } from '../shared/event.ts';
import { Refused } from '../shared/refused.ts';

export const SUPPRESSION_REASONS = ['unsubscribed', 'bounced', 'complained', 'user', 'erased'] as const;
export type SuppressionReason = (typeof SUPPRESSION_REASONS)[number];
/** Who said so: the link in a mail, the mail provider, the user, by hand or with a list, or the erasure of the person. */
export const SUPPRESSION_SOURCES = ['link', 'provider', 'reply', 'user', 'import', 'erasure'] as const;
export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number];

export const suppressionDefinitions = {
  /** The address lies under a key of its own; null when it was not known any more, or was erased. */
  AddressSuppressed: {
    version: 2,
    data: z.object({ reason: z.enum(SUPPRESSION_REASONS), source: z.enum(SUPPRESSION_SOURCES) }),
    personal: z.object({ email: z.string() }),
    introduces: true,
    /** Version 2 added the source `reply`. */
    upcasters: { 1: (data: object) => data },
  },
  SuppressionLifted: { version: 1, data: z.object({}) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type SuppressionEvent = EventOf<typeof suppressionDefinitions>;

export type SuppressionState = MayBeUnreadable & {
  suppressed: boolean;
  reason: SuppressionReason | null;
  source: SuppressionSource | null;
  /** null: not known, or erased. */
  email: string | null;
  suppressedAt: string | null;
  /** When the address was last taken off the list. */
  liftedAt: string | null;
};
const initial: SuppressionState = {
  suppressed: false,
  reason: null,
  source: null,
  email: null,
  suppressedAt: null,
  liftedAt: null,
};

function evolve(state: SuppressionState, event: Recorded<SuppressionEvent>): SuppressionState {
  switch (event.type) {
    case 'AddressSuppressed': {
      const email = event.personal?.email ?? null;
      return { ...state, ...event.data, suppressed: true, email, suppressedAt: event.at };
    }
    case 'SuppressionLifted':
      return { ...initial, liftedAt: event.at };
    case 'PersonErased':
      return { ...state, email: null };
  }
}

export const suppression: Aggregate<SuppressionState, SuppressionEvent> = {
  kind: 'suppression',
  definitions: suppressionDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

/** What weighs more than what is on the list already: an objection is more than a bounce or the user's own choice. */
const WEIGHT: Record<SuppressionReason, number> = { user: 0, bounced: 1, unsubscribed: 2, complained: 3, erased: 4 };

/** The entry of the whole domain of an address, such as "@company.com". Subdomains have entries of their own. */
export const domainEntryOf = (email: string): string => email.slice(email.lastIndexOf('@'));

/** What keeps mail from an address: its own entry, else that of its domain. */
export const entryThatHolds = <S extends Pick<SuppressionState, 'suppressed'>>(address: S, domain: S): S =>
  domain.suppressed && !address.suppressed ? domain : address;

export type Suppress = {
  reason: SuppressionReason;
  source: SuppressionSource;
  email: string | null;
  /** When it happened, ISO 8601, for news that may come late: what happened before the address was taken off the list counts no more. */
  happenedAt?: string;
};

/** Nothing more goes to this address. One that is on the list already is no event, unless the new reason weighs more. */
export function suppressAddress(
  state: SuppressionState,
  { reason, source, email, happenedAt }: Suppress,
): SuppressionEvent[] {
  if (state.reason !== null && WEIGHT[reason] <= WEIGHT[state.reason]) return [];
  if (happenedAt && state.liftedAt && happenedAt <= state.liftedAt) return [];
  // the address goes on the list, whether or not it can be written down
  const known = state.unreadable ? null : (email ?? state.email);
  return [{ type: 'AddressSuppressed', data: { reason, source }, personal: known === null ? null : { email: known } }];
}

/** Whether the person themselves asked not to be written to: only a confirmed wish of the user undoes that. */
export const isObjection = (reason: SuppressionReason | null): boolean =>
  reason === 'unsubscribed' || reason === 'complained';

/** Takes an address off the list. `confirmed`: the user knows that the person had asked not to be written to. */
export function liftSuppression(state: SuppressionState, confirmed: boolean): SuppressionEvent[] {
  if (!state.suppressed) throw new Refused('not_found', 'This address is not on the list.');
  if (state.reason === 'erased') throw new Refused('illegal', 'This person was erased and cannot be written to again.');
  if (isObjection(state.reason) && !confirmed) {
    throw new Refused(
      'illegal',
      'This person asked not to be contacted. Remove the address only if they asked you to write again, and confirm it.',
      { reason: state.reason, confirm: true },
    );
  }
  return [{ type: 'SuppressionLifted', data: {} }];
}

const IN_WORDS: Record<SuppressionReason, string> = {
  unsubscribed: 'this person unsubscribed',
  complained: 'this person reported your mail as spam',
  bounced: 'mail to this address came back',
  user: 'this address is on your "Do not contact" list',
  erased: 'this person was erased',
};

/** Why a mail to a suppressed address is cancelled, as a part of a sentence. */
export const suppressedBecause = (reason: SuppressionReason | null): string => IN_WORDS[reason ?? 'user'];
