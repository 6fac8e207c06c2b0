/** What the security log notes, with its name on the screen. */
export const SECURITY_KINDS = {
  signed_in: 'Signed in',
  sign_in_failed: 'Sign-in failed',
  signed_out: 'Signed out',
  slowed: 'Too many tries',
  refused: 'Refused',
  bad_signature: 'Bad signature',
  link_requested: 'Link requested',
  password_changed: 'Password changed',
  second_factor_changed: 'Second factor changed',
  sessions_ended: 'Sessions ended',
  admin_act: 'Admin action',
  key_used: 'Key changed',
  token_changed: 'Token or webhook changed',
} as const;
export type SecurityKind = keyof typeof SECURITY_KINDS;
export const SECURITY_KIND_NAMES = Object.keys(SECURITY_KINDS) as SecurityKind[];
