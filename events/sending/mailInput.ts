import { z } from 'zod';
import { EMAIL_PROVIDERS, SENDGRID_REGIONS } from '../shared/options.ts';
import { otherProviderOf } from '../shared/providerKeys.ts';
import { emailText, isOneLine, requiredText, stop, text } from '../shared/text.ts';

/** A field that was left blank was not given. */
const blank = z
  .string()
  .regex(/^\s*$/)
  .transform(() => undefined);

/** What surrounds the base64 of a PEM, and what copying it may bring along. */
const AROUND_KEY = /-----(BEGIN|END) PUBLIC KEY-----|\s+/g;
/** A public P-256 key, base64 of its DER form: the bytes before its point are the same in each. */
const P256_KEY = /^MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE[A-Za-z0-9+/]{86}==$/;
export const NO_VERIFICATION_KEY =
  'This is not a verification key of SendGrid. Copy the whole key from its Event Webhook settings; it begins with MFkw.';

const OTHER_KEY = {
  error: ({ input }: { input?: unknown }) =>
    `This is a key of ${otherProviderOf(String(input), 'SendGrid')}. Enter the API key that SendGrid shows; it begins with SG.`,
};

/** PUT /api/email-settings: the key is sent only if typed; a stored key counts as present (rulings). A blank address is one that was cleared. */
export const emailSettingsForm = z.object({
  emailProvider: z.enum(EMAIL_PROVIDERS),
  fromEmail: blank
    .transform(() => '')
    .or(emailText('Please enter a valid email address', 'From email must be at most 254 characters'))
    .optional(),
  sendgridApiKey: blank
    .or(
      text(500, 'The SendGrid API key must be at most 500 characters')
        // it travels in a header, which takes nothing else
        .regex(/^[\x21-\x7e]+$/, 'The SendGrid API key may hold only letters, digits and signs. Copy it again.')
        .refine((key) => otherProviderOf(key, 'SendGrid') === null, OTHER_KEY),
    )
    .optional(),
  /** Of the key that is typed with it. */
  sendgridRegion: z.enum(SENDGRID_REGIONS).optional(),
  /** As SendGrid shows it, or as PEM; read as base64 of its DER form. */
  webhookPublicKey: blank
    .or(
      z
        .string()
        .max(2000, stop(NO_VERIFICATION_KEY))
        .overwrite((key) => key.replace(AROUND_KEY, ''))
        .regex(P256_KEY, NO_VERIFICATION_KEY),
    )
    .optional(),
});
export type EmailSettingsForm = z.infer<typeof emailSettingsForm>;

/** POST /api/gmail/callback: what Google's consent page gave the sign-in window. */
export const gmailCallbackForm = z.object({
  code: requiredText('Google gave no code. Connect again.', 2000, 'This is not a code of Google.'),
  state: requiredText('The sign-in has no state. Connect again.', 200, 'This is not a state of ours.'),
});

/** POST /api/microsoft/callback: what Microsoft's sign-in gave the window; its codes are long. */
export const microsoftCallbackForm = z.object({
  code: requiredText('Microsoft gave no code. Connect again.', 8000, 'This is not a code of Microsoft.'),
  state: requiredText('The sign-in has no state. Connect again.', 200, 'This is not a state of ours.'),
});

/** POST /api/gmail/send: a test email. A line break in a subject would be another header. */
export const testEmailForm = z.object({
  to: emailText('Please enter a valid email address'),
  subject: requiredText('Subject is required', 200, 'Subject must be at most 200 characters').refine(
    isOneLine,
    'Subject must be one line',
  ),
  body: requiredText('Message is required', 10_000, 'Message must be at most 10,000 characters'),
});
