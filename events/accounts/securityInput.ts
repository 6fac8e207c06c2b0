import { z } from 'zod';
import { ACT_NAMES } from '../shared/incomingActs.ts';
import { personName } from '../shared/personName.ts';
import { isOneLine, requiredText, stop, text } from '../shared/text.ts';
import { LONGEST_TOKEN_NAME, SCOPE_NAMES, TOKEN_DAYS } from '../shared/tokenScopes.ts';
import { signupForm } from './accountInput.ts';
import { SECURITY_KIND_NAMES } from './securityKinds.ts';

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

/** GET /api/admin/security-log */
export const securityQuery = z.object({
  kind: z.enum(SECURITY_KIND_NAMES, 'kind must be one of the security log').optional(),
  user: z.string().max(64, stop()).optional(),
  network: text(64).optional(),
  days: z.coerce.number('days must be a whole number').int().min(1).max(400).optional(),
  before: z
    .string()
    .regex(/^\d{1,18}$/, 'before must be that of the page before')
    .optional(),
});

/** POST /api/auth/passkeys and POST /api/login/passkey: what the browser's credential says of itself as JSON. */
export const passkeyAnswer = z.object({
  response: z.looseObject({
    id: z.string().min(1).max(1400, stop()),
    rawId: z.string().max(1400, stop()),
    type: z.literal('public-key'),
    response: z.looseObject({ clientDataJSON: z.string().max(4000, stop()) }),
    clientExtensionResults: z.looseObject({}),
  }),
});

/** DELETE /api/auth/second-factor and POST /api/auth/recovery-codes; a recovery code works, too, when the phone is lost. */
export const bothProofsForm = passwordProof.extend({ code });
export type BothProofs = z.infer<typeof bothProofsForm>;

/** POST /api/auth/tokens; `days`: it ends after them. */
export const accessTokenForm = passwordProof.extend({
  name: requiredText('Enter a name', LONGEST_TOKEN_NAME, `Use at most ${LONGEST_TOKEN_NAME} characters`).refine(
    isOneLine,
    'Use one line',
  ),
  scopes: z
    .array(z.enum(SCOPE_NAMES))
    .min(1, 'Select at least one scope')
    .max(SCOPE_NAMES.length)
    .transform((chosen) => SCOPE_NAMES.filter((scope) => chosen.includes(scope))),
  days: z.literal([...TOKEN_DAYS]),
});
export type AccessTokenForm = z.input<typeof accessTokenForm>;

/** POST /api/auth/incoming-webhooks. */
export const incomingWebhookForm = accessTokenForm.pick({ name: true, password: true }).extend({
  acts: z
    .array(z.enum(ACT_NAMES))
    .min(1, 'Select at least one act')
    .max(ACT_NAMES.length)
    .transform((chosen) => ACT_NAMES.filter((act) => chosen.includes(act))),
});
export type IncomingWebhookForm = z.input<typeof incomingWebhookForm>;
