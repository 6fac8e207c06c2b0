import type { StreamEvent } from '../../db/log/readStream.ts';
import type { ConversationCounts, ConversationPage, ConversationRow } from '../../db/read/conversations.ts';
import type { MessageRow } from '../../db/read/messages.ts';
import type { SendNowFrom } from '../../db/read/sendNow.ts';
import type { FileName } from '../../db/receive/receivedFiles.ts';
import { type ProfileEvent, profile } from '../../events/accounts/profile.ts';
import type { UserState } from '../../events/accounts/userState.ts';
import type { AnswerAddresses } from '../../events/conversations/answeredMail.ts';
import { type ConversationEvent, isDrafting } from '../../events/conversations/conversation.ts';
import { offersOf } from '../../events/conversations/offers.ts';
import { mainQuestion } from '../../events/conversations/question.ts';
import { answerStep, answerSubject, isAnswer, isTakenBack, undoUntil } from '../../events/messages/answer.ts';
import type { Flaw } from '../../events/messages/check/flaw.ts';
import { mayMove } from '../../events/messages/moveFollowUp.ts';
import { REPLY_LABELS, type ReplyLabel } from '../../events/messages/replyLabels.ts';
import { type Letter, LINK_OF_THEIR_OWN, renderMailEnd, senderName } from '../../events/messages/signature.ts';
import { answerBy } from '../../events/privacy/legalRequest.ts';
import type { SuppressionReason } from '../../events/shared/doNotContact.ts';
import type { Language } from '../../events/shared/languages.ts';
import { reasonSentence, reasonText, suppressedBy } from '../../events/shared/reasons.ts';
import { refusalText } from '../../events/shared/refusals.ts';
import { readable, UNREADABLE } from '../../events/shared/unreadable.ts';
import { limitUsedUp } from '../sending/sendRefusal.ts';
import type {
  AnswerProblemView,
  ConversationView,
  InboxView,
  SentMailView,
  ThreadMailView,
  ThreadView,
} from '../views.ts';
import { avatarOf } from './avatar.ts';
import { sendView } from './campaign.ts';
import { fixWords } from './fixWords.ts';

export function conversationView(row: ConversationRow): ConversationView {
  const { id, state, partner, campaignName, answeredAt } = row;
  return {
    id,
    partner: {
      id: state.partnerId,
      name: readable(partner, partner.person?.name),
      username: partner.person?.username ?? null,
      avatar: avatarOf(state.partnerId, partner),
      platform: partner.platform,
    },
    campaign: { id: state.campaignId, name: campaignName },
    label: state.label?.label ?? null,
    labeledBy: state.label?.by ?? null,
    question: questionView(state),
    legalRequest: legalRequestView(state),
    unread: state.unread,
    done: state.done,
    lastReceivedAt: state.lastReceivedAt ?? '',
    answeredAt,
    last: state.last,
    received: state.received.length,
  };
}

function questionView({ questions, askedAt }: ConversationRow['state']): ConversationView['question'] {
  const main = mainQuestion(questions);
  if (!main || askedAt === null) return null;
  const { sign, by, receivedId } = main;
  return { sign, receivedId, unproved: by === 'unproved', askedAt };
}

const legalRequestView = ({ legalRequest: request }: ConversationRow['state']): ConversationView['legalRequest'] =>
  request && { right: request.right, answerBy: answerBy(request), done: request.doneAt !== null };

/** A follow-up that can be moved must be there for one that is wanted later. */
export const offersView = (
  { state, partner }: ConversationRow,
  messages: readonly MessageRow[],
): ThreadView['offers'] =>
  offersOf(state.received, partner.contact?.email ?? null).filter(
    ({ label }) => label !== 'later' || messages.some((message) => mayMove(message.state)),
  );

/** The newest draft, at `now` (ISO 8601). A draft whose job was lost has failed. `flaws`: the check's objections. */
export function draftView({ state }: Pick<ConversationRow, 'state'>, flaws: Flaw[], now: string): ThreadView['draft'] {
  const { draft } = state;
  if (!draft) return null;
  const { id, status, body, reason } = draft;
  if (status === 'open' && !isDrafting(state, now))
    return { id, status: 'failed', body, reason: 'The draft did not arrive. Ask for it again.', flaws };
  return { id, status, body, reason: reason && reasonSentence(reason), flaws };
}

/** A page of the list, with counts of all. */
export const inboxView = ({ rows, next }: ConversationPage, { labels, ...counts }: ConversationCounts): InboxView => ({
  conversations: rows.map(conversationView),
  next,
  counts: {
    ...counts,
    labels: Object.fromEntries(REPLY_LABELS.map((label) => [label, labels[label] ?? 0])) as Record<ReplyLabel, number>,
  },
});

export function receivedMails(
  row: { state: Pick<ConversationRow['state'], 'received'> },
  history: readonly StreamEvent<ConversationEvent>[],
  keptFiles: readonly FileName[],
): ThreadMailView[] {
  const kept = new Set(keptFiles.map(({ receivedId, number }) => `${receivedId} ${number}`));
  const read = new Map(row.state.received.map((mail) => [mail.id, mail]));
  return history.flatMap((event) => {
    if (event.type !== 'MailReceived') return [];
    const { receivedId, receivedAt, source, automatic, truncated, unparsed } = event.data;
    const { from, fromName, subject, text, newPart, html, files } = event.personal ?? {
      ...{ from: null, fromName: null, subject: null, newPart: null, html: null, files: [] },
      text: event.unreadable ? readable({ unreadable: true }, null) : null,
    };
    const about = {
      automatic,
      label: read.get(receivedId)?.label ?? null,
      wants: (read.get(receivedId)?.wants ?? []).map(({ name: _name, email: _email, ...want }) => want),
      truncated,
      unparsed,
      inMailbox: source !== 'inbound',
    };
    const mail = {
      ...{ from, fromName, subject, text, newPart, html },
      files: files.map((file, number) => ({ ...file, kept: kept.has(`${receivedId} ${number}`) })),
    };
    return [{ kind: 'received', id: receivedId, at: receivedAt, ...mail, ...about }];
  });
}

const problem = (text: string, more: Partial<AnswerProblemView> = {}): AnswerProblemView => ({
  ...{ text, until: null, where: null },
  ...more,
});

/** The problem that blocks an answer to an address, and its fix. */
function problemOf({ state, partner }: ConversationRow, to: string | null, doNotContact: SuppressionReason | null) {
  if (partner.status !== 'approved') return problem('This partner was removed from your list. Approve them to answer.');
  if (state.unreadable) return problem(`${UNREADABLE}.`);
  if (to === null) return problem('This person has no email address. Add one to answer.');
  if (to === partner.contact?.email && partner.contact.verification?.status === 'undeliverable')
    return problem('This address receives no email. Enter another one to answer.');
  if (doNotContact)
    return problem(`Nothing is sent to this address: ${reasonText(suppressedBy(doNotContact))}.`, {
      where: 'do-not-contact',
    });
  if (state.questions.length > 0) return problem('Answer the question above first.');
  return null;
}

/** The form of an answer. `messages`: all that the campaign wrote to the person. `from`: where it leaves from. */
export function answerView(
  row: ConversationRow,
  messages: readonly MessageRow[],
  { choices, copies, ...answered }: AnswerAddresses,
  doNotContact: SuppressionReason | null,
  from: SendNowFrom,
): ThreadView['answer'] {
  const to = choices[0]?.address ?? null;
  const answers = messages.filter((message) => isAnswer(message.state.step)).length;
  const subject = answered.subject || messages.find((message) => message.state.text)?.state.text?.subject || '';
  return {
    step: answerStep(answers + 1),
    subject: answerSubject(subject),
    from: from.address,
    to,
    choices: choices.map(({ address }) => address),
    copies,
    problem: problemOf(row, to, doNotContact) ?? senderProblem(from),
  };
}

/** The problem that blocks all mail of the account. */
function senderProblem({ account, blocked }: SendNowFrom): AnswerProblemView | null {
  if (!blocked) return null;
  const { why, until, blocker, limit, reason } = blocked;
  const text = reasonText(why);
  const fix = blocker && fixWords(blocker.fix);
  if (limit !== null) return problem(refusalText(limitUsedUp(reason, limit)), { until });
  return problem(fix ? `${text}. ${fix.whatToDo}` : `${text}.`, { until, where: fix?.where ?? null, account });
}

/** The text below a mail that leaves at a moment (ISO 8601). */
export type SignatureAt = (moment: string, mail: Pick<Letter, 'body' | 'answer'>) => string | null;

/** By the profile of that moment. `account`: gives the name if the profile has none. `language`: of the campaign. */
export function signatureAt(
  history: readonly StreamEvent<ProfileEvent>[],
  account: UserState['account'],
  language: Language | null,
): SignatureAt {
  const { initial, evolve } = profile;
  return (moment, mail) => {
    const before = history.filter(({ at }) => at <= moment);
    const sender = before.reduce(evolve, initial);
    if (!sender.exists) return null;
    const named = { ...sender, userFullName: senderName(sender.userFullName, account) };
    return renderMailEnd({ ...mail, sender: named, language }, LINK_OF_THEIR_OWN);
  };
}

/** A message of ours as a thread shows it. */
export function sentMailView(message: MessageRow, signature: SignatureAt): SentMailView {
  const { sentAt, dispatch, createdAt, text, step, addressedTo } = message.state;
  return {
    kind: 'sent',
    at: sentAt ?? dispatch?.at ?? createdAt,
    copies: [...(addressedTo?.copies ?? [])],
    undoUntil: undoUntil(message.state),
    signature: dispatch && signature(dispatch.at, { body: text?.body ?? '', answer: isAnswer(step) }),
    ...sendView(message),
  };
}

/** All that the person wrote, one mail after the other. */
export const receivedText = (history: readonly StreamEvent<ConversationEvent>[]): string =>
  history.flatMap((event) => (event.type === 'MailReceived' ? (event.personal?.text ?? []) : [])).join('\n');

/** Both sides of a conversation in the order of time. `messages`: all that the campaign wrote to the person. */
export function threadMails(
  row: ConversationRow,
  history: readonly StreamEvent<ConversationEvent>[],
  keptFiles: readonly FileName[],
  messages: readonly MessageRow[],
  signature: SignatureAt,
): ThreadMailView[] {
  const sent = messages
    .filter(({ state }) => state.dispatch !== null || (isAnswer(state.step) && !isTakenBack(state)))
    .map((message): ThreadMailView => sentMailView(message, signature));
  // a mailbox may tell whole seconds only: no mail comes before the one that it answers
  const sentAt = new Map(sent.map(({ id, at }) => [id, at]));
  const answered = new Map(row.state.received.map(({ id, messageId }) => [id, sentAt.get(messageId) ?? '']));
  const orderOf = ({ id, at }: ThreadMailView) => [at, answered.get(id) ?? ''].sort().at(-1) ?? at;
  return [...sent, ...receivedMails(row, history, keptFiles)].sort((a, b) => orderOf(a).localeCompare(orderOf(b)));
}
