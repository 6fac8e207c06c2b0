import { z } from 'zod';
import { EMAIL_PROVIDERS } from '../options.ts';

/** PUT /api/email-settings: the key is sent only if typed; a stored key counts as present (rulings). */
export const emailSettingsForm = z.object({
  emailProvider: z.enum(EMAIL_PROVIDERS),
  fromEmail: z.string().trim().toLowerCase().pipe(z.email('Please enter a valid email address').max(254)).optional(),
  sendgridApiKey: z.string().trim().min(1).max(500).optional(),
});
export type EmailSettingsForm = z.infer<typeof emailSettingsForm>;
