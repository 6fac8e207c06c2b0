/** Events and those who caused them, in the words of the business, for timelines and stories. */

type Data = Readonly<Record<string, unknown>>;

const SOURCES: Readonly<Record<string, string>> = {
  people_data_labs: 'People Data Labs',
  hunter: 'Hunter',
  ai: 'the AI web search',
  manual: 'the user',
  import: 'an imported list',
  url: 'a profile URL',
};

/** Where something came from, as the end of "found in …". */
export const sourceText = (source: unknown): string => SOURCES[String(source)] ?? String(source);

const APPROVED_BY: Readonly<Record<string, string>> = {
  start: 'by starting the campaign',
  edit: 'by saving it',
  send_now: 'by Send Now',
  resend: 'by sending it again',
};

const SET_BY: Readonly<Record<string, string>> = {
  invitation: 'with the link of the invitation',
  reset: 'with a link that was mailed',
  change: 'by the user',
};

const ASKED_FOR: Readonly<Record<string, string>> = {
  'sign-up': 'A new account',
  invitation: 'An invitation',
  reset: 'A new password',
  confirmation: 'The confirmation of an address',
  issuer: 'A sign-in through the issuer',
  'password-changed': 'A notice that the password was changed',
  'second-factor-off': 'A notice that two-factor authentication was turned off',
};

const IN_WORDS: Readonly<Record<string, (data: Data) => string>> = {
  PartnerDiscovered: ({ source }) => `A search found this partner in ${sourceText(source)}`,
  PartnerAdded: ({ by }) => `This partner was added from ${sourceText(by)}`,
  PartnerScored: ({ score }) => `The partner was scored ${score}`,
  PartnerDecisionUndone: ({ was }) => (was === 'approved' ? 'The approval was undone' : 'The rejection was undone'),
  ContactFound: ({ source }) => `An address was found in ${sourceText(source)}`,
  ContactNotFound: () => 'No address was found',
  ContactSearchFailed: ({ reason }) => `The search for an address failed: ${reason}`,
  SearchRequested: ({ kind, requested }) =>
    kind === 'url'
      ? 'The person behind a profile URL was asked for'
      : `A search for ${requested} partners was asked for`,
  SearchPlanned: ({ planner }) =>
    `The search was planned by ${planner === 'ai' ? 'the AI' : "the criteria's own words"}`,
  PartnerFound: ({ source }) => `The search found a partner in ${sourceText(source)}`,
  PartnerRecognised: () => 'The profile belongs to a partner who is in the list already',
  SearchFailed: ({ reason }) => `The search failed: ${reason}`,
  MessagesRequested: ({ messageIds }) => `Texts were asked for: ${(messageIds as unknown[] | undefined)?.length ?? 0}`,
  MessagesFinished: ({ generated, failed }) => `The texts are done: ${generated} written, ${failed} failed`,
  CampaignPaused: ({ reason }) =>
    reason === 'partners_added'
      ? 'The campaign waits for a review, because partners were added'
      : 'The campaign was paused',
  MessageDrafted: ({ resendOf }) => (resendOf ? 'The message is to be sent again' : 'The partner joined the campaign'),
  MessageGenerated: ({ model }) => `The AI wrote a text (${model})`,
  MessageGenerationFailed: ({ reason }) => `No text was written: ${reason}`,
  MessageEdited: () => 'The text was written by hand',
  MessageApproved: ({ by }) => `The text was approved ${APPROVED_BY[String(by)] ?? ''}`.trim(),
  MessageApprovalWithdrawn: ({ reason }) => `The approval was withdrawn: ${reason}`,
  EmailScheduled: ({ at, zone }) => `A time was drawn: ${at} (${zone})`,
  EmailUnscheduled: ({ reason }) => `The time was given back: ${reason}`,
  SendNowRequested: () => 'Send Now was pressed',
  SendNowResumed: () => 'Send Now is tried again',
  SendClaimed: ({ attempt }) => `A worker took the message (attempt ${attempt})`,
  SendReleased: ({ attempt, reason }) => `The message was held back (attempt ${attempt}): ${reason}`,
  EmailDispatched: ({ attempt }) => `The mail was handed to the provider (attempt ${attempt})`,
  DraftCreated: ({ attempt }) => `The provider stored the mail as a draft (attempt ${attempt})`,
  DraftDeletionStarted: ({ attempt }) => `The draft was not sent, so it is deleted (attempt ${attempt})`,
  EmailSent: ({ attempt }) => `The provider accepted the mail (attempt ${attempt})`,
  EmailDeferred: ({ attempt, reason }) => `The mail did not leave (attempt ${attempt}) and is tried again: ${reason}`,
  EmailFailed: ({ attempt, reason }) => `The mail failed (attempt ${attempt}): ${reason}`,
  EmailOutcomeUnknown: ({ attempt, reason }) =>
    reason === 'restored'
      ? 'The database was restored, and the mail may have left'
      : `Nobody knows whether the mail left (attempt ${attempt}): ${reason}`,
  EmailMarkedSent: () => 'The user decided that the mail counts as sent',
  MessageAbandoned: ({ resendStep }) =>
    resendStep ? 'The mail of unknown fate was sent again' : 'The mail of unknown fate was set aside',
  DeliveryReported: ({ report }) => `The provider reported: ${report}`,
  ReplyReceived: ({ by }) => (by === 'user' ? 'The user marked a reply' : 'A reply came'),
  MessageRestored: () => 'The message was restored, because the removal of the partner was undone',
  MessageCancelled: ({ reason }) => `The message was cancelled: ${reason}`,
  CreditReserved: () => 'A credit was reserved',
  CreditKept: () => 'The credit was spent',
  CreditReturned: () => 'The credit was given back',
  QuotaTaken: ({ limit }) => `A place of the day was taken (limit ${limit})`,
  QuotaReturned: () => 'A place of the day was given back',
  AddressSuppressed: ({ reason }) => `The address gets nothing more (${reason})`,
  SuppressionLifted: () => 'The address may be written to again',
  AiCallMade: ({ operation, model, outcome }) => `The AI was asked for ${operation} (${model}): ${outcome}`,
  MailboxHeld: ({ reason, until }) => `The mailbox is held (${reason})${until ? ` until ${until}` : ''}`,
  GmailConnectRequested: () => 'A Gmail account is being connected',
  GmailConnected: () => 'A Gmail account was connected',
  GmailConnectFailed: ({ trouble }) => `No Gmail account was connected (${trouble})`,
  GmailReauthNeeded: ({ trouble }) => `The Gmail account must be connected again (${trouble})`,
  GmailDisconnected: () => 'The Gmail account was disconnected',
  GmailAccessRevoked: () => 'A Gmail access that is no longer used was revoked',
  TestEmailRequested: () => 'A test email was asked for',
  TestEmailSent: () => 'The test email was sent',
  TestEmailFailed: ({ trouble }) => `The test email was not sent (${trouble})`,
  UserSignedUp: () => 'The account was made by signing up',
  UserInvited: () => 'An admin made the account',
  InvitationAccepted: () => 'The invitation was accepted',
  EmailConfirmed: () => 'The address of the account was confirmed',
  PasswordSet: ({ by }) => `A password was set ${SET_BY[String(by)] ?? ''}`.trim(),
  AccessRequested: ({ what }) => `${ASKED_FOR[String(what)] ?? 'A way into an account'} was asked for`,
  AccessMailed: ({ notice }) => (notice ? 'The owner of the account was told by a mail' : 'A link was mailed'),
  AccessMailUnknown: ({ reason }) => `Nobody knows whether the mail left: ${reason}`,
  AccessMailFailed: ({ reason }) => `The mail did not leave: ${reason}`,
  AccessHandedOver: () => 'The admin got the link of the invitation, to hand it over',
  IssuerVouched: () => 'The issuer vouched for who signed in',
  AccessUsed: () => 'It was used to come in',
  AccessEnded: ({ reason }) => `Nothing came of it: ${reason}`,
  SettingChanged: () => 'A setting was changed',
  JobRetryAsked: ({ jobId }) => `Job ${jobId} was asked to be tried again`,
};

/** The words of a name such as `CampaignStarted`: "Campaign started". */
function spaced(type: string): string {
  const words = type.replace(/([a-z\d])([A-Z])/g, '$1 $2').toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What happened, as a sentence without its full stop. It names nobody: `data` holds nothing personal. */
export const whatHappened = (type: string, data: object): string => IN_WORDS[type]?.(data as Data) ?? spaced(type);

/** Who caused an event (its actor), in words; `tenant` is whose event it is, `viewer` the user who reads. */
export function byWhom(actor: string, tenant: string, viewer: string | null): string {
  if (actor.startsWith('user:')) {
    const user = actor.slice('user:'.length);
    if (user === viewer) return 'you';
    return user === tenant ? 'the user' : 'another user';
  }
  if (actor === 'recipient') return 'the recipient';
  if (actor === 'visitor') return 'somebody who was not signed in';
  if (actor === 'system:operator') return 'the operator at the command line';
  return actor.startsWith('webhook:') ? 'the mail provider' : 'Partner Pilot';
}
