import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { reasonSchema } from '../shared/reasonSchema.ts';
import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';

/** A request of a person who is not signed in, or not yet proven. Their input stays sealed in the vault until it is used or expires. */
const WAYS_IN = ['sign-up', 'invitation', 'reset', 'confirmation', 'issuer'] as const;
/** Notices to the owner of an account, in case someone else did it. */
const NOTICES = ['password-changed', 'second-factor-off'] as const;
/** Notices to each admin of the installation. */
const ADMIN_NOTICES = ['ai-model'] as const;
const WHATS = [...WAYS_IN, ...NOTICES, ...ADMIN_NOTICES] as const;
export type AccountLinkWhat = (typeof WHATS)[number];
export type SecurityNotice = (typeof NOTICES)[number];

/**
 * One account link: a request for a way into an account, or for a notice about one. Its events and its table say `access`. All but `issuer` are
 * answered by a mail from the worker. Only the mail has the token of a link. `userId` is null if only the worker may look for an account. Otherwise
 * the time of an answer would reveal it.
 */
export const accountLinkDefinitions = {
  AccessRequested: { version: 1, data: z.object({ what: z.enum(WHATS), userId: z.string().nullable() }) },
  /** `notice`: the mail had no link that opens anything, it told the owner of an account what happened. */
  AccessMailed: { version: 1, data: z.object({ notice: z.boolean() }) },
  /** It may have arrived, so its link stays valid; it is never mailed again. */
  AccessMailUnknown: { version: 1, data: z.object({ reason: reasonSchema }) },
  /** The mail certainly did not leave, and is not tried again. */
  AccessMailFailed: { version: 1, data: z.object({ reason: reasonSchema }) },
  /** There is no mailer: the admin who invited got the link itself, to hand it over. */
  AccessHandedOver: { version: 1, data: z.object({}) },
  /** The issuer vouched for who came back from it. */
  IssuerVouched: { version: 1, data: z.object({}) },
  AccessUsed: { version: 1, data: z.object({ userId: z.string() }) },
  /** It ends without a result. */
  AccessEnded: { version: 1, data: z.object({ reason: reasonSchema }) },
} as const;
export type AccountLinkEvent = EventOf<typeof accountLinkDefinitions>;

export type AccountLinkState = {
  /** `unknown`: whether the mail left. `failed`: it did not. */
  status: 'none' | 'requested' | 'mailed' | 'unknown' | 'failed' | 'vouched' | 'used' | 'ended';
  what: AccountLinkWhat | null;
  userId: string | null;
  reason: Reason | null;
  /** An admin got the link; it was not mailed. */
  handedOver: boolean;
  requestedAt: string;
};

export const accountLink: Aggregate<AccountLinkState, AccountLinkEvent> = {
  kind: 'access',
  definitions: accountLinkDefinitions,
  projectionVersion: 1,
  initial: { status: 'none', what: null, userId: null, reason: null, handedOver: false, requestedAt: '' },
  evolve(state, event: Recorded<AccountLinkEvent>) {
    switch (event.type) {
      case 'AccessRequested':
        return { ...state, status: 'requested', ...event.data, requestedAt: event.at };
      case 'AccessMailed':
        return { ...state, status: 'mailed' };
      case 'AccessMailUnknown':
        return { ...state, status: 'unknown', reason: event.data.reason };
      case 'AccessMailFailed':
        return { ...state, status: 'failed', reason: event.data.reason };
      case 'AccessHandedOver':
        return { ...state, status: 'mailed', handedOver: true };
      case 'IssuerVouched':
        return { ...state, status: 'vouched' };
      case 'AccessUsed':
        return { ...state, status: 'used', userId: event.data.userId };
      case 'AccessEnded':
        return { ...state, status: 'ended', reason: event.data.reason };
    }
  },
};

export function requestLink(state: AccountLinkState, what: AccountLinkWhat, userId: string | null): AccountLinkEvent[] {
  if (state.status !== 'none') throw new Refused({ code: 'link_exists' });
  return [{ type: 'AccessRequested', data: { what, userId } }];
}

/** In the same commit as the request, so that the worker mails nothing. */
export const handOverLink = (): AccountLinkEvent[] => [{ type: 'AccessHandedOver', data: {} }];

/** Records the result of a request. A request with a result gets no second one. */
export function answerLink(
  state: AccountLinkState,
  answer:
    | { mailed: 'link' | 'notice' }
    | { unknown: Reason }
    | { failed: Reason }
    | { vouched: true }
    | { ended: Reason },
): AccountLinkEvent[] {
  if (state.status !== 'requested') return [];
  if ('mailed' in answer) return [{ type: 'AccessMailed', data: { notice: answer.mailed === 'notice' } }];
  if ('unknown' in answer) return [{ type: 'AccessMailUnknown', data: { reason: answer.unknown } }];
  if ('failed' in answer) return [{ type: 'AccessMailFailed', data: { reason: answer.failed } }];
  if ('vouched' in answer) return [{ type: 'IssuerVouched', data: {} }];
  return [{ type: 'AccessEnded', data: { reason: answer.ended } }];
}

/** A link that is used, too old, or void opens nothing. */
export const linkClosed = (): Refused => new Refused({ code: 'link_used' });

/** Uses a request once. Refused `conflict` when it was used before or came to nothing. */
export function consumeLink(state: AccountLinkState, userId: string): AccountLinkEvent[] {
  if (['none', 'failed', 'used', 'ended'].includes(state.status)) {
    throw new Refused({ code: 'link_used_up' });
  }
  return [{ type: 'AccessUsed', data: { userId } }];
}
