/**
 * Why a command is refused: a code with its details, and the one table of its kind and its words. Rules and screens compare codes. Only this table
 * knows words, so a text can change without a new decision.
 */

import { ACCOUNT_WORDS, type AccountTrouble, accountTrouble, SIGN_INS, type SignInAt } from './accountWords.ts';
import { doNotContact, type SuppressionReason, TAKES_NO_EMAIL } from './doNotContact.ts';
import { capitalised, counted, wholeNumber } from './format.ts';
import type { ItemNoun } from './itemName.ts';
import { type NoticeTrouble, noticeTroubleText } from './noticeChannels.ts';
import type { EmailProvider } from './options.ts';
import { type Reason, reasonSentence, reasonText } from './reasons.ts';
import type { Scope } from './tokenScopes.ts';
import { UNREADABLE } from './unreadable.ts';
import { emptyVariable, type VariableName } from './variables.ts';

/** The API maps each to a status (design: HTTP conventions). */
export type Refusal =
  | 'invalid'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'gone'
  | 'illegal'
  | 'limit'
  | 'not_configured';

/** Another check's word on a value. */
type OfProblem = { problem: string };
type OfItem = { noun: ItemNoun };

const OF_DAY = { campaign: 'this campaign', mailbox: 'your mailbox', workspace: 'your account' };

const TO_ONESELF = {
  pause: 'pause your own account',
  delete: 'delete your own account',
  erase: 'erase your own account',
  demote: 'take away your own admin rights',
} as const;
export type ToOneself = keyof typeof TO_ONESELF;

/** `messages`: the request was for messages, and none was written. */
type Unwritten = { messages: boolean };
const budgetText = (code: 'ai_budget_installation' | 'ai_budget_user', { messages }: Unwritten): string =>
  `${messages ? 'No message was written. ' : ''}${reasonSentence({ code })}`;

/** The kind and the words of each code. They name no person. */
export const REFUSALS = {
  // the requested thing does not exist
  no_call: ['not_found', 'Not found'],
  no_campaign: ['not_found', 'Campaign not found'],
  wrong_page: ['invalid', 'after must be that of the page before'],
  no_message: ['not_found', 'Campaign message not found'],
  no_partner: ['not_found', 'Partner not found'],
  no_conversation: ['not_found', 'Conversation not found'],
  no_search: ['not_found', 'Search not found'],
  no_event: ['not_found', 'Event not found'],
  no_user: ['not_found', 'User not found'],
  no_matching_user: ['not_found', 'No matching user.'],
  no_such_tenant: [
    'not_found',
    ({ name }: { name: string }) => `There is no workspace or user ${name}. Take the id from the timeline.`,
  ],
  no_sending_account: ['not_found', 'There is no such sending account.'],
  no_setting: ['not_found', 'There is no setting of that name.'],
  no_failed_job: ['not_found', 'There is no such job that failed. It may be done, or under way, by now.'],
  no_metric: [
    'not_found',
    ({ metrics }: { metrics: readonly string[] }) =>
      `There is no number of that name. There are: ${metrics.join(', ')}.`,
  ],
  nothing_waits: ['not_found', 'Nothing of that id waits.'],
  no_attachment: ['not_found', 'This attachment is not kept'],
  no_media_kit: ['not_found', 'There is no media kit. Upload one in Settings.'],
  no_picture: ['not_found', 'There is no picture of this partner.'],
  no_token: ['not_found', 'This access token has ended already.'],
  no_incoming_webhook: ['not_found', 'This webhook was removed already.'],
  no_position: ['not_found', 'There is no position of this name.'],
  session_over: ['not_found', 'This session is over already.'],
  not_suppressed: ['not_found', 'This address is not on the list.'],

  // limits
  too_many_calls: [
    'limit',
    ({ of, seconds }: { of: 'network' | 'user' | 'token'; seconds: number; until: string }) =>
      `Too many requests from ${of === 'network' ? 'your network' : of === 'user' ? 'your account' : 'this token'}. Try again in ${seconds} s.`,
  ],
  feeds_full: [
    'limit',
    ({ most }: { most: number }) => `Live updates are open in ${most} browsers. Close one of them first.`,
  ],
  partners_full: [
    'limit',
    ({ most }: { most: number }) =>
      `Your list is full: it may have ${wholeNumber(most)} partners. Delete some, or ask your administrator for more.`,
  ],

  day_used_up: [
    'limit',
    ({ what, most, until }: { what: 'searches' | 'imports'; most: number; until: string }) =>
      `You may start ${what === 'searches' ? counted(most, 'search', 'searches') : counted(most, 'import')} a day. The next one can start at ${new Date(until).toUTCString()}.`,
  ],
  storage_full: [
    'limit',
    ({ most }: { most: number }) =>
      `Your storage is full: it holds ${wholeNumber(most)} MB. Choose a smaller file, or ask your administrator for more.`,
  ],

  // what reads the log
  moment_in_future: ['invalid', 'at must not be in the future'],
  past_start_too_large: [
    'illegal',
    ({ most }: { most: number }) =>
      `The past of Start is shown for up to ${wholeNumber(most)} emails. See the campaign at that moment instead.`,
  ],
  snooze_in_past: ['invalid', 'until must be in the future'],
  cursor_gone: [
    'gone',
    'after: this log does not hold the event of this cursor, so the database was restored from an older copy. Start again from 0-0-0; or go ' +
      'back to the newest cursor of yours that is not answered with 410, drop what came after it, and go on from there.',
  ],
  no_kind: ['invalid', ({ prefix }: { prefix: string }) => `No stream is called ${prefix}`],
  no_partner_in_stream: [
    'invalid',
    ({ kind }: { kind: string }) => `A ${kind} stream is named ${kind}-<campaign>.<partner>…`,
  ],
  owner_lost: [
    'conflict',
    ({ action }: { action: string }) =>
      `The row of this workspace's owner is lost. Run \`npm run audit -- replay\`, then ${action} again.`,
  ],

  // the installation
  provider_not_set_up: [
    'not_configured',
    ({ provider }: { provider: string }) => reasonSentence({ code: 'provider_not_set_up', provider }),
  ],
  no_mailer: [
    'not_configured',
    'This installation cannot send emails yet. Its administrator sets it up with SYSTEM_SENDGRID_API_KEY, or SMTP_URL, and SYSTEM_MAIL_FROM.',
  ],
  clock_wrong: [
    'not_configured',
    'The clock of the server is wrong, so nothing can be saved. Ask your administrator to set it.',
  ],
  no_inbound_domain: ['not_configured', 'INBOUND_DOMAIN is not set. Ask your administrator to add it.'],
  no_webhook_key: ['not_configured', 'SENDGRID_WEBHOOK_PUBLIC_KEY is not set. Ask your administrator to add it.'],
  sign_in_not_set: [
    'not_configured',
    ({ at }: { at: SignInAt }) => accountTrouble(SIGN_INS[at].provider, SIGN_INS[at].notSet).text,
  ],
  sandbox_with_keys: [
    'illegal',
    ({ keys }: { keys: readonly string[] }) =>
      `SANDBOX=on, but ${keys.join(', ')} is set: a sandbox takes no real keys. Unset it, or use SANDBOX=off.`,
  ],
  made_as_sandbox: [
    'illegal',
    ({ keys }: { keys: readonly string[] }) =>
      `${keys.length > 0 ? `${keys.join(', ')} is set` : 'SANDBOX=off'}, but this installation was made as a sandbox and its people and mails are samples. Choose a new DATA_DIR (or database) for real work, or unset it.`,
  ],
  made_as_real: [
    'illegal',
    'SANDBOX=on, but this installation is a real one. Choose a new DATA_DIR (or database) for a sandbox.',
  ],
  setting_unfit: ['invalid', ({ problem }: OfProblem) => problem],
  admins_only_setting: ['forbidden', 'Only admins may read this setting.'],
  name_too_common: [
    'illegal',
    ({ most }: { most: number }) => `More than ${most} people have this name. Type more of it, or an address.`,
  ],
  admins_only: ['forbidden', 'Only admins may do this.'],
  agent_without_token: ['invalid', 'Agents come with an access token: “Authorization: Bearer pp_…”.'],
  agent_scope: [
    'forbidden',
    ({ scope }: { scope: Scope }) =>
      `Agents only read and propose. Make a token without the scope “${scope}”, in Settings under Account security.`,
  ],
  token_scope: ['forbidden', ({ scope }: { scope: Scope }) => `This access token lacks the scope “${scope}”.`],
  browser_only: ['forbidden', 'No access token may do this. Sign in and do it on the screens.'],
  auditors_read: ['forbidden', 'Auditors may only read the audit. Ask an admin for another role.'],
  admin_and_auditor: ['illegal', 'An auditor changes nothing, so no admin is one. Take the other role away first.'],

  // accounts, and how they sign in
  account_exists: ['conflict', 'This account exists already.'],
  address_taken: ['conflict', 'There is an account with this address already. Sign in instead.'],
  user_address_taken: ['conflict', 'There is a user with this address already.'],
  user_address_leaving: [
    'conflict',
    'The user with this address was deleted and is being erased. Try again in a moment.',
  ],
  username_taken: ['conflict', 'Another user has this username. Choose a different one.'],
  user_changed: ['conflict', 'Someone else changed this user at the same time. Reload and try again.'],
  somebody_first: ['conflict', 'Somebody else was first.'],
  sign_up_closed: ['forbidden', 'Sign-up is closed.'],
  account_paused: ['forbidden', 'This account is paused. Ask your administrator.'],
  account_closed: ['forbidden', 'This account cannot be used. Ask your administrator.'],
  invited_paused: ['illegal', 'This user is paused, so the invitation would be refused. Unpause them first.'],
  invited_joined: ['conflict', 'This user has joined already and needs no invitation.'],
  has_joined: ['conflict', 'You have joined already. Sign in.'],
  invited_often: [
    'limit',
    ({ wait }: { wait: string }) =>
      `Several invitations were mailed to this user within the hour. Try again in ${wait}.`,
  ],
  mailed_often: ['limit', 'Several emails went to this address already. Look for them, or try again later.'],
  other_address: ['conflict', 'The account has another address now.'],
  last_admin: [
    'illegal',
    'This is the only admin who can sign in, so it must stay one. Make somebody else an admin first.',
  ],
  to_oneself: [
    'illegal',
    ({ what, isLastAdmin }: { what: ToOneself; isLastAdmin: boolean }) =>
      isLastAdmin
        ? `You cannot ${TO_ONESELF[what]}: you are the only admin, and no one else could administer this installation.`
        : `You cannot ${TO_ONESELF[what]}. Ask another admin to do it.`,
  ],
  closed_without_workspace: [
    'illegal',
    'This account is closed, but it has no workspace, so nothing was erased. Ask an operator to verify the log.',
  ],
  link_exists: ['conflict', 'This request was made before.'],
  link_used: ['gone', 'This link was used before.'],
  link_used_up: ['conflict', 'This link was used before. Ask for a new one.'],
  address_unconfirmed: [
    'forbidden',
    ({ host }: { host: string }) =>
      `There is an account with this address, but nobody has confirmed yet that the address is theirs. Sign in with its password and confirm the address; then ${host} can be used.`,
  ],
  signed_in_at_once: ['conflict', 'Somebody signed in in the same way at this very moment. Try again.'],
  other_identity: [
    'forbidden',
    ({ host }: { host: string }) =>
      `The account with this address belongs to another user of ${host}. Ask your administrator.`,
  ],
  tried_often: [
    'limit',
    ({ what, wait }: { what: 'password' | 'code' | 'passkey'; wait: string }) =>
      `Too many tries. Wait ${wait} and try again; this ${what} was not looked at.`,
  ],
  sign_in_old: ['forbidden', 'This needs a fresh sign-in: log out, sign in again, and do it within ten minutes.'],
  token_beyond_role: ['illegal', ({ scope }: { scope: Scope }) => `Your role does not include the scope “${scope}”.`],
  tokens_full: [
    'illegal',
    ({ most }: { most: number }) => `You have ${most} access tokens. Revoke one before you make another.`,
  ],
  webhooks_in_full: [
    'illegal',
    ({ most }: { most: number }) => `You have ${most} incoming webhooks. Remove one before you make another.`,
  ],
  positions_full: [
    'illegal',
    ({ most }: { most: number }) => `There are ${most} positions. Delete one before you keep another.`,
  ],
  // acts of other systems
  act_not_allowed: ['forbidden', ({ act }: { act: string }) => `This webhook may not do “${act}”.`],
  act_unfit: ['invalid', ({ problem }: OfProblem) => problem],
  partner_gone: ['gone', 'This partner was deleted or erased here, so only a person adds them again.'],
  several_partners: [
    'conflict',
    'The address gets no more email. Several partners have it, so name one by partnerId or externalId.',
  ],
  contact_no_address: ['illegal', 'No email address of this contact is known. Send it, too.'],
  // Idempotency-Key
  key_unfit: ['invalid', 'Idempotency-Key must be 1 to 255 printable ASCII characters.'],
  key_not_taken: ['invalid', 'This call takes no Idempotency-Key.'],
  key_reused: ['illegal', 'Another call has this Idempotency-Key. Use a new key for each call.'],
  key_running: ['conflict', 'The first call with this Idempotency-Key is still running. Ask again later.'],
  key_unanswered: [
    'conflict',
    'The answer of the first call with this Idempotency-Key was not kept. Check whether it took effect before you use a new key.',
  ],
  password_missing: ['invalid', 'Enter your current password'],
  password_wrong: ['invalid', 'This is not your password'],
  password_unfit: ['invalid', ({ problem }: OfProblem) => problem],
  proof_old: [
    'conflict',
    'Your password was changed, or this session ended, at the same moment. Nothing was changed by this.',
  ],
  code_wrong: ['invalid', 'This code is not right. Wait for the next one.'],
  first_code_wrong: [
    'invalid',
    'This code is not right. Wait for the next one, and check that the clock of your phone is right.',
  ],
  second_factor_on: ['conflict', 'Two-factor authentication is on already.'],
  second_factor_off: ['conflict', 'Two-factor authentication is off already.'],
  second_factor_needed: ['illegal', 'Turn two-factor authentication on first.'],
  second_factor_owed: ['forbidden', 'Set up two-factor authentication first. This installation requires it.'],
  second_factor_rule: ['illegal', 'This installation requires two-factor authentication, so it stays on.'],
  last_factor: ['illegal', 'This is your only second factor. Turn two-factor authentication off instead.'],
  passkey_unfit: ['invalid', 'This passkey could not be used. Try again.'],
  no_passkey: ['not_found', 'This passkey was removed already.'],
  second_factor_own: ['illegal', 'Turn your own two-factor authentication off yourself, with a code.'],
  no_waiting_key: ['conflict', 'There is no key that waits for its first code. Begin again.'],
  key_settled: ['conflict', 'This key was confirmed or replaced in another window. Look again, or start again.'],
  profile_under_way: ['conflict', 'A partner profile is being generated. Wait for it to finish, then try again.'],

  // credits and AI
  credits_used_up: ['limit', (_: { used: number; limit: number }) => 'Monthly credit limit exceeded'],
  // the specification names it
  credit_not_taken: ['limit', 'Credit consumption failed'],
  ai_budget_installation: ['limit', (unwritten: Unwritten) => budgetText('ai_budget_installation', unwritten)],
  ai_budget_user: ['limit', (unwritten: Unwritten) => budgetText('ai_budget_user', unwritten)],

  // campaigns
  campaign_exists: ['conflict', 'This campaign exists already.'],
  campaign_erased: ['illegal', 'This campaign was erased and cannot be edited.'],
  archive_unfit: ['illegal', 'Only a paused or completed campaign can be archived. Pause it first.'],
  campaign_completed: ['illegal', 'This campaign is completed.'],
  campaign_not_deleted: [
    'illegal',
    'Only a message of a deleted campaign can be dismissed. Open its campaign and decide there.',
  ],
  subject_missing: ['invalid', 'Subject configuration is incomplete'],
  version_b_unfit: ['invalid', ({ problem }: OfProblem) => problem],
  no_draft: ['illegal', 'Messages can be regenerated only while the campaign is a draft.'],
  nothing_to_generate: ['invalid', 'No pending messages to generate'],
  nothing_to_regenerate: ['invalid', 'No messages to regenerate'],
  no_ab_test: ['illegal', 'This campaign has no A/B test.'],
  choose_after_start: ['illegal', 'Start the campaign first. Until then, edit it to send one version only.'],
  choose_when_written: ['illegal', 'Messages are being generated. Choose when they are done.'],
  no_partners: ['illegal', 'Add partners to the campaign before starting it.'],
  start_when_written: ['illegal', 'Messages are being generated. Start the campaign when they are done.'],
  texts_missing: [
    'illegal',
    ({ missing }: { missing: number }) =>
      `${missing} ${missing === 1 ? 'message has' : 'messages have'} no text yet. Generate messages first.`,
  ],
  no_campaign_status: [
    'illegal',
    ({ from, to }: { from: string; to: string }) => `This campaign is ${from} and cannot become ${to}.`,
  ],

  // why a partner does not join a campaign, in a few words for a list
  join_no_partner: ['illegal', 'not found'],
  join_not_approved: ['illegal', 'not approved'],
  join_no_email: ['illegal', 'no email'],
  join_changed: ['illegal', 'changed at the same moment, try again'],
  join_takes_no_email: ['illegal', TAKES_NO_EMAIL],
  join_suppressed: ['illegal', ({ reason }: { reason: SuppressionReason | null }) => doNotContact(reason)],
  join_joined: ['illegal', 'already in this campaign'],

  // messages and their texts
  in_campaign_already: ['conflict', 'This partner is in the campaign already.'],
  edit_of_sent: ['conflict', 'Cannot edit messages that have already been sent'],
  // the specification names it
  edit_while_sent: ['conflict', 'This message is being sent right now. Try again in a moment.'],
  edit_of_cancelled: ['illegal', 'This message was cancelled and cannot be edited.'],
  edit_of_erased: ['illegal', 'This person was erased; the message cannot be edited.'],
  text_changed: ['conflict', (_: { changed: true }) => 'This text was changed elsewhere in the meantime.'],
  copy_failed: ['illegal', ({ reason }: { reason: Reason }) => reasonSentence(reason)],
  variable_empty: [
    'invalid',
    ({ variable }: { variable: VariableName; field: 'subject' | 'body' }) =>
      `${emptyVariable(variable)}. Write it out.`,
  ],
  text_flagged: [
    'illegal',
    (_: { flagged: true }) => 'This text was flagged. Read it, and correct it or approve it anyway.',
  ],
  only_unfit: ['conflict', 'This message is written or canceled already. Reload to see it.'],
  steer_leaving: ['conflict', 'This email is being sent and cannot be stopped.'],
  steer_over: ['conflict', 'This email is no longer waiting. Reload to see its status.'],
  steer_nothing: ['conflict', 'No email to this partner is waiting.'],
  move_emailed: ['conflict', 'This campaign has emailed this partner. Only someone without an email from it can move.'],
  move_closed: ['illegal', 'Partners move to a draft or an active campaign only. Choose another one.'],
  steer_not_failed: ['conflict', 'This email did not fail. Reload to see its status.'],
  retry_blocked: ['illegal', 'Its mailbox cannot send now. Open the campaign to see why.'],
  retry_full: ['illegal', 'The daily limit is reached. Retry the rest tomorrow.'],
  reschedule_unplanned: ['conflict', 'This email has no time yet. Reload to see its status.'],
  reschedule_changed: ['conflict', 'Its campaign or mailbox changed at the same moment. Try again.'],
  reschedule_no_mailbox: ['illegal', 'No mailbox of its campaign can send then. Open the sending accounts to see why.'],
  time_past: ['illegal', 'This time is over, or nothing is sent until then. Choose a later time.'],
  time_outside_hours: ['illegal', 'This time is outside the sending hours. Choose a time within them.'],
  time_outside_their_hours: ['illegal', 'The recipient is not at work then. Choose another time.'],
  time_near_campaign: ['illegal', 'Another campaign emails this partner too close to that day. Choose another day.'],
  time_campaign_full: ['illegal', 'The daily limit of the campaign is reached on that day. Choose another day.'],
  time_mailbox_full: ['illegal', 'The daily limit of the mailbox is reached on that day. Choose another day.'],
  time_workspace_full: ['illegal', 'The daily limit of your account is reached on that day. Choose another day.'],
  time_taken: ['illegal', 'Other emails leave near that time. Choose a time at least six minutes away from them.'],
  postpone_past: ['illegal', 'This day is over. Choose a later day.'],
  steer_unplanned: ['illegal', 'This email leaves at once. Cancel it instead.'],
  only_sent_replied: ['illegal', 'Only a sent message can be marked as replied.'],
  only_unknown: ['illegal', 'Only a message that we could not confirm needs this decision. Reload to see its status.'],

  // today
  done_settles_nothing: ['illegal', 'This needs its own decision. Open it to decide.'],

  // the media kit
  kit_empty: ['invalid', 'This file is empty. Choose another one.'],
  kit_too_large: ['invalid', 'A media kit has at most 5 MB. Choose a smaller file.'],
  kit_type: ['invalid', 'A media kit is a PDF, PNG or JPEG file. Choose another one.'],
  kit_without_profile: ['illegal', 'Save your business profile before you upload a media kit.'],

  // sending
  person_erased: ['illegal', 'This person was erased; nothing can be sent.'],
  person_unreadable: ['illegal', `${UNREADABLE}.`],
  no_address: ['illegal', 'This person has no email address; nothing can be sent.'],
  only_left_resent: ['illegal', 'Only a message that was sent, has failed or is not confirmed can be sent again.'],
  resend_changed: ['conflict', 'This message changed at the same moment. Look again before you send it again.'],
  resend_under_way: ['conflict', 'Another email to this partner is being sent again. Wait until it left.'],
  not_returned: ['conflict', 'Only an email that came back can go to another address. Reload to see its status.'],
  address_had_it: ['illegal', 'This email was already sent to that address. Enter another one.'],
  address_suppressed: [
    'illegal',
    ({ reason }: { reason: SuppressionReason | null }) =>
      `Nothing is sent to this address (${doNotContact(reason)}). Enter another one.`,
  ],
  contact_changed: ['conflict', 'The contact changed at the same moment. Try again.'],
  claim_lost: ['conflict', 'The claim on this message was lost.'],
  text_not_approved: ['illegal', 'The text is not the one that was approved.'],
  address_changed: [
    'conflict',
    'The address changed in the meantime, so nothing was sent. Look at it before you send.',
  ],
  sending_unconfirmed: [
    'conflict',
    (_: { status: 'unknown' }) => 'We could not confirm whether this left. It is not sent again automatically.',
  ],
  did_not_leave: [
    'illegal',
    ({ status, reason }: { status: string; reason: Reason | null }) => {
      const why = reason ? reasonText(reason) : 'The message was not sent';
      return status === 'deferred' ? `Not sent yet: ${why}. It is tried again automatically.` : capitalised(why);
    },
  ],
  send_of_sent: ['conflict', 'This message was already sent.'],
  send_of_unconfirmed: [
    'conflict',
    'We could not confirm whether this message left. It is not sent again automatically.',
  ],
  send_of_resent: ['conflict', 'This message was sent again already.'],
  send_of_cancelled: ['illegal', 'This message was cancelled.'],
  send_without_text: ['illegal', 'This message has no text yet. Generate or write it first.'],
  send_of_failed: ['conflict', 'This message failed. Edit the contact or re-send it.'],
  not_sent: ['illegal', ({ reason }: { reason: Reason }) => `Not sent: ${reasonText(reason)}.`],
  sender_held: [
    'illegal',
    ({ reason, whatToDo }: { reason: Reason; whatToDo: string }) => `${reasonText(reason)}. ${whatToDo}`,
  ],
  sending_not_open: [
    'not_configured',
    ({ reason, whatToDo }: { reason: Reason; whatToDo: string }) =>
      `${reasonText(reason)}. ${whatToDo} Nothing was sent.`,
  ],
  nothing_leaves_before: [
    'limit',
    ({ reason, until }: { reason: Reason; until: string }) =>
      `${reasonText(reason)}. Nothing leaves your mailbox before ${new Date(until).toUTCString()}.`,
  ],
  daily_limit: [
    'limit',
    ({ of, limit }: { of: keyof typeof OF_DAY; limit: number }) =>
      `The daily limit of ${limit} for ${OF_DAY[of]} is used up. Wait until tomorrow.`,
  ],

  // conversations
  legal_request_open: ['conflict', 'Mark the legal request as done first.'],
  offer_changed: ['conflict', 'This offer has changed. Read the email again.'],
  offer_without_address: ['illegal', 'Enter a name and an email address.'],
  offer_of_same_person: ['illegal', 'This is the address of the same partner.'],
  question_changed: ['conflict', 'This question has changed. Read it again.'],
  answer_changed: ['conflict', 'This answer changed at the same moment. Look again before you send it again.'],
  other_answer: ['conflict', 'Another answer was written in the meantime. Look at it before you send yours.'],

  // partners
  contact_unapproved: ['illegal', 'Approve the partner before looking for an email.'],
  contact_of_erased: ['illegal', 'This person was erased; no email can be looked for.'],
  email_of_erased: ['illegal', 'This person was erased; no email can be saved.'],
  notes_of_erased: ['gone', 'This person was erased, so nothing is kept about them.'],
  note_changed: ['conflict', 'This note was changed elsewhere. Read it before you save yours.'],
  tags_full: ['illegal', ({ most }: { most: number }) => `A partner has at most ${most} tags.`],
  note_full: ['illegal', 'The note would be longer than 4,000 characters.'],
  items_full: [
    'illegal',
    ({ noun, most }: OfItem & { most: number }) => `There are ${most} ${noun}s. Remove one first.`,
  ],
  no_item: ['not_found', ({ noun }: OfItem) => `This ${noun} was removed.`],
  item_name_taken: ['conflict', ({ noun }: OfItem) => `Another ${noun} has this name. Choose another one.`],
  opted_out: ['gone', () => reasonSentence({ code: 'opted_out' })],
  profile_listed: ['conflict', 'A partner with this LinkedIn profile already exists.'],
  partner_listed: ['conflict', 'This partner already exists.'],
  no_partner_status: [
    'illegal',
    ({ from, to }: { from: string; to: string }) => `This partner is ${from} and cannot become ${to}.`,
  ],
  decided_again: ['conflict', 'This partner was decided on again, so nothing was undone.'],
  decision_used: ['illegal', 'This partner is in a campaign already, so the decision cannot be undone.'],
  linkedin_no_profile: [
    'invalid',
    'Invalid LinkedIn URL. Please enter a profile URL in format: linkedin.com/in/username',
  ],
  linkedin_elsewhere: ['invalid', 'Invalid LinkedIn URL. The address must be at linkedin.com.'],
  no_public_profile: ['illegal', 'Failed to generate partner data: no public profile was found at this address.'],
  search_exists: ['conflict', 'This search was already started.'],
  import_under_way: ['conflict', 'A list is being imported. Import the next one when it is done.'],
  import_replaced: ['conflict', 'Another import started before this list was complete. Start this import again.'],
  batch_under_way: ['conflict', 'Another change of many is under way. Try again when it is done.'],
  batch_moved: ['conflict', 'changed in the meantime'],
  batch_replaced: ['conflict', 'Another change of many came since, so nothing was undone.'],
  import_newer: ['conflict', 'A newer import has started.'],
  import_stopped: ['conflict', ({ text }: { text: string }) => text],
  import_parts_differ: ['invalid', 'All parts of an import must name the same parts and allOrNothing'],
  import_rows: ['invalid', ({ most }: { most: number }) => `A list may have at most ${most} rows`],
  import_characters: ['invalid', ({ most }: { most: number }) => `A list may have at most ${most} characters`],

  // addresses that nothing is sent to
  lift_erased: ['illegal', 'This person was erased and cannot be written to again.'],
  lift_objection: [
    'illegal',
    (_: { reason: SuppressionReason | null; confirm: true }) =>
      'This person asked not to be contacted. Remove the address only if they asked you to write again, and confirm it.',
  ],

  // notifications
  browsers_full: [
    'illegal',
    ({ most }: { most: number }) =>
      `Notifications reach at most ${most} browsers. Turn them off in another browser first.`,
  ],
  channel_not_connected: ['illegal', 'Connect this channel first.'],
  notice_test_failed: [
    'illegal',
    ({ channel, trouble }: { channel: string; trouble: NoticeTrouble }) => noticeTroubleText(channel, trouble),
  ],

  // webhooks
  no_webhook: ['not_found', 'This webhook was removed.'],
  no_delivery: ['not_found', 'This delivery is no longer kept.'],
  webhook_off: ['illegal', 'Switch this webhook on first.'],
  webhooks_full: [
    'illegal',
    ({ most }: { most: number }) => `A workspace has at most ${most} webhooks. Remove one first.`,
  ],

  // the accounts that mails leave from
  account_trouble: [
    'illegal',
    ({ provider, trouble }: { provider: EmailProvider; trouble: AccountTrouble }) =>
      accountTrouble(provider, trouble).text,
  ],
  accounts_full: ['conflict', () => accountTrouble('smtp', 'too_many_accounts').text],
  account_connected: ['conflict', 'This address is connected already. Open it in the list of sending accounts.'],
  connect_to_add: ['invalid', 'Connect this account to add it.'],
  sign_in_used: ['conflict', 'This sign-in was begun elsewhere, was used before, or took too long. Connect again.'],
  account_not_connected: [
    'illegal',
    ({ provider }: { provider: EmailProvider }) => ACCOUNT_WORDS[provider].notConnected,
  ],
  test_to_other: ['illegal', 'A test email goes to the connected Gmail address only.'],
  verification_key_unfit: ['invalid', ({ problem }: OfProblem) => problem],
  sendgrid_other_region: ['invalid', 'Enter an API key of that region: SendGrid takes each key in one region only'],
  sendgrid_incomplete: ['invalid', 'From email and SendGrid API key are required for SendGrid'],
  no_sender: ['illegal', 'No sender is set up. Complete your email settings first.'],
} as const satisfies Readonly<Record<string, readonly [Refusal, string | ((details: never) => string)]>>;

type Table = typeof REFUSALS;
export type RefusalCode = keyof Table;
type PlainCode = { [C in RefusalCode]: Table[C][1] extends string ? C : never }[RefusalCode];
type Detailed = Exclude<RefusalCode, PlainCode>;
type DetailsOf<C extends Detailed> = Table[C][1] extends (details: infer D) => string ? D : never;
/** `field`: the one of the form that is wrong. */
type Beside = { readonly field?: string | undefined; readonly retryAfterSeconds?: number | undefined };
export type RefusalCase =
  | ({ readonly code: PlainCode } & Beside)
  | { [C in Detailed]: { readonly code: C } & Readonly<DetailsOf<C>> & Beside }[Detailed];

export const refusalKind = ({ code }: Pick<RefusalCase, 'code'>): Refusal => REFUSALS[code][0];

/** The words of a refusal, for people. */
export function refusalText(refusal: RefusalCase): string {
  const words: string | ((details: never) => string) = REFUSALS[refusal.code][1];
  return typeof words === 'function' ? words(refusal as never) : words;
}
