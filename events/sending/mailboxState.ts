import { z } from 'zod';
import { ACCOUNT_TROUBLES, type AccountTrouble } from '../shared/accountWords.ts';
import type { EventOf } from '../shared/event.ts';
import { EMAIL_PROVIDERS, type EmailProvider } from '../shared/options.ts';
import { RATE_NAMES, type RateBreach, type RateName } from '../shared/rates.ts';
import { type AccountsState, accountDefinitions } from './connectedAccount.ts';
import { type ReadingState, readingDefinitions } from './readingEvents.ts';
import { type SendingRules, sendingRules } from './sendingInput.ts';

/** Why nothing leaves a mailbox for now; what to do about each is said by mailProviders.ts. */
export const HOLD_REASONS = [
  'key_refused',
  'permission_missing',
  'sender_refused',
  'account_blocked',
  'credits_exhausted',
  'rate_limited',
  'provider_trouble',
] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];
/** The same, and what pauses a mailbox by its figures. */
export type MailboxBlock = HoldReason | RateName;

const attempt = z.object({ messageId: z.string(), attempt: z.number() });

/** Through which mailbox a tenant sends, and what holds it. */
export const mailboxDefinitions = {
  EmailProviderChosen: { version: 1, data: z.object({ provider: z.enum(EMAIL_PROVIDERS) }) },
  /** By which key SendGrid signs what it tells of this mailbox's mails: base64 of its DER form. It is public. */
  EventWebhookKeySet: { version: 1, data: z.object({ publicKey: z.string() }) },
  /** When mails of a plan leave, and how many a day over all campaigns. */
  SendingRulesSet: { version: 1, data: sendingRules },
  /**
   * Until when (ISO 8601), or null: until the settings are saved again. `times`: how often in a row for this reason. `trouble`: the provider's
   * own code of what went wrong last.
   */
  MailboxHeld: {
    version: 1,
    data: z.object({
      reason: z.enum(HOLD_REASONS),
      until: z.string().nullable(),
      times: z.number(),
      trouble: z.enum(ACCOUNT_TROUBLES).optional(),
    }),
  },
  /**
   * Too many of its mails bounced or were reported as spam, since `since` (ISO 8601): `count` of `sent`. `domain`: of the mails of all accounts of
   * its domain. Nothing leaves until a person resumes.
   */
  MailboxPaused: {
    version: 1,
    data: z.object({
      rate: z.enum(RATE_NAMES),
      sent: z.number(),
      count: z.number(),
      domain: z.literal(true).optional(),
      since: z.string(),
    }),
  },
  /** A person has read why. Mails that left before this do not pause it again. */
  MailboxResumed: { version: 1, data: z.object({}) },
  MailboxHoldLifted: { version: 1, data: z.object({ by: z.enum(['settings', 'answer']) }) },
  /** An attempt met silence, an error of the provider's or no connection. */
  MailboxTroubled: { version: 1, data: attempt },
  MailboxRecovered: { version: 1, data: z.object({}) },
  /** After a hold for trouble one mail goes first. */
  MailboxProbed: { version: 1, data: attempt },
  ...accountDefinitions,
  ...readingDefinitions,
  PersonErased: { version: 1, data: z.object({}) },
} as const;
export type MailboxEvent = EventOf<typeof mailboxDefinitions>;

export type MailboxState = {
  /** When its first event was; null: there is none. */
  addedAt: string | null;
  /** The address that was connected last; null: none, or erased. */
  address: string | null;
  provider: EmailProvider | null;
  webhookPublicKey: string | null;
  accounts: AccountsState;
  reading: ReadingState;
  rules: SendingRules;
  hold: {
    reason: HoldReason;
    until: string | null;
    times: number;
    trouble?: AccountTrouble | undefined;
    since: string;
  } | null;
  pause: (RateBreach & { at: string }) | null;
  /** Mails that left before this count in no rate; null: all count. */
  ratesFrom: string | null;
  /** How many attempts in a row met trouble. */
  troubles: number;
  probe: { messageId: string; attempt: number; at: string } | null;
};
