import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from './event.ts';
import { EMAIL_PROVIDERS, type EmailProvider } from './options.ts';
import { Refused } from './refused.ts';

/** Through which mailbox a tenant sends. The key itself lies in the vault; the event names the vault's row. */
export const mailboxDefinitions = {
  EmailProviderChosen: { version: 1, data: z.object({ provider: z.enum(EMAIL_PROVIDERS) }) },
  SendGridKeyStored: { version: 1, data: z.object({ secretId: z.string() }) },
  SenderAddressSet: { version: 1, data: z.object({}), personal: z.object({ fromEmail: z.string() }) },
} as const;
export type MailboxEvent = EventOf<typeof mailboxDefinitions>;

export type MailboxState = {
  provider: EmailProvider | null;
  fromEmail: string | null;
  sendGridSecretId: string | null;
};
const initial: MailboxState = { provider: null, fromEmail: null, sendGridSecretId: null };

function evolve(state: MailboxState, event: Recorded<MailboxEvent>): MailboxState {
  switch (event.type) {
    case 'EmailProviderChosen':
      return { ...state, provider: event.data.provider };
    case 'SendGridKeyStored':
      return { ...state, sendGridSecretId: event.data.secretId };
    case 'SenderAddressSet':
      return { ...state, fromEmail: event.personal?.fromEmail ?? null };
  }
}

export const mailbox: Aggregate<MailboxState, MailboxEvent> = {
  kind: 'mailbox',
  definitions: mailboxDefinitions,
  foldVersion: 1,
  initial,
  evolve,
};

/** Saves the Email Provider card. `secretId`: the vault row of a key that was just typed; a stored key counts as present. */
export function saveEmailSettings(
  state: MailboxState,
  form: { emailProvider: EmailProvider; fromEmail?: string | undefined; secretId: string | null },
): MailboxEvent[] {
  const fromEmail = form.fromEmail ?? state.fromEmail;
  if (form.emailProvider === 'sendgrid' && (!fromEmail || !(form.secretId ?? state.sendGridSecretId))) {
    throw new Refused('invalid', 'From email and SendGrid API key are required for SendGrid', {
      field: fromEmail ? 'sendgridApiKey' : 'fromEmail',
    });
  }
  const events: MailboxEvent[] = [];
  if (form.emailProvider !== state.provider)
    events.push({ type: 'EmailProviderChosen', data: { provider: form.emailProvider } });
  if (form.secretId) events.push({ type: 'SendGridKeyStored', data: { secretId: form.secretId } });
  if (form.fromEmail && form.fromEmail !== state.fromEmail) {
    events.push({ type: 'SenderAddressSet', data: {}, personal: { fromEmail: form.fromEmail } });
  }
  return events;
}

/** What is still missing before this tenant can send; null when nothing is. */
export function missingForSending(state: MailboxState): string | null {
  if (state.provider === null) return 'Choose an email provider in Settings before sending.';
  if (state.provider === 'gmail') return 'Connect your Gmail account in Settings before sending, or choose SendGrid.';
  if (!state.sendGridSecretId || !state.fromEmail)
    return 'Add your SendGrid from-email and API key in Settings before sending.';
  return null;
}
