/**
 * Why something did not happen: a code with its details, and the one table of its words. Events, states and rules hold codes. Only this table knows
 * words, so a text can change without a new decision.
 */

import { ACCOUNT_WORDS, type AccountTrouble, accountTrouble } from './accountWords.ts';
import type { SuppressionReason } from './doNotContact.ts';
import type { EmailProvider } from './options.ts';
import { breachText, type RateBreach } from './rates.ts';
import { sameJson } from './sameJson.ts';
import { type Frozen, frozenBecause } from './sendingFrozen.ts';
import { UNREADABLE } from './unreadable.ts';

/** An operator knows the settings and fixes them; a user asks for that. */
export type Reader = 'user' | 'operator';

/** A reason inside of another one. The table cannot name its own type. */
type Inner = { readonly code: string };
type OfProvider = { provider: string };
type OfAccount = { provider: EmailProvider };
/** `setting`: the key of this installation; null: the user's own, in Settings. */
type OfKey = OfProvider & { setting: string | null };

/** The administrator's part, as a sentence after another one. */
const ask = (what: string, reader: Reader): string =>
  reader === 'user' ? `. Ask your administrator to ${what}` : `. ${what.charAt(0).toUpperCase()}${what.slice(1)}`;
const askUnlessOwn = (what: string, { setting }: OfKey, reader: Reader) => (setting === null ? '' : ask(what, reader));
/** Users do not know the names of settings. */
const settingText = (joined: 'in' | 'of', setting: string, reader: Reader): string =>
  reader === 'user' ? '' : ` ${joined} ${setting}`;
const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');
const EVERY_EMAIL = 'Real sending is not open yet: every email needs an unsubscribe link that works';

/**
 * The words of each code: a sentence without its full stop, or the end of one ("Cancelled: …"). They may depend on the details and the reader.
 * They name no person.
 */
export const REASONS = {
  // what keeps or ends a message (sending/sendPolicy.ts)
  original_sent: 'the first one counts as sent by now',
  campaign_deleted: 'the campaign was deleted',
  campaign_paused: 'the campaign is paused',
  partner_removed: 'the partner was removed from your list',
  recipient_unreadable: UNREADABLE,
  suppressed_unsubscribed: 'this person unsubscribed',
  suppressed_complained: 'this person reported your email as spam',
  suppressed_bounced: 'an email to this address came back',
  suppressed_user: 'this address is on your "Do not contact" list',
  suppressed_erased: 'this person was erased',
  held_legal_request: 'held until you have marked the legal request as done in the inbox',
  held_unsubscribe: 'held until you say in the inbox whether they asked you to stop',
  held_bounce: 'held until you say in the inbox whether your email came back',
  held_automatic: 'held until you say in the inbox whether their reply was automatic',
  undeliverable: 'this address receives no email; enter another one and review the message again',
  same_address: 'another partner of this campaign has the same address, and got the email',
  replied: 'this partner has replied',
  replied_elsewhere: 'this partner has replied in another campaign',
  dropped: 'the campaign has no such follow-up any more',
  replaced: 'the campaign has another follow-up instead',
  not_followed: 'the email before it did not arrive',
  other_account: 'it leaves from another account',
  replies_unread: ({ trouble }: { trouble: Inner }) => `replies cannot be read. ${textOf(trouble)}`,
  emails_unread: ({ count }: { count: number }) =>
    `${count === 1 ? 'An email that arrived' : `${count} emails that arrived`} could not be read. Look into your mailbox`,
  not_in_sent: ({ trouble }: { trouble: Inner }) =>
    `Emails leave, but cannot be copied to your Sent folder. ${textOf(trouble)}`,
  replies_not_read_yet: 'replies have not been read since the account was connected',
  not_due: 'it is not due yet',
  other_campaign: 'another campaign wrote to this partner a short time ago',
  sample_address: 'real emails do not go to sample addresses (.example, .test, .invalid, localhost)',
  incomplete: 'the address or the mailbox is missing',
  address_changed: 'the address changed; review the message again',
  media_kit_changed: 'the media kit changed; review the message again',
  media_kit_missing: 'the media kit cannot be read; upload it again in Settings, then review the message',
  text_flagged: 'the text does not pass the check; review it again',
  outside_hours: 'the sending window closed',
  campaign_full: 'the daily limit of this campaign is reached',
  mailbox_full: 'the daily limit of your mailbox is reached',
  workspace_full: 'the daily limit of your account is reached',

  // other ends of a message
  address_changed_resend: 'the address changed; send the message again if it should still go',
  asked_later: 'this partner asked to hear from you later; review the text',
  rescheduled: 'you chose another time',
  postponed: 'you postponed it',
  approval_undone: 'you undid the approval',
  canceled_by_user: 'you cancelled it',
  taken_back_by_user: 'you took it back before it left',
  follow_ups_stopped: 'you stopped the follow-ups',
  taken_out: 'you took this partner out of the campaign',
  moved: 'you moved this partner to another campaign',
  on_hold: 'on hold until you release it',
  person_erased: 'the person was erased',
  no_longer_fits: 'the campaign or your business profile was edited, and the text no longer fits it; review it again',
  taken_back: ({ reason }: { reason: Inner }) => `Send Now was taken back after a day: ${textOf(reason)}`,
  tried_for_a_day: ({ reason }: { reason: Inner }) => `it was tried for a day: ${textOf(reason)}`,
  held_back: 'held back',

  // why a time is drawn again
  away: 'this partner is out of office',
  wait_changed: 'the campaign changed the wait',
  late: 'its time passed while nothing could be sent; it gets a new one',
  follow_up_first: 'a follow-up that is due goes first',
  zone_changed: 'the time zone was changed',
  hours_changed: 'the sending hours were changed',
  daily_limit_changed: 'the daily limit was changed',
  mailbox_limit_changed: 'the daily limit of the mailbox was changed',
  recipient_hours_changed: 'the working hours of the recipients count, or no longer do',
  account_chosen: 'its campaign sends from another account',
  day_shared: 'the emails of the day are shared with another campaign',
  hold_began: 'nothing leaves the mailbox at the moment',
  hold_over: 'what held the mailbox is over',
  database_moved: 'the database was moved; it gets a new time',

  // the outcome of an attempt
  not_prepared:
    'It could not be prepared five times in a row, and nothing left. An operator finds the cause in the log of the worker',
  kept_putting_off: 'The mail server of this address kept putting it off for three days',
  interrupted: 'It was interrupted before it left',
  draft_unsent: 'The provider still had the draft, so it did not leave',
  draft_gone: 'The draft of this email is gone: it may have been sent by hand',
  original_left: 'The email that this one replaces was sent after all',
  stood_still: 'Partner Pilot stood still as it was about to leave',
  answer_not_seen: 'The answer of the provider was never seen',
  connection_broke: 'The connection to your mail server broke after the whole email was handed over',
  restored: 'The database was restored from an older copy, and this email may have been sent after that was made',
  provider_answered: ({ provider, status }: OfProvider & { status: number }) => `${provider} answered ${status}`,
  provider_silent: ({ provider }: OfProvider) => `${provider} did not answer`,
  message_refused: ({ reason }: { reason: Inner }) => `${textOf(reason)}; the message was refused`,
  after_it_left: ({ reason }: { reason: Inner }) => `${textOf(reason)} after the message had left`,
  server_answered: ({ status }: { status: number }) => `Your mail server answered ${status}`,
  server_no_address: ({ status }: { status: number }) =>
    `Your mail server answered ${status}; this address does not exist`,
  server_refused: ({ status }: { status: number }) => `Your mail server answered ${status}; the email was refused`,
  server_too_large: 'The email is larger than your mail server allows',
  sendgrid_too_large: 'The email is larger than SendGrid allows',
  sendgrid_part: ({ part }: { part: 'recipient' | 'subject' | 'text' | 'reply_to' | 'header' }) =>
    `SendGrid does not accept ${SENDGRID_PARTS[part]}`,
  sendgrid_refused: 'SendGrid refused the email',

  // what keeps all mail of a sender (sending/sendBlockers.ts)
  sender_blocked: 'sending is not set up',
  mailbox_held: 'the mailbox is held',
  sending_frozen: (frozen: Pick<Frozen, 'cause' | 'since'>) => frozenBecause(frozen),
  account_paused: 'This account is paused',
  key_damaged: 'Your data is unreadable, because its key was damaged',
  public_url_unfit: ({ unfit }: { unfit: Inner }) =>
    `Real sending is not open yet: PUBLIC_URL must be an https address that everyone can open, because every email needs an unsubscribe link that works, and ${textOf(unfit)}`,
  not_https: 'it does not begin with https',
  ip_address: 'it is an IP address',
  local_name: ({ host }: { host: string }) => `${host} is a name of your own network`,
  closed_domain: ({ domain }: { domain: string }) => `nobody outside can open an address in .${domain}`,
  link_unchecked: `${EVERY_EMAIL}, and that is being checked`,
  link_broken: ({ publicUrl }: { publicUrl: string }) =>
    `${EVERY_EMAIL}, and those under ${publicUrl} do not lead to this installation`,
  postal_address_missing: 'The law asks for your postal address under every email',
  rate_breach: (breach: RateBreach) => breachText(breach),
  no_provider: 'No email provider is chosen',
  permission_missing: ({ provider }: OfProvider) => `The API key of ${provider} lacks the permission to send`,
  account_blocked: ({ provider }: OfProvider) => `${provider} does not let this account send`,
  credits_exhausted: ({ provider }: OfProvider) => `The sending credits of ${provider} are used up`,
  asked_to_wait: ({ provider }: OfProvider) => `${provider} asked to wait`,
  kept_not_answering: ({ provider }: OfProvider) => `${provider} did not answer properly several times in a row`,
  account_missing: ({ provider }: OfAccount) => ACCOUNT_WORDS[provider].reasons.missing,
  account_lost: ({ provider }: OfAccount) => ACCOUNT_WORDS[provider].reasons.lost,
  account_key_refused: ({ provider }: OfAccount) => ACCOUNT_WORDS[provider].reasons.key_refused,
  account_sender_refused: ({ provider }: OfAccount) => ACCOUNT_WORDS[provider].reasons.sender_refused,
  account_trouble: ({ provider, trouble }: OfAccount & { trouble: AccountTrouble }) =>
    withoutStop(accountTrouble(provider, trouble).text),

  // a copy that a user sends to themselves
  copy_not_sent: 'the account of this campaign cannot send now; check it in Settings',
  copy_unconfirmed: 'sending was interrupted, so it may have left; look into your inbox before you try again',

  // a provider of data or texts did not do its part
  provider_timeout: ({ provider }: OfProvider) => `${provider} took too long`,
  provider_unreachable: ({ provider }: OfProvider) => `${provider} cannot be reached`,
  provider_unusable: ({ provider }: OfProvider) => `${provider} gave an answer that cannot be used`,
  provider_trouble: ({ provider }: OfProvider) => `${provider} is not responding properly`,
  provider_waits: ({ provider, minutes }: OfProvider & { minutes: number | null }) =>
    `${provider} asks to wait ${minutes === null ? '' : `for ${minutes} minutes `}(rate limit)`,
  provider_not_set_up: ({ provider }: OfProvider, reader: Reader) =>
    `${provider} is not set up${ask('set it up', reader)}`,
  step_not_set_up: ({ provider }: OfProvider) => `${provider} is not set up`,
  provider_key_refused: (of: OfKey, reader: Reader) =>
    `${of.provider} refused the key${of.setting === null ? ' in Settings' : settingText('in', of.setting, reader)}${askUnlessOwn('check it', of, reader)}`,
  provider_no_credits: (of: OfKey, reader: Reader) =>
    `${of.provider} has no credits left${askUnlessOwn('add credits', of, reader)}`,
  provider_refused: (of: OfKey, reader: Reader) =>
    `${of.provider} refused the request${askUnlessOwn('check its settings', of, reader)}`,
  web_search: ({ reason }: { reason: Inner }, reader: Reader) => `Web search: ${textOf(reason, reader)}`,
  ai_plan: ({ reason }: { reason: Inner }, reader: Reader) => `AI search words: ${textOf(reason, reader)}`,
  several: ({ reasons }: { reasons: readonly Inner[] }, reader: Reader) =>
    reasons.map((reason) => textOf(reason, reader)).join('. '),
  youtube_quota: ({ setting }: { setting: string }, reader: Reader) =>
    `The YouTube quota of the key${settingText('in', setting, reader)} is used up for today. It starts again at midnight Pacific time`,
  youtube_key: ({ setting }: { setting: string }, reader: Reader) =>
    `YouTube refused the key${settingText('in', setting, reader)}${ask('copy it again from Google Cloud', reader)}`,
  youtube_disabled: ({ setting }: { setting: string }, reader: Reader) =>
    `YouTube Data API v3 is not enabled for the key${settingText('in', setting, reader)}${ask('enable it in Google Cloud', reader)}`,
  youtube_restricted: ({ setting }: { setting: string }, reader: Reader) =>
    `The key${settingText('in', setting, reader)} may not be used from this server${ask('change its restrictions in Google Cloud', reader)}`,
  hunter_checking: 'Hunter is still checking',
  hunter_no_answer: 'The mail server gave Hunter no usable answer',
  hunter_opted_out: 'This person asked Hunter not to share their data',
  addresses_hidden: (_: object, reader: Reader) =>
    `People Data Labs knows an address, but its plan here does not show addresses. ${reader === 'user' ? 'Ask your administrator for a plan that does' : 'Choose a plan that does'}`,
  ai_model_missing: ({ model, setting }: { model: string; setting: string }, reader: Reader) =>
    `The AI provider does not offer the model ${model} to this key${ask(reader === 'user' ? 'set another model' : `set ${setting} to another one`, reader)}`,
  ai_no_credit: ({ setting }: { setting: string }, reader: Reader) =>
    `The AI provider account${settingText('of', setting, reader)} has no credit left${ask('add credit', reader)}`,
  ai_cut_off: 'The answer of the AI provider was cut off, because it became too long. Ask for something shorter',
  ai_answer_filtered: 'The content filter of the AI provider stopped the answer. Change the instructions',
  ai_question_filtered: 'The content filter of the AI provider refused the question. Change the instructions',
  ai_question_too_long: (_: object, reader: Reader) =>
    `The text is too long for the AI model. Shorten the instructions, or ${reader === 'user' ? 'ask your administrator to set another model' : 'set another model'}`,
  ai_no_web_search: 'This AI server cannot search the web',
  ai_no_embeddings: 'This AI server makes no embeddings',
  ai_declined: 'The AI provider declined to answer',
  ai_too_long: 'The AI provider wrote too long a text. Ask for something shorter',
  ai_empty_message: 'The AI provider gave an empty message',
  ai_empty_answer: 'The AI provider gave an empty answer',
  ai_budget_installation: 'The AI budget of this month is used up. An admin can raise it in Admin Panel → AI usage',
  ai_budget_user:
    'Your AI budget of this month is used up. An admin can raise yours in Admin Panel → Users, or that of every user in Admin Panel → AI usage',
  picture_not_fetched: 'The picture cannot be fetched',
  smtp_url_refused: 'The mail server refused the user or the password in SMTP_URL',
  smtp_url_connection: 'The mail server refused the connection',
  smtp_url_untrusted: 'No secure connection to the mail server could be made',
  account_not_set_up: 'This installation is not set up for it',
  secret_gone: 'Its key is gone from the vault',
  account_connecting: 'An account is being connected',

  // why nothing was written or found
  our_side: 'Something went wrong on our side. Please try again',
  this_person_erased: 'This person was erased',
  text_unreadable: 'This text cannot be read',
  message_changed: 'the message changed in the meantime',
  no_search_words: 'Describe your audience with Adjust Profile, then search again',
  opted_out: 'This person asked not to share their data. They were removed permanently',
  partners_full: 'The list has as many partners as it may have. Delete some, or ask your administrator for more',
  partner_deleted: 'This partner was deleted in the meantime',

  // account links, their emails, and the sign-in at an identity provider
  no_mailer: 'no mailer is set up for the worker',
  work_interrupted: 'the work was interrupted',
  mail_provider_silent: 'the provider fell silent',
  mail_refused: 'the provider refused the mail',
  mail_not_taken: 'The mail did not leave',
  mail_key_refused: 'the provider refused our key or password',
  mail_sender_refused: 'the provider refused our sender',
  mail_permission_missing: 'our key lacks the permission to send',
  mail_account_blocked: 'the provider does not let our account send',
  mail_credits_exhausted: 'our sending credits are used up',
  mail_kept_waiting: 'the provider kept asking to wait',
  mail_untrusted: 'no secure connection to the mail server could be made',
  mail_unreachable: 'the mail server could not be reached',
  request_too_old: 'what was asked for is too old',
  no_account: 'no account',
  account_unreadable: 'the account is unreadable',
  account_is_paused: 'the account is paused',
  address_unconfirmed: 'the address of the account is not confirmed',
  no_admin: 'not an admin with a confirmed address',
  nothing_wrong: 'nothing is wrong any more',
  confirmed_already: 'confirmed already',
  joined_already: 'joined already',
  sign_in_too_long: 'It took too long. Try again',
  issuer_not_set: 'OIDC_ISSUER and OIDC_CLIENT_ID are not set for the worker',
  issuer_no_https: 'OIDC_ISSUER must begin with https://',
  issuer_no_endpoints: 'Its discovery document names no place to sign in',
  issuer_other_name: 'It calls itself by another address than OIDC_ISSUER',
  issuer_no_document: 'It has no OpenID Connect discovery document at OIDC_ISSUER',
  issuer_bad_document: 'Its discovery document cannot be used',
  issuer_timeout: 'It did not answer in time',
  issuer_unreachable: 'It could not be reached',
  issuer_no_token: 'It sent no ID token',
  issuer_not_accepted: 'It did not accept the sign-in that it had begun. Try again',
  issuer_refused: 'It refused the sign-in',
  issuer_timeout_again: 'It did not answer in time. Try again',
  issuer_unverified: 'What it answered could not be verified',
  issuer_unreachable_again: 'It could not be reached. Try again',
} as const satisfies Readonly<Record<string, string | ((details: never, reader: Reader) => string)>>;

const SENDGRID_PARTS = {
  recipient: "the recipient's address",
  subject: 'the subject',
  text: 'the text',
  reply_to: 'the reply-to address',
  header: 'a header',
} as const;

type Table = typeof REASONS;
export type ReasonCode = keyof Table;
/** Those without details. */
export type PlainCode = { [C in ReasonCode]: Table[C] extends string ? C : never }[ReasonCode];
type Detailed = Exclude<ReasonCode, PlainCode>;
type DetailsOf<C extends Detailed> = Table[C] extends (details: infer D, reader: Reader) => string ? D : never;
export type Reason =
  | { readonly code: PlainCode }
  | { [C in Detailed]: { readonly code: C } & Readonly<DetailsOf<C>> }[Detailed];

function textOf(reason: Inner, reader: Reader = 'user'): string {
  const words: string | ((details: never, reader: Reader) => string) | undefined = REASONS[reason.code as ReasonCode];
  return typeof words === 'function' ? words(reason as never, reader) : (words ?? reason.code);
}

/** The words of a reason: a sentence without its full stop, or the end of one. */
export const reasonText = (reason: Reason, reader?: Reader): string => textOf(reason, reader);

export const reasonSentence = (reason: Reason, reader?: Reader): string => `${textOf(reason, reader)}.`;

/** The reason that an email to a suppressed address does not leave. */
export const suppressedBy = (reason: SuppressionReason | null): Reason => ({ code: `suppressed_${reason ?? 'user'}` });

/** Reasons of the same kind as one, each once; null: there is none. */
export function joinedReason(reasons: readonly Reason[]): Reason | null {
  const different = reasons.filter((one, index) => reasons.findIndex((other) => sameJson(one, other)) === index);
  return different.length > 1 ? { code: 'several', reasons: different } : (different[0] ?? null);
}
