/**
 * An address to which a tenant sends nothing more, or a whole domain, written "@company.com". The stream is named by the HMAC of it, and outlives
 * an erasure of the address. A hold is less: nothing leaves until the user has answered a question of a conversation.
 */
import { z } from 'zod';
import { HOLD_SIGNS, type HoldSign, SUPPRESSION_REASONS, type SuppressionReason } from '../shared/doNotContact.ts';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { Refused } from '../shared/refused.ts';
import type { MayBeUnreadable } from '../shared/unreadable.ts';

/** The source: the link in an email, the provider, the user by hand or list, another program, or the person's erasure. */
export const SUPPRESSION_SOURCES = ['link', 'provider', 'reply', 'user', 'import', 'program', 'erasure'] as const;
export type SuppressionSource = (typeof SUPPRESSION_SOURCES)[number];

export const suppressionDefinitions = {
  /** The address lies under a key of its own; null when it was not known any more, or was erased. */
  AddressSuppressed: {
    version: 1,
    data: z.object({
      reason: z.enum(SUPPRESSION_REASONS),
      source: z.enum(SUPPRESSION_SOURCES),
      /** The one whose label says so, until another label takes it back; null: no label did. */
      conversation: z.string().nullable(),
    }),
    personal: z.object({ email: z.string() }),
    introduces: true,
  },
  SuppressionLifted: { version: 1, data: z.object({}) },
  /** The label of the conversation was wrong. */
  SuppressionUndone: { version: 1, data: z.object({ conversation: z.string(), reason: z.enum(SUPPRESSION_REASONS) }) },
  /** A question of a conversation is open (question.ts). */
  AddressHeld: { version: 1, data: z.object({ conversation: z.string(), sign: z.enum(HOLD_SIGNS) }) },
  AddressReleased: { version: 1, data: z.object({ conversation: z.string() }) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type SuppressionEvent = EventOf<typeof suppressionDefinitions>;

type Entry = { reason: SuppressionReason; source: SuppressionSource; conversation: string | null; at: string };

export type SuppressionState = MayBeUnreadable & {
  suppressed: boolean;
  /** Why it is on the list, all reasons that are known. */
  entries: readonly Entry[];
  /** Open questions, by conversation. */
  held: Readonly<Record<string, HoldSign>>;
  /** For the weightiest entry. */
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
  entries: [],
  held: {},
  reason: null,
  source: null,
  email: null,
  suppressedAt: null,
  liftedAt: null,
};

function evolve(state: SuppressionState, event: Recorded<SuppressionEvent>): SuppressionState {
  switch (event.type) {
    case 'AddressSuppressed': {
      const entries = [...state.entries, { ...event.data, at: event.at }];
      return { ...withEntries(state, entries), email: event.personal?.email ?? null };
    }
    case 'SuppressionLifted':
      return { ...withEntries(state, []), liftedAt: event.at };
    case 'SuppressionUndone': {
      const { conversation, reason } = event.data;
      return withEntries(
        state,
        state.entries.filter((entry) => entry.conversation !== conversation || entry.reason !== reason),
      );
    }
    case 'AddressHeld': {
      const { conversation, sign } = event.data;
      return { ...state, held: { ...state.held, [conversation]: sign } };
    }
    case 'AddressReleased': {
      const { [event.data.conversation]: _, ...held } = state.held;
      return { ...state, held };
    }
    case 'PersonErased':
      return { ...state, email: null };
  }
}

function withEntries(state: SuppressionState, entries: readonly Entry[]): SuppressionState {
  const top = entries.reduce<Entry | null>(
    (found, entry) => (found && WEIGHT[found.reason] >= WEIGHT[entry.reason] ? found : entry),
    null,
  );
  return {
    ...state,
    entries,
    suppressed: top !== null,
    reason: top?.reason ?? null,
    source: top?.source ?? null,
    suppressedAt: top?.at ?? null,
    email: top && state.email,
  };
}

export const suppression: Aggregate<SuppressionState, SuppressionEvent> = {
  kind: 'suppression',
  definitions: suppressionDefinitions,
  projectionVersion: 1,
  initial,
  evolve,
};

/** The weight of a reason: an objection outweighs a bounce or the user's own choice. */
const WEIGHT: Record<SuppressionReason, number> = { user: 0, bounced: 1, unsubscribed: 2, complained: 3, erased: 4 };

/** The entry of the whole domain of an address, such as "@company.com". Subdomains have entries of their own. */
export const domainEntryOf = (email: string): string => email.slice(email.lastIndexOf('@'));

/** The entry that holds an address: its own, else its domain's. */
export const entryThatHolds = <S extends Pick<SuppressionState, 'suppressed'>>(address: S, domain: S): S =>
  domain.suppressed && !address.suppressed ? domain : address;

export type Suppress = {
  reason: SuppressionReason;
  source: SuppressionSource;
  email: string | null;
  /** The one whose label says so; unset: no label did. */
  conversation?: string;
  /** The event's time (ISO 8601), for news that comes late. Older news than the lifting of the entry no longer counts. */
  happenedAt?: string;
};

/** Nothing more goes to this address. A listed address is no event, unless the new reason weighs more, or stays when a label is taken back. */
export function suppressAddress(
  state: SuppressionState,
  { reason, source, email, happenedAt, ...by }: Suppress,
): SuppressionEvent[] {
  const conversation = by.conversation ?? null;
  const covers = (entry: Entry): boolean =>
    WEIGHT[reason] <= WEIGHT[entry.reason] && (entry.conversation === null || entry.conversation === conversation);
  if (state.entries.some(covers)) return [];
  if (happenedAt && state.liftedAt && happenedAt <= state.liftedAt) return [];
  // the address goes on the list, whether or not it can be written down
  const known = state.unreadable ? null : (email ?? state.email);
  const personal = known === null ? null : { email: known };
  return [{ type: 'AddressSuppressed', data: { reason, source, conversation }, personal }];
}

/** Lifts the entries of a conversation's earlier label that its present label (`keeps`) does not need. */
export const undoSuppression = (
  { entries }: SuppressionState,
  conversation: string,
  keeps: SuppressionReason | null,
): SuppressionEvent[] =>
  [...new Set(entries.filter((entry) => entry.conversation === conversation).map(({ reason }) => reason))]
    .filter((reason) => reason !== keeps)
    .map((reason) => ({ type: 'SuppressionUndone', data: { conversation, reason } }));

/** Holds an address while a question of the conversation is open (`sign`); null: none is. */
export function holdAddress(
  { held }: SuppressionState,
  conversation: string,
  sign: HoldSign | null,
): SuppressionEvent[] {
  const before = held[conversation] ?? null;
  if (before === sign) return [];
  return sign === null
    ? [{ type: 'AddressReleased', data: { conversation } }]
    : [{ type: 'AddressHeld', data: { conversation, sign } }];
}

/** The open question about an address. null: none. */
export const heldFor = ({ held }: Pick<SuppressionState, 'held'>): HoldSign | null => {
  const signs = Object.values(held);
  return HOLD_SIGNS.find((sign) => signs.includes(sign)) ?? null;
};

type Held = Pick<SuppressionState, 'held'>;

/** The question about a partner, by conversation. They are held if any of their conversations holds an address. */
export const heldOfPartner = ({ held }: Held, partnerId: string): SuppressionState['held'] =>
  Object.fromEntries(Object.entries(held).filter(([conversation]) => conversation.split('.')[1] === partnerId));

/** The entry of a partner's present address, with what is asked about the partner at former ones. */
export const withHoldsOf = <S extends Held>(present: S, partnerId: string, former: readonly Held[]): S => ({
  ...present,
  held: Object.assign({}, present.held, ...former.map((address) => heldOfPartner(address, partnerId))),
});

/** The entry of an address, else an objection of the person at another one, with the holds on the person. */
export const entryForPerson = <S extends Held & Pick<SuppressionState, 'suppressed' | 'reason'>>(
  entry: S,
  others: readonly S[],
  partnerId: string,
): S => {
  const objection = others.find(({ suppressed, reason }) => suppressed && isObjection(reason));
  return withHoldsOf(entry.suppressed ? entry : (objection ?? entry), partnerId, others);
};

/** Whether the person themselves asked not to be written to: only a confirmed wish of the user undoes that. */
export const isObjection = (reason: SuppressionReason | null): boolean =>
  reason === 'unsubscribed' || reason === 'complained';

/** Takes an address off the list. `confirmed`: the user knows that the person had asked not to be written to. */
export function liftSuppression(state: SuppressionState, confirmed: boolean): SuppressionEvent[] {
  if (!state.suppressed) throw new Refused({ code: 'not_suppressed' });
  if (state.reason === 'erased') throw new Refused({ code: 'lift_erased' });
  if (isObjection(state.reason) && !confirmed) {
    throw new Refused({ code: 'lift_objection', reason: state.reason, confirm: true });
  }
  return [{ type: 'SuppressionLifted', data: {} }];
}
