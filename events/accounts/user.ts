import { type ActName, MOST_WEBHOOKS } from '../shared/incomingActs.ts';
import type { ToOneself } from '../shared/refusals.ts';
import { Refused } from '../shared/refused.ts';
import { sameJson } from '../shared/sameJson.ts';
import { MOST_TOKENS, type Scope, scopesFor } from '../shared/tokenScopes.ts';
import { LIMIT_NAMES, type LimitName } from './limits.ts';
import { ownWorkspace } from './membership.ts';
import type { AccountDetails, UserEvent, UserState } from './userState.ts';

/** `workspaceId`: the fresh id of their own workspace. */
type NewAccount = AccountDetails & { emailHmac: string; isAdmin: boolean; workspaceId: string };

function mustBeNew(state: UserState): void {
  if (state.status !== 'none') throw new Refused({ code: 'account_exists' });
}

/** `confirmed`: that the address is theirs was shown before the account was made. */
export function signUp(state: UserState, who: NewAccount & { confirmed?: boolean }): UserEvent[] {
  mustBeNew(state);
  const { emailHmac, isAdmin, confirmed, workspaceId, ...personal } = who;
  const made: UserEvent[] = [
    { type: 'UserSignedUp', data: { isAdmin, emailHmac }, personal },
    ownWorkspace(workspaceId),
  ];
  return confirmed ? [...made, { type: 'EmailConfirmed', data: {} }] : made;
}

/** An admin makes an account, which begins paused if so wished. */
export function invite(state: UserState, who: NewAccount & { isPaused: boolean }): UserEvent[] {
  mustBeNew(state);
  const { emailHmac, isAdmin, isPaused, workspaceId, ...personal } = who;
  const made: UserEvent[] = [
    { type: 'UserInvited', data: { isAdmin, emailHmac }, personal },
    ownWorkspace(workspaceId),
  ];
  return isPaused ? [...made, { type: 'UserPaused', data: {} }] : made;
}

export function mustExist(state: UserState): void {
  if (state.status === 'none' || state.status === 'deleted') throw new Refused({ code: 'no_user' });
}

export const NO_WORKSPACE = 'This account has no workspace. Ask your administrator.';

export const isActive = ({ status }: UserState): boolean => status === 'active';

/** Whether a person who proved to be this user gets in. */
export const maySignIn = (state: UserState): boolean => isActive(state) && state.joined;

/** Whether the user can administer the installation: an admin who can sign in. */
export const canAdminister = (state: UserState): boolean => state.isAdmin && maySignIn(state);

/** Refused `forbidden` for a closed account. */
export function mustBeOpen(state: UserState): void {
  if (!isActive(state)) throw new Refused({ code: state.status === 'paused' ? 'account_paused' : 'account_closed' });
}

function mustNotBePaused(state: UserState): void {
  if (state.status === 'paused') throw new Refused({ code: 'account_paused' });
}

/** Refused for an unknown, paused or joined user: an invitation would lead nowhere. */
export function mustAwaitInvitation(state: UserState): void {
  mustExist(state);
  if (state.status === 'paused') throw new Refused({ code: 'invited_paused' });
  if (state.joined) throw new Refused({ code: 'invited_joined' });
}

/** The link of an invitation is used. Only a mail shows that its reader receives mail to the address. `handedOver`: there was none. */
export function joinByInvitation(state: UserState, { handedOver }: { handedOver: boolean }): UserEvent[] {
  mustNotBePaused(state);
  if (state.joined) throw new Refused({ code: 'has_joined' });
  const confirmed = handedOver ? [] : confirmEmail(state);
  return [...acceptInvitation(state), ...confirmed, ...recordPassword(state, 'invitation')];
}

/** A new password by a link that was mailed, which shows that the address is theirs. */
export function resetPassword(state: UserState): UserEvent[] {
  mustNotBePaused(state);
  return [...recordPassword(state, 'reset'), ...confirmEmail(state)];
}

/** A mailed link confirms the address that it was sent to. */
export function confirmAddress(state: UserState, email: string): UserEvent[] {
  if (state.account?.email !== email) throw new Refused({ code: 'other_address' });
  return confirmEmail(state);
}

/** At every moment a person can administer the installation. `others`: whether another admin can. Refused `illegal`. */
export function mustKeepAnAdmin(before: UserState, after: UserState, others: boolean): void {
  if (!before.isAdmin || (after.isAdmin && isActive(after)) || others) return;
  throw new Refused({ code: 'last_admin' });
}

/** Users cannot lock themselves out by a click. */
export function notToOneself(what: ToOneself, isLastAdmin: boolean): Refused {
  return new Refused({ code: 'to_oneself', what, isLastAdmin });
}

/** An admin changes the second factor of others only: their own is turned off with a code. */
export function mustBeAnother(userId: string, admin: string): void {
  if (userId === admin) throw new Refused({ code: 'second_factor_own' });
}

/** Refused unless the second factor is on: `conflict` to turn it off again, `illegal` to make recovery codes for it. */
export function mustHaveSecondFactor(state: UserState, wanted: 'turn_off' | 'recovery_codes'): void {
  if (state.secondFactor) return;
  throw wanted === 'turn_off'
    ? new Refused({ code: 'second_factor_off' })
    : new Refused({ code: 'second_factor_needed' });
}

/** Whether a user needs a second factor under the installation's rule; null: nobody does. */
export const mustHaveFactor = (rule: string | null, { isAdmin, isAuditor }: UserState): boolean =>
  rule === 'everyone' || (rule === 'admins' && (isAdmin || isAuditor));

export function acceptInvitation(state: UserState): UserEvent[] {
  mustExist(state);
  return state.joined ? [] : [{ type: 'InvitationAccepted', data: {} }];
}

export function confirmEmail(state: UserState): UserEvent[] {
  mustExist(state);
  return state.emailConfirmed ? [] : [{ type: 'EmailConfirmed', data: {} }];
}

/** Changes the names of an account; the same as before is no event. */
export function changeDetails(state: UserState, details: Omit<AccountDetails, 'email'>): UserEvent[] {
  mustExist(state);
  if (!state.account || sameJson({ ...state.account, ...details }, state.account)) return [];
  return [{ type: 'UserDetailsChanged', data: {}, personal: details }];
}

/** That the last admin stays one is for the caller to see to: it depends on other accounts. */
export function setAdmin(state: UserState, isAdmin: boolean): UserEvent[] {
  mustExist(state);
  if (state.isAdmin === isAdmin) return [];
  return [{ type: isAdmin ? 'AdminGranted' : 'AdminRevoked', data: {} }];
}

/** Gives and takes the roles. Refused as both: an auditor changes nothing. */
export function setRoles(
  state: UserState,
  {
    isAdmin = state.isAdmin,
    isAuditor = state.isAuditor,
  }: { isAdmin?: boolean | undefined; isAuditor?: boolean | undefined },
): UserEvent[] {
  if (isAdmin && isAuditor) throw new Refused({ code: 'admin_and_auditor' });
  const admin = setAdmin(state, isAdmin);
  return state.isAuditor === isAuditor
    ? admin
    : [...admin, { type: isAuditor ? 'AuditorGranted' : 'AuditorRevoked', data: {} }];
}

/** Sets the user's monthly contact searches, from the running month on. */
export function setMonthlyCredits(state: UserState, monthlyCredits: number): UserEvent[] {
  mustExist(state);
  return state.monthlyCredits === monthlyCredits ? [] : [{ type: 'MonthlyCreditsSet', data: { monthlyCredits } }];
}

/** Sets the user's monthly AI budget in US dollars; null: the default of every user. It counts from now on, for the running month too. */
export function setAiBudget(state: UserState, aiBudgetUsd: number | null): UserEvent[] {
  mustExist(state);
  return state.aiBudgetUsd === aiBudgetUsd ? [] : [{ type: 'AiBudgetSet', data: { aiBudgetUsd } }];
}

/** Sets limits of the user alone; null: that of everyone. The same as before is no event. */
export function setLimits(state: UserState, limits: { [Name in LimitName]?: number | null | undefined }): UserEvent[] {
  mustExist(state);
  return LIMIT_NAMES.flatMap((limit) => {
    const most = limits[limit];
    return most === undefined || most === (state.limits[limit] ?? null)
      ? []
      : [{ type: 'LimitSet', data: { limit, most } }];
  });
}

export function recordPassword(state: UserState, by: 'invitation' | 'reset' | 'change'): UserEvent[] {
  mustExist(state);
  return [{ type: 'PasswordSet', data: { by } }];
}

export function turnSecondFactor(state: UserState, on: boolean): UserEvent[] {
  mustExist(state);
  if (state.secondFactor === on) return [];
  return [{ type: on ? 'SecondFactorTurnedOn' : 'SecondFactorTurnedOff', data: {} }];
}

/** `left`: how many recovery codes are still unused. */
export function spendRecoveryCode(state: UserState, left: number): UserEvent[] {
  mustExist(state);
  return [{ type: 'RecoveryCodeUsed', data: { left } }];
}

export function renewRecoveryCodes(state: UserState): UserEvent[] {
  mustExist(state);
  return [{ type: 'RecoveryCodesMade', data: {} }];
}

/** `open`: how many tokens of the user work now. Refused for a scope that the user's role does not have. */
export function makeAccessToken(
  state: UserState,
  { name, open, ...token }: { name: string; open: number; tokenId: string; scopes: Scope[]; expiresAt: string },
): UserEvent[] {
  mustBeOpen(state);
  const allowed = scopesFor(state);
  const scope = token.scopes.find((one) => !allowed.includes(one));
  if (scope) throw new Refused({ code: 'token_beyond_role', scope, field: 'scopes' });
  if (open >= MOST_TOKENS) throw new Refused({ code: 'tokens_full', most: MOST_TOKENS });
  return [{ type: 'AccessTokenMade', data: token, personal: { name } }];
}

export function revokeAccessToken(state: UserState, tokenId: string): UserEvent[] {
  mustExist(state);
  return [{ type: 'AccessTokenRevoked', data: { tokenId } }];
}

/** `open`: how many incoming webhooks the user has. An auditor changes nothing, so no webhook does for them. */
export function makeIncomingWebhook(
  state: UserState,
  { name, open, ...webhook }: { name: string; open: number; webhookId: string; acts: ActName[] },
): UserEvent[] {
  mustBeOpen(state);
  if (state.isAuditor) throw new Refused({ code: 'auditors_read' });
  if (open >= MOST_WEBHOOKS) throw new Refused({ code: 'webhooks_in_full', most: MOST_WEBHOOKS });
  return [{ type: 'IncomingWebhookMade', data: webhook, personal: { name } }];
}

export function removeIncomingWebhook(state: UserState, webhookId: string): UserEvent[] {
  mustExist(state);
  return [{ type: 'IncomingWebhookRemoved', data: { webhookId } }];
}

export const issuerLinked = (issuer: string, picture: string | null): UserEvent[] => [
  { type: 'IssuerLinked', data: { issuer }, personal: { picture } },
];

export function linkIssuer(state: UserState, issuer: string, picture: string | null): UserEvent[] {
  mustExist(state);
  return state.unreadable
    ? [{ type: 'IssuerLinked', data: { issuer }, personal: null }]
    : issuerLinked(issuer, picture);
}

/**
 * Pauses, resumes or deletes an account; no change, no event. The store commits it under the lock of the sender (db/store.ts): not one more mail of
 * theirs leaves.
 */
export function changeAccount(state: UserState, to: 'active' | 'paused' | 'deleted'): UserEvent[] {
  if (state.status === 'none' || to !== 'deleted') mustExist(state);
  if (state.status === to) return [];
  const type = ({ active: 'UserResumed', paused: 'UserPaused', deleted: 'UserDeleted' } as const)[to];
  return [{ type, data: {} }];
}
