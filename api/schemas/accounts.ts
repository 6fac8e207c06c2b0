import { z } from 'zod';
import { SECURITY_KIND_NAMES } from '../../events/accounts/securityKinds.ts';
import { SCOPE_NAMES } from '../../events/shared/tokenScopes.ts';

/** Account facts for everyone who may see the account; an erased one has no names. */
export const accountFactsSchema = z.strictObject({
  email: z.string().nullable(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  isAdmin: z.boolean(),
  isAuditor: z.boolean(),
  isPaused: z.boolean(),
  createdAt: z.string(),
});
export type AccountFacts = z.infer<typeof accountFactsSchema>;

/** GET /api/auth/user. `workspaceId`: where the session works. */
export const userSchema = accountFactsSchema.extend({
  id: z.string(),
  workspaceId: z.string(),
  owesSecondFactor: z.boolean(),
  profileImageUrl: z.string().nullable(),
  sandbox: z.boolean(),
  sandboxOutboxUrl: z.string().nullable(),
});
export type UserView = z.infer<typeof userSchema>;

/** The proof that opened a session: a password, signing up, a mailed link, or the issuer. */
export const openedBySchema = z.enum([
  'password',
  'passkey',
  'sign-up',
  'invitation',
  'reset',
  'confirmation',
  'issuer',
]);
export type OpenedBy = z.infer<typeof openedBySchema>;

/** GET /api/auth/sessions. `browser`: such as "Firefox on Linux". */
export const sessionSchema = z.strictObject({
  id: z.string(),
  current: z.boolean(),
  browser: z.string().nullable(),
  openedBy: openedBySchema,
  createdAt: z.string(),
  lastSeenAt: z.string(),
  expiresAt: z.string(),
});
export type SessionView = z.infer<typeof sessionSchema>;

export const sessionsSchema = z.strictObject({
  sessions: z.array(sessionSchema),
});
export type SessionsView = z.infer<typeof sessionsSchema>;

/** GET /api/auth/tokens: those that work, the newest first. */
export const accessTokenSchema = z.strictObject({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(SCOPE_NAMES)),
  createdAt: z.string(),
  lastUsedAt: z.string().nullable(),
  expiresAt: z.string(),
});
export type AccessTokenView = z.infer<typeof accessTokenSchema>;

export const accessTokensSchema = z.strictObject({ tokens: z.array(accessTokenSchema) });
export type AccessTokensView = z.infer<typeof accessTokensSchema>;

/** POST /api/auth/tokens: the token itself, shown once. */
export const newAccessTokenSchema = z.strictObject({ id: z.string(), token: z.string() });
export type NewAccessTokenView = z.infer<typeof newAccessTokenSchema>;
/** GET /api/admin/security-log. Equal events of a minute are one row; `next`: the `before` of the next page. */
export const securityLogSchema = z.strictObject({
  rows: z.array(
    z.strictObject({
      id: z.string(),
      kind: z.enum(SECURITY_KIND_NAMES),
      userId: z.string().nullable(),
      network: z.string(),
      agent: z.string(),
      about: z.string(),
      firstAt: z.string(),
      lastAt: z.string(),
      times: z.number(),
    }),
  ),
  next: z.string().nullable(),
});
export type SecurityLogView = z.infer<typeof securityLogSchema>;

/** GET /api/auth/passkeys and what changes them. `recoveryCodes`: shown once, with the first second factor. */
export const passkeysSchema = z.strictObject({
  passkeys: z.array(
    z.strictObject({
      id: z.string(),
      name: z.string(),
      createdAt: z.string(),
      usedAt: z.string().nullable(),
    }),
  ),
});
export type PasskeyView = z.infer<typeof passkeysSchema>['passkeys'][number];
export const newPasskeySchema = z.strictObject({ recoveryCodes: z.array(z.string()).nullable() });

/** POST /api/auth/passkeys/options: as the browser's own reader takes it (PublicKeyCredentialCreationOptionsJSON). */
export type PasskeyOptionsView = z.infer<typeof passkeyOptionsSchema>;
export const passkeyOptionsSchema = z.strictObject({ options: z.looseObject({ challenge: z.string() }) });

/** GET /api/auth/security. `issuers`: hosts of the OpenID Connect issuers that are linked; `mailer`: whether this installation can send a mail. */
export const securitySchema = z.strictObject({
  email: z.string().nullable(),
  emailConfirmed: z.boolean(),
  hasPassword: z.boolean(),
  secondFactor: z.boolean(),
  hasApp: z.boolean(),
  recoveryCodesLeft: z.number(),
  issuers: z.array(z.string()),
  mailer: z.boolean(),
});
export type SecurityView = z.infer<typeof securitySchema>;

/** POST /api/auth/second-factor: the key of the codes, as an otpauth:// address and in base32. */
export const secondFactorKeySchema = z.strictObject({
  uri: z.string(),
  secret: z.string(),
});
export type SecondFactorKeyView = z.infer<typeof secondFactorKeySchema>;

/** POST /api/auth/second-factor/confirm and POST /api/auth/recovery-codes: shown once. */
export const recoveryCodesSchema = z.strictObject({
  recoveryCodes: z.array(z.string()),
});
export type RecoveryCodesView = z.infer<typeof recoveryCodesSchema>;

/** DELETE /api/auth/second-factor: whether it is on. */
export const secondFactorSchema = z.strictObject({ secondFactor: z.boolean() });

/** PUT /api/auth/name and POST /api/auth/password. */
export const changedSchema = z.strictObject({ changed: z.literal(true) });

/** The number of sessions that a call ended. */
export const revokedSchema = z.strictObject({ revoked: z.number() });

/** POST /api/auth/confirm-email: 200 if the address is confirmed, 202 if an email with a link goes out. */
export const confirmedSchema = z.strictObject({ confirmed: z.boolean() });

/** `url`: the link for the admin to hand over, where no mail can be sent. */
export const invitationSchema = z.strictObject({
  mailed: z.boolean(),
  url: z.string().nullable(),
});
export type InvitationView = z.infer<typeof invitationSchema>;
