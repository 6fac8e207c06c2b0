import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from './event.ts';
import { evolveGmail, type GmailState, gmailDefinitions, NO_GMAIL } from './gmail.ts';
import { gmailTrouble } from './gmailTrouble.ts';
import { DEFAULT_RULES, type SendingRules, sendingRules } from './inputs/sending.ts';
import { EMAIL_PROVIDERS, type EmailProvider } from './options.ts';
import { Refused } from './refused.ts';
import { sameJson } from './sameJson.ts';

/** Why nothing leaves a mailbox for now; what to do about each is said by mailboxHold.ts. */
export const HOLD_REASONS = ['key_refused', 'sender_refused', 'rate_limited', 'provider_trouble'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

const attempt = z.object({ messageId: z.string(), attempt: z.number() });

/** Through which mailbox a tenant sends, and what holds it. The key itself lies in the vault; the event names the vault's row. */
export const mailboxDefinitions = {
  EmailProviderChosen: { version: 1, data: z.object({ provider: z.enum(EMAIL_PROVIDERS) }) },
  SendGridKeyStored: { version: 1, data: z.object({ secretId: z.string() }) },
  SenderAddressSet: { version: 1, data: z.object({}), personal: z.object({ fromEmail: z.string() }) },
  /** By which key SendGrid signs what it tells of this mailbox's mails: base64 of its DER form. It is public. */
  EventWebhookKeySet: { version: 1, data: z.object({ publicKey: z.string() }) },
  /** When mails of a plan leave, and how many a day over all campaigns. */
  SendingRulesSet: { version: 1, data: sendingRules },
  /** Until when (ISO 8601), or null: until the settings are saved anew. `times`: how often in a row for this reason. */
  MailboxHeld: {
    version: 1,
    data: z.object({ reason: z.enum(HOLD_REASONS), until: z.string().nullable(), times: z.number() }),
  },
  MailboxHoldLifted: { version: 1, data: z.object({ by: z.enum(['settings', 'answer']) }) },
  /** An attempt met silence, an error of the provider's or no connection. */
  MailboxTroubled: { version: 1, data: attempt },
  MailboxRecovered: { version: 1, data: z.object({}) },
  /** After a hold for trouble one mail goes first. */
  MailboxProbed: { version: 1, data: attempt },
  ...gmailDefinitions,
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type MailboxEvent = EventOf<typeof mailboxDefinitions>;

export type MailboxState = {
  provider: EmailProvider | null;
  fromEmail: string | null;
  sendGridSecretId: string | null;
  webhookPublicKey: string | null;
  gmail: GmailState;
  rules: SendingRules;
  hold: { reason: HoldReason; until: string | null; times: number; since: string } | null;
  /** How many attempts in a row met trouble. */
  troubles: number;
  probe: { messageId: string; attempt: number; at: string } | null;
};
const initial: MailboxState = {
  provider: null,
  fromEmail: null,
  sendGridSecretId: null,
  webhookPublicKey: null,
  gmail: NO_GMAIL,
  rules: DEFAULT_RULES,
  hold: null,
  troubles: 0,
  probe: null,
};

function evolve(state: MailboxState, event: Recorded<MailboxEvent>): MailboxState {
  switch (event.type) {
    case 'EmailProviderChosen':
      return { ...state, provider: event.data.provider };
    case 'SendGridKeyStored':
      return { ...state, sendGridSecretId: event.data.secretId };
    case 'SenderAddressSet':
      return { ...state, fromEmail: event.personal?.fromEmail ?? null };
    case 'EventWebhookKeySet':
      return { ...state, webhookPublicKey: event.data.publicKey };
    case 'SendingRulesSet':
      return { ...state, rules: event.data };
    case 'MailboxHeld':
      return { ...state, hold: { ...event.data, since: event.at }, troubles: 0, probe: null };
    case 'MailboxHoldLifted':
      return { ...state, hold: null, troubles: 0, probe: null };
    case 'MailboxTroubled':
      return { ...state, troubles: state.troubles + 1 };
    case 'MailboxRecovered':
      return { ...state, troubles: 0 };
    case 'MailboxProbed':
      return { ...state, probe: { ...event.data, at: event.at } };
    case 'PersonErased':
      // the keys went out of the vault with the person
      return { ...state, fromEmail: null, sendGridSecretId: null, gmail: NO_GMAIL };
    default:
      return { ...state, gmail: evolveGmail(state.gmail, event) };
  }
}

export const mailbox: Aggregate<MailboxState, MailboxEvent> = {
  kind: 'mailbox',
  definitions: mailboxDefinitions,
  foldVersion: 4,
  initial,
  evolve,
};

/**
 * Saves the Email Provider card. `secretId`: the vault row of a key that was just typed; a stored key counts as present. Saving ends a hold
 * that waits for it; one of the provider's own ends only with another key, because that may be another account.
 */
export function saveEmailSettings(
  state: MailboxState,
  form: {
    emailProvider: EmailProvider;
    fromEmail?: string | undefined;
    secretId: string | null;
    webhookPublicKey?: string | undefined;
  },
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
  if (form.webhookPublicKey && form.webhookPublicKey !== state.webhookPublicKey)
    events.push({ type: 'EventWebhookKeySet', data: { publicKey: form.webhookPublicKey } });
  if (state.hold && (state.hold.until === null || form.secretId))
    events.push({ type: 'MailboxHoldLifted', data: { by: 'settings' } });
  return events;
}

/** Saves the sending hours and limits of Settings; the same ones are no event. */
export function setSendingRules(state: MailboxState, rules: SendingRules): MailboxEvent[] {
  return sameJson(rules, state.rules) ? [] : [{ type: 'SendingRulesSet', data: rules }];
}

/**
 * The account that a tenant's mail leaves from. `id` stays when the same account is connected again. `secretId`: the vault row of its
 * credentials. `drafts`: its mails may be stored as drafts first.
 */
export type SendingAccount = { provider: EmailProvider; id: string; from: string; secretId: string; drafts: boolean };

/** The account that is chosen and complete; null: something is missing (`missingForSending`). */
export function sendingAccount(state: MailboxState): SendingAccount | null {
  const { provider, fromEmail: from, sendGridSecretId: secretId } = state;
  if (provider === 'gmail') {
    const { account } = state.gmail;
    if (!account?.email || account.reauth !== null) return null;
    const { id, email, access } = account;
    return { provider, id, from: email, secretId: account.secretId, drafts: access === 'drafts' };
  }
  if (provider !== 'sendgrid' || !from || !secretId) return null;
  return { provider, id: secretId, from, secretId, drafts: false };
}

/** Every account whose credentials are stored, whether or not it is chosen and works. */
export function storedAccounts({ sendGridSecretId, gmail: { account } }: MailboxState) {
  const stored: Pick<SendingAccount, 'provider' | 'secretId' | 'drafts'>[] = [];
  if (sendGridSecretId) stored.push({ provider: 'sendgrid', secretId: sendGridSecretId, drafts: false });
  if (account) stored.push({ provider: 'gmail', secretId: account.secretId, drafts: account.access === 'drafts' });
  return stored;
}

/** What is still missing before this tenant can send, and what to do about it; null when nothing is. */
export function missingForSending(state: MailboxState): { reason: string; whatToDo: string } | null {
  if (state.provider === null) {
    const whatToDo = 'Choose an email provider in Settings before sending.';
    return { reason: 'No email provider is chosen', whatToDo };
  }
  if (state.provider === 'gmail') {
    const { account } = state.gmail;
    if (!account) {
      const whatToDo = 'Connect your Gmail account in Settings before sending, or choose SendGrid.';
      return { reason: 'Gmail is chosen, but not connected', whatToDo };
    }
    if (account.reauth === null) return null;
    return {
      reason: 'Your Gmail connection needs to be refreshed',
      whatToDo: `${gmailTrouble(account.reauth).text} Queued emails are kept and sent later.`,
    };
  }
  if (!state.sendGridSecretId || !state.fromEmail) {
    const whatToDo = 'Add your SendGrid from-email and API key in Settings before sending.';
    return { reason: 'The sender address or the API key of SendGrid is missing', whatToDo };
  }
  return null;
}
