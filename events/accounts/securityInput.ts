import { z } from 'zod';
import { personName } from '../shared/personName.ts';
import { requiredText, stop } from '../shared/text.ts';
import { signupForm } from './accountInput.ts';

const password = z.string({ error: 'Enter your password' }).max(256, stop('This password is too long'));
const code = requiredText('Enter the code', 64, 'This code is too long');

/** POST /api/auth/password; `current` is absent where the account has no password yet. */
export const passwordChange = z.object({ current: password.optional(), password: signupForm.shape.password });

/** PUT /api/auth/name; blank for none. */
export const ownName = z.object({ firstName: personName('first name'), lastName: personName('last name') });
export type OwnName = z.infer<typeof ownName>;

/** A change of sign-in needs the password again; it is absent if the account has none. */
export const passwordProof = z.object({ password: password.optional() });

/** POST /api/auth/second-factor/confirm */
export const firstCode = z.object({ code });

/** DELETE /api/auth/second-factor and POST /api/auth/recovery-codes; a recovery code works, too, when the phone is lost. */
export const bothProofsForm = passwordProof.extend({ code });
export type BothProofs = z.infer<typeof bothProofsForm>;
