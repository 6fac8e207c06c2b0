import type { AiOperation } from '../events/ai/aiCall.ts';

/** What the calls about accounts, ways in and AI costs answer. Times are ISO 8601 in UTC. */

/** What everybody who may see an account sees of it; an erased one has no names. */
export type AccountFacts = {
  email: string | null;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
  isAdmin: boolean;
  isPaused: boolean;
  createdAt: string;
};

export type UserView = AccountFacts & {
  id: string;
  profileImageUrl: string | null;
  sandbox: boolean;
  sandboxOutboxUrl: string | null;
};

/** How somebody got in: with a password, by signing up, by a link of a mail, or through the issuer. */
export type OpenedBy = 'password' | 'sign-up' | 'invitation' | 'reset' | 'confirmation' | 'issuer';
/** GET /api/auth/sessions. `browser`: such as "Firefox on Linux". */
export type SessionView = {
  id: string;
  current: boolean;
  browser: string | null;
  openedBy: OpenedBy;
  createdAt: string;
  lastSeenAt: string;
  expiresAt: string;
};
export type SessionsView = { sessions: SessionView[] };

/** GET /api/auth/security. `issuers`: hosts of the OpenID Connect issuers that are linked; `mailer`: whether this installation can send a mail. */
export type SecurityView = {
  email: string | null;
  emailConfirmed: boolean;
  hasPassword: boolean;
  secondFactor: boolean;
  recoveryCodesLeft: number;
  issuers: string[];
  mailer: boolean;
};
/** POST /api/auth/second-factor: the key of the codes, as an otpauth:// address and in base32. */
export type SecondFactorKeyView = { uri: string; secret: string };
/** POST /api/auth/second-factor/confirm and POST /api/auth/recovery-codes: shown once. */
export type RecoveryCodesView = { recoveryCodes: string[] };

/** GET /api/admin/users: everyone who was not deleted. `joined`: false until the invitation was accepted. `version` goes into a change. */
export type AdminUserView = AccountFacts & {
  id: string;
  joined: boolean;
  emailConfirmed: boolean;
  secondFactor: boolean;
  monthlyCredits: number;
  version: number;
};
export type AdminUsersView = { users: AdminUserView[] };
/** `url`: the link for the admin to hand over, where no mail can be sent. */
export type InvitationView = { mailed: boolean; url: string | null };
/**
 * POST /api/admin/users and POST /api/admin/users/{id}/invitation; also PUT /api/admin/users/{id}, which sends an invitation to whoever is unpaused
 * and has not joined yet. `invitation` is null when none was sent: to somebody paused, none is.
 */
export type InvitedUserView = AdminUserView & { invitation: InvitationView | null };

/** GET /api/admin/openai-usage/stats: what AI cost the whole installation. Costs in US dollars. */
export type AiUsageView = {
  daysAgo: number;
  totalUsage: { totalCostUsd: number; totalCalls: number; averageCostPerCall: number; totalTokens: number };
  /** Every day of the window (`yyyy-mm-dd` in UTC, today the last one), also those without a call. */
  daily: { date: string; costUsd: number; calls: number; unpricedCalls: number }[];
  usageByOperation: { operation: AiOperation; totalCostUsd: number; callCount: number; unpricedCalls: number }[];
  /** Calls whose model has no known price: their cost is in no figure here, also not in the average. */
  unpricedCalls: number;
  pricingInfo: {
    model: string;
    priceDate: string;
    /** One call: what it cost here on average, else the list price of a usual one; null when neither is known. */
    estimatedCostPerOperation: Record<AiOperation, number | null>;
  };
};
