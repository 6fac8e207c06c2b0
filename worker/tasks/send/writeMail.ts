import { domainToASCII } from 'node:url';
import { messageIdName, replyAddress, type Send } from '../../../db/vault/mailToken.ts';
import { oneClickUnsubscribe, unsubscribeLink } from '../../../db/vault/unsubscribeLink.ts';
import type { ProfileState } from '../../../events/accounts/profile.ts';
import type { UserState } from '../../../events/accounts/userState.ts';
import { isAnswer } from '../../../events/messages/answer.ts';
import { mailHtml } from '../../../events/messages/mailHtml.ts';
import { asQuoted, quoteOf, quoteText } from '../../../events/messages/quote.ts';
import {
  type Letter,
  languageIn,
  letterText,
  senderName,
  signedParts,
  unsubscribeLine,
} from '../../../events/messages/signature.ts';
import type { SendingAccount } from '../../../events/sending/mailProviders/provider.ts';
import { MAIL_PROVIDERS } from '../../../events/sending/mailProviders.ts';
import type { AllowedMessage } from '../../../events/sending/sendPolicy.ts';
import type { JobPayload, Needs } from '../../context.ts';
import type { Mail } from '../../providers/mailProvider.ts';
import type { SendDeps } from './readSend.ts';
import type { Thread } from './readThread.ts';

/** A checked mail as its provider takes it. */
export function writeMail(
  deps: SendDeps,
  job: JobPayload,
  {
    attempt,
    to,
    toName,
    copies,
    text: { subject, body },
    via,
    thread,
    step,
    language,
    file,
  }: AllowedMessage<{ account: SendingAccount }> &
    Pick<Mail, 'toName' | 'copies' | 'file'> &
    Pick<Letter, 'language'> & { attempt: number; thread: Thread | null; step: string },
  profile: ProfileState,
  user: UserState,
): Mail {
  const { publicUrl, store } = deps;
  const { tenant, id } = job;
  const fromName = senderName(profile.userFullName, user.account);
  const send = { tenant, messageId: id, attempt };
  const replyTo = replyToOf(deps, send, via.account, profile.contactEmail);
  const link = unsubscribeLink(publicUrl, store.pseudonyms, send);
  const letter: Letter = { body, sender: { ...profile, userFullName: fromName }, language, answer: isAnswer(step) };
  const line = unsubscribeLine(letter);
  const own = { language: languageIn(letter), zone: profile.timezone ?? 'UTC' };
  const quote = thread?.quoted ? quoteOf(asQuoted(thread.quoted, letter), own) : null;
  return {
    ...{ to, toName, copies, from: via.account.from, fromName, replyTo, subject, tenant, file },
    text: [letterText(letter, link), ...(quote ? [quoteText(quote)] : [])].join('\n\n'),
    html: mailHtml(signedParts(letter), { language: own.language, last: line && { ...line, link }, quote }),
    // an answer is a person's mail, which has none
    headers: { ...(line && oneClickUnsubscribe(link, listOf(send, via.account))), ...thread?.headers },
    // another account knows nothing of the thread
    ...(thread?.threadId && isInAccount(thread, via.account) ? { threadId: thread.threadId } : {}),
    sendId: `${id}.${attempt}`,
    idName: messageIdName(store.pseudonyms, send),
  };
}

/** The mails of a campaign are a list of their own, so that a recipient can sort them. */
const listOf = ({ messageId }: Send, { from }: SendingAccount): string =>
  `${messageId.split('.', 1)[0]}.${domainToASCII(from.slice(from.lastIndexOf('@') + 1))}`;

/**
 * The address for replies. null: the account that sends, because its mail is read. No one here would see a reply to any other address, and follow-ups
 * would leave.
 */
function replyToOf(
  { store, inboundDomain, mailSources }: Needs<'store' | 'inboundDomain' | 'mailSources'>,
  send: Send,
  account: SendingAccount,
  contactEmail: string | null,
): string | null {
  const { readable, inbound } = MAIL_PROVIDERS[account.provider];
  // a mailbox that could be read, and is not by choice, gets its replies unread
  if (!inbound && !readable(account)) return contactEmail;
  if (!inbound && mailSources[account.provider]) return null;
  return inboundDomain ? replyAddress(inboundDomain, store.pseudonyms, send) : contactEmail;
}

/** Whether the provider's thread lies in the account that sends. */
const isInAccount = ({ draftIn, from }: Thread, account: SendingAccount): boolean =>
  draftIn === account.id || from === account.from;
