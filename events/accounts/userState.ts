import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from '../shared/event.ts';
import { ACT_NAMES } from '../shared/incomingActs.ts';
import { MONTHLY_CREDITS } from '../shared/options.ts';
import { SCOPE_NAMES } from '../shared/tokenScopes.ts';
import type { MayBeUnreadable } from '../shared/unreadable.ts';
import { LIMIT_NAMES, type OwnLimits } from './limits.ts';
import { type Membership, membershipDefinitions } from './membership.ts';

const account = z.object({
  email: z.string(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
});

export type AccountDetails = z.infer<typeof account>;

/** An account. `emailHmac` makes an address unique without showing it. */
export const userDefinitions = {
  UserSignedUp: {
    version: 1,
    data: z.object({ isAdmin: z.boolean(), emailHmac: z.string() }),
    personal: account,
    introduces: true,
  },
  /** An admin made the account. The reader of the address's mail takes it over by a link. */
  UserInvited: {
    version: 1,
    data: z.object({ isAdmin: z.boolean(), emailHmac: z.string() }),
    personal: account,
    introduces: true,
  },
  ...membershipDefinitions,
  /** It does not prove who has the address: an admin may have handed the link over. */
  InvitationAccepted: { version: 1, data: z.object({}) },
  /** A link that was mailed to the address was used, or an issuer vouched for it. */
  EmailConfirmed: { version: 1, data: z.object({}) },
  UserDetailsChanged: { version: 1, data: z.object({}), personal: account.omit({ email: true }) },
  AdminGranted: { version: 1, data: z.object({}) },
  AdminRevoked: { version: 1, data: z.object({}) },
  AuditorGranted: { version: 1, data: z.object({}) },
  AuditorRevoked: { version: 1, data: z.object({}) },
  /** US dollars of AI a month; null: that of every user counts. */
  AiBudgetSet: { version: 1, data: z.object({ aiBudgetUsd: z.number().nullable() }) },
  /** One of their own limits; null: that of everyone. */
  LimitSet: { version: 1, data: z.object({ limit: z.enum(LIMIT_NAMES), most: z.number().nullable() }) },
  MonthlyCreditsSet: { version: 1, data: z.object({ monthlyCredits: z.number() }) },
  PasswordSet: { version: 1, data: z.object({ by: z.enum(['invitation', 'reset', 'change']) }) },
  SecondFactorTurnedOn: { version: 1, data: z.object({}) },
  SecondFactorTurnedOff: { version: 1, data: z.object({}) },
  RecoveryCodeUsed: { version: 1, data: z.object({ left: z.number() }) },
  /** New ones in place of all others. */
  RecoveryCodesMade: { version: 1, data: z.object({}) },
  /** A program may act with the token. It ends at expiresAt, when it is revoked, or when all sessions of the user end. */
  AccessTokenMade: {
    version: 1,
    data: z.object({ tokenId: z.string(), scopes: z.array(z.enum(SCOPE_NAMES)), expiresAt: z.string() }),
    personal: z.object({ name: z.string() }),
  },
  AccessTokenRevoked: { version: 1, data: z.object({ tokenId: z.string() }) },
  /** Another system may post acts of these types for the user, each signed with the secret of the webhook. */
  IncomingWebhookMade: {
    version: 1,
    data: z.object({ webhookId: z.string(), acts: z.array(z.enum(ACT_NAMES)) }),
    personal: z.object({ name: z.string() }),
  },
  IncomingWebhookRemoved: { version: 1, data: z.object({ webhookId: z.string() }) },
  /** From now on, this identity at an OpenID Connect issuer signs in as the user. */
  IssuerLinked: {
    version: 1,
    data: z.object({ issuer: z.string() }),
    personal: z.object({ picture: z.string().nullable() }),
  },
  UserPaused: { version: 1, data: z.object({}) },
  UserResumed: { version: 1, data: z.object({}) },
  UserDeleted: { version: 1, data: z.object({}) },
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type UserEvent = EventOf<typeof userDefinitions>;

/** History names so many tokens of a user; it calls older ones "an access token". */
const MOST_NAMED = 50;

export type UserState = MayBeUnreadable & {
  status: 'none' | 'active' | 'paused' | 'deleted';
  account: z.infer<typeof account> | null;
  emailHmac: string | null;
  isAdmin: boolean;
  /** Reads the audit of the installation, and may call nothing else. */
  isAuditor: boolean;
  /** They outlive the erasure: it must find what belongs to the user. */
  memberships: readonly Membership[];
  /** False until the invitation is accepted: sign-in is closed. */
  joined: boolean;
  emailConfirmed: boolean;
  secondFactor: boolean;
  /** The address of a picture, from the issuer. */
  picture: string | null;
  /** The names of the latest access tokens and incoming webhooks, ended ones included. */
  tokens: readonly { id: string; name: string; webhook?: true }[];
  monthlyCredits: number;
  /** US dollars of AI a month; null: that of every user counts. */
  aiBudgetUsd: number | null;
  /** Those that an admin set for this user alone. */
  limits: OwnLimits;
  createdAt: string;
};

function evolve(state: UserState, event: Recorded<UserEvent>): UserState {
  switch (event.type) {
    case 'UserSignedUp':
    case 'UserInvited':
      return {
        ...state,
        status: 'active',
        joined: event.type === 'UserSignedUp',
        account: event.personal,
        emailHmac: event.data.emailHmac,
        isAdmin: event.data.isAdmin,
        createdAt: event.at,
      };
    case 'MembershipGranted':
      return { ...state, memberships: [...state.memberships, event.data] };
    case 'InvitationAccepted':
      return { ...state, joined: true };
    case 'EmailConfirmed':
      return { ...state, emailConfirmed: true };
    case 'UserDetailsChanged':
      return { ...state, account: state.account && event.personal ? { ...state.account, ...event.personal } : null };
    case 'AdminGranted':
    case 'AdminRevoked':
      return { ...state, isAdmin: event.type === 'AdminGranted' };
    case 'AuditorGranted':
    case 'AuditorRevoked':
      return { ...state, isAuditor: event.type === 'AuditorGranted' };
    case 'AiBudgetSet':
      return { ...state, aiBudgetUsd: event.data.aiBudgetUsd };
    case 'LimitSet': {
      const { limit, most } = event.data;
      const { [limit]: _, ...others } = state.limits;
      return { ...state, limits: most === null ? others : { ...others, [limit]: most } };
    }
    case 'MonthlyCreditsSet':
      return { ...state, monthlyCredits: event.data.monthlyCredits };
    case 'PasswordSet':
    case 'RecoveryCodeUsed':
    case 'RecoveryCodesMade':
    case 'AccessTokenRevoked':
    case 'IncomingWebhookRemoved':
      return state;
    case 'SecondFactorTurnedOn':
    case 'SecondFactorTurnedOff':
      return { ...state, secondFactor: event.type === 'SecondFactorTurnedOn' };
    case 'AccessTokenMade': {
      const made = event.personal ? [{ id: event.data.tokenId, name: event.personal.name }] : [];
      return { ...state, tokens: [...state.tokens, ...made].slice(-MOST_NAMED) };
    }
    case 'IncomingWebhookMade': {
      const { webhookId: id } = event.data;
      const made = event.personal ? [{ id, name: event.personal.name, webhook: true as const }] : [];
      return { ...state, tokens: [...state.tokens, ...made].slice(-MOST_NAMED) };
    }
    case 'IssuerLinked':
      return { ...state, picture: event.personal?.picture ?? null };
    case 'UserPaused':
      return { ...state, status: 'paused' };
    case 'UserResumed':
      return { ...state, status: 'active' };
    case 'UserDeleted':
      return { ...state, status: 'deleted' };
    case 'PersonErased':
      // the address may sign up again, as a new user
      return { ...state, account: null, emailHmac: null, picture: null, tokens: [] };
  }
}

export const user: Aggregate<UserState, UserEvent> = {
  kind: 'user',
  definitions: userDefinitions,
  projectionVersion: 3,
  initial: {
    status: 'none',
    account: null,
    emailHmac: null,
    isAdmin: false,
    isAuditor: false,
    memberships: [],
    joined: false,
    emailConfirmed: false,
    secondFactor: false,
    picture: null,
    tokens: [],
    monthlyCredits: MONTHLY_CREDITS,
    aiBudgetUsd: null,
    limits: {},
    createdAt: '',
  },
  evolve,
};
