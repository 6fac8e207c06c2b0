import { EMAIL_PROVIDERS, type EmailProvider } from '../../../events/shared/options.ts';
import { gmailPart } from './providers/gmail.tsx';
import { mailboxPart } from './providers/mailbox.tsx';
import type { ProviderPart } from './providers/part.ts';
import { sendGridPart } from './providers/sendGrid.tsx';
import { sesPart } from './providers/ses.tsx';

export const PROVIDER_PARTS: Readonly<Record<EmailProvider, ProviderPart>> = {
  gmail: gmailPart,
  sendgrid: sendGridPart,
  smtp: mailboxPart,
  ses: sesPart,
};

/** The provider whose account is added under Email Provider. */
export const WITH_FIELDS = EMAIL_PROVIDERS.find((one) => PROVIDER_PARTS[one].fields) ?? null;
