import { z } from 'zod';
import { EMAIL_PROVIDERS } from '../options.ts';

/** A field that was left blank was not given. */
const blank = z
  .string()
  .regex(/^\s*$/)
  .transform(() => undefined);

/** PUT /api/email-settings: the key is sent only if typed; a stored key counts as present (rulings). */
export const emailSettingsForm = z.object({
  emailProvider: z.enum(EMAIL_PROVIDERS),
  fromEmail: blank
    .or(
      z
        .string()
        .trim()
        .toLowerCase()
        .pipe(z.email('Please enter a valid email address').max(254, 'From email must be at most 254 characters')),
    )
    .optional(),
  sendgridApiKey: blank
    .or(
      z
        .string()
        .trim()
        .max(500, 'The SendGrid API key must be at most 500 characters')
        // it travels in a header, which takes nothing else
        .regex(/^[\x21-\x7e]+$/, 'The SendGrid API key may hold only letters, digits and signs'),
    )
    .optional(),
});
export type EmailSettingsForm = z.infer<typeof emailSettingsForm>;
