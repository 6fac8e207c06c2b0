import { setTimeout as wait } from 'node:timers/promises';
import { domainToASCII } from 'node:url';
import { ConcurrencyConflict } from '../../../db/log/conflicts.ts';
import { recipientLock } from '../../../db/log/locks.ts';
import { textHash } from '../../../db/log/textHash.ts';
import { lastToAddress } from '../../../db/read/campaignDistance.ts';
import { entriesOf, entryOfPerson, type FormerAddresses } from '../../../db/read/suppressions.ts';
import { type Ref, ref } from '../../../db/store.ts';
import { messageIdName, replyAddress, type Send } from '../../../db/vault/mailToken.ts';
import { oneClickUnsubscribe, unsubscribeLink } from '../../../db/vault/unsubscribeLink.ts';
import type { ProfileState } from '../../../events/accounts/profile.ts';
import type { UserState } from '../../../events/accounts/userState.ts';
import { isAnswer } from '../../../events/messages/answer.ts';
import { textChecker } from '../../../events/messages/check/checkText.ts';
import { messageFlaws } from '../../../events/messages/check/messageFlaws.ts';
import { mailHtml } from '../../../events/messages/mailHtml.ts';
import { BEGINS_THREAD, draftLeft, type MessageState } from '../../../events/messages/messageState.ts';
import { asQuoted, quoteOf, quoteText } from '../../../events/messages/quote.ts';
import { dispatchEmail, holdsClaim } from '../../../events/messages/sendAttempt.ts';
import {
  type Letter,
  languageIn,
  letterText,
  senderName,
  signedParts,
  unsubscribeLine,
} from '../../../events/messages/signature.ts';
import { supersede } from '../../../events/messages/unknown.ts';
import { blockSend } from '../../../events/sending/blockSend.ts';
import { recordAttempt } from '../../../events/sending/mailboxHold.ts';
import type { SendingAccount } from '../../../events/sending/mailProviders/provider.ts';
import { MAIL_PROVIDERS } from '../../../events/sending/mailProviders.ts';
import { followUpsWait } from '../../../events/sending/reading.ts';
import { type AllowedMessage, type Blocked, campaignLimitOf, checkSend } from '../../../events/sending/sendPolicy.ts';
import { type JobPayload, type Needs, scopeOf } from '../../context.ts';
import type { Credentials, Draft, Mail, MailProvider } from '../../providers/mailProvider.ts';
import { readsMail } from '../readMailboxes.ts';
import { resumeHeldSends } from '../resumeSends.ts';
import { quotaDays } from './quotaDays.ts';
import { hasChanged, readSend, type SendDeps } from './readSend.ts';
import type { Thread } from './readThread.ts';
import { inSenderTurn } from './senderTurn.ts';
import { waitForNextDay } from './waitForNextDay.ts';

/** `deleting`: it was decided to delete it. `draftIn`: the account that has it. `since`: when its attempt was dispatched; null: not known. */
export type LeftDraft = Draft & { deleting: boolean; draftIn: string; since: string | null };

/** A mail that may leave now: the log says that it does. `drafts`: where it is stored first; null: it is handed over in one call. */
export type Ready = {
  mail: Mail;
  account: SendingAccount;
  provider: MailProvider;
  credentials: Credentials;
  mailbox: string;
  day: string;
  drafts: NonNullable<MailProvider['drafts']> | null;
  /** Drafts that an account may still have: of an earlier attempt, and of the message that this one replaces. */
  leftDrafts: { own: LeftDraft | null; original: LeftDraft | null };
};

/** The inputs are read again at most this often if they change before the commit. */
const READS = 30;

/**
 * Commits that the claimed message leaves now. The same commit checks every blocker. null: a blocker released, deferred, held or canceled the
 * message, with the reason (sendPolicy.ts).
 */
export async function dispatch(
  deps: SendDeps,
  job: JobPayload,
  claimed: MessageState,
  worker: string,
): Promise<Ready | null> {
  for (let left = READS; left > 0; left -= 1) {
    try {
      const ready = await dispatchAsRead(deps, job, claimed, worker);
      if (ready !== 'changed') return ready;
    } catch (error) {
      if (!(error instanceof ConcurrencyConflict)) throw error;
    }
    await wait(Math.random() * 20);
  }
  throw new ConcurrencyConflict();
}

function leftDraftOf({ dispatch }: Pick<MessageState, 'dispatch'>): LeftDraft | null {
  const draft = draftLeft({ dispatch });
  return draft && { ...draft, since: dispatch?.draft ? dispatch.at : null };
}

/** The streams of the commit: every blocker, and other messages to the same person. */
type DispatchStreams = {
  [K in 'message' | 'profile' | 'campaign' | 'partner' | 'mailbox']: Ref<K>;
} & { [K in 'address' | 'domain']: Ref<'suppression'> } & ReturnType<typeof quotaDays> & {
    [other: `other ${string}`]: Ref<'message'>;
  } & {
    [copy: `copy ${string}`]: Ref<'suppression'>;
  } & FormerAddresses;

async function dispatchAsRead(
  deps: SendDeps,
  job: JobPayload,
  claimed: MessageState,
  worker: string,
): Promise<Ready | null | 'changed'> {
  const { store } = deps;
  const { tenant } = job;
  const { attempt } = claimed;
  const read = await readSend(deps, job, claimed);
  const { mailboxId, today, account, credentials, provider } = read;
  const via = account && credentials && provider ? { account, credentials, provider } : null;
  const streams: DispatchStreams = {
    message: ref('message', job.id),
    profile: ref('profile', tenant),
    campaign: ref('campaign', claimed.campaignId),
    partner: ref('partner', claimed.partnerId),
    mailbox: ref('mailbox', mailboxId),
    ...entriesOf(store, tenant, read.to),
    ...read.former,
    ...quotaDays(job.id, { mailbox: mailboxId, day: today.day }),
  };
  for (const other of [...read.others, ...read.sharing]) streams[`other ${other.id}`] = other;
  const listed = () =>
    Object.entries(streams).flatMap(([name, { kind, id }]) => (kind === 'suppression' ? [{ name, id }] : []));
  for (const entry of read.copies.flatMap((copy) => copy.entries))
    if (!listed().some(({ id }) => id === entry.id)) streams[`copy ${entry.id}`] = entry;

  const result = await inSenderTurn(store, tenant, async (tx, user, open) => {
    await tx`
      select pg_advisory_xact_lock(${String(recipientLock(tenant, read.addressHmac))}::bigint), set_config('app.tenant', ${tenant}, true)`;
    const toAddress = await lastToAddress(tx, tenant, {
      campaignId: claimed.campaignId,
      addressHmac: read.addressHmac,
    });
    const outcome = await store.runIn<DispatchStreams, Dispatching>(tx, {
      ...scopeOf('send-message', job),
      streams,
      lockRow: 'campaign',
      decide: (now, moment) => {
        const { message, profile, campaign, partner, mailbox, campaignDay, mailboxDay } = now;
        const others = read.others.flatMap(({ id }) => now[`other ${id}`] ?? []);
        const sharing = read.sharing.flatMap(({ id }) => now[`other ${id}`] ?? []);
        if (hasChanged(read, { ...now, others }, { moment, open })) return [{}, 'changed'];
        if (!holdsClaim(message, { attempt, worker, now: moment })) return [{}, null];
        const follows = message.followUp?.follows;
        const original = message.resendOf === null ? undefined : now[`other ${message.resendOf}`];
        const checked = checkSend({
          now: moment,
          sender: { ...read.sender, account: user.status, postalAddress: profile.postalAddress, mailbox },
          message: {
            id: job.id,
            state: message,
            campaign,
            partner,
            suppression: entryOfPerson(now, claimed.partnerId, read.former),
            others,
            sharing,
            previous: follows === undefined ? undefined : now[`other ${follows}`],
            original,
            recipientUnreadable: read.toUnreadable,
            textHash: message.text && textHash(read.to, message.text),
            flaws: messageFlaws(textChecker(campaign, profile), message, partner, others),
            zone: read.zone,
            otherCampaignAt: lastByOther(message, others, toAddress),
            minDaysBetweenCampaigns: profile.minDaysBetweenCampaigns,
            mailbox: mailboxId,
            unread: followUpsWait(mailbox, moment, readsMail(deps)),
            anyHour: deps.sendGap !== undefined,
            via,
          },
          quotas: {
            today,
            campaignDay,
            campaignLimit: campaignLimitOf(campaign, message.step),
            mailboxDay,
            mailboxLimit: read.cap,
          },
        });
        if (!checked.allowed) {
          const { events, deferred } = blockSend(message, checked, moment);
          return [{ message: events }, { blocked: checked, deferred }];
        }
        const { thread } = read;
        const { step } = message;
        const { language } = campaign;
        const isListed = (entry: Ref<'suppression'>) =>
          listed().some(
            ({ name, id }) => id === entry.id && (now as Record<string, { suppressed?: boolean }>)[name]?.suppressed,
          );
        const copies = read.copies.filter(({ entries }) => !entries.some(isListed)).map(({ email }) => email);
        const about = { attempt, ...checked, toName: read.toName, copies, thread, step, language };
        const mail = writeMail(deps, job, about, profile, user);
        const drafts = account?.drafts ? (checked.via.provider.drafts ?? null) : null;
        const leftDrafts = { own: leftDraftOf(message), original: original ? leftDraftOf(original) : null };
        const { to, from, subject, text, sendId } = mail;
        return [
          {
            ...(original && { [`other ${message.resendOf}`]: supersede(original, message.step) }),
            message: dispatchEmail(message, {
              ...{ attempt, worker, now: moment, sendId, mailbox: mailboxId, day: today.day },
              ...{ addressHmac: read.addressHmac, textHash: checked.textHash, to, from, subject, text },
              draftIn: drafts ? checked.via.account.id : undefined,
            }),
            campaignDay: checked.campaignDay,
            mailboxDay: checked.mailboxDay,
            mailbox: recordAttempt(mailbox, { messageId: job.id, attempt }),
          },
          { ready: { mail, ...checked.via, mailbox: mailboxId, day: today.day, drafts, leftDrafts } },
        ];
      },
    });
    return outcome.result;
  });
  if (result === 'changed' || result === null) return result;
  if ('ready' in result) return result.ready;
  await onBlocked(deps, job, claimed, { ...result, mailbox: mailboxId, zone: read.zone });
  return null;
}

/** The time of another campaign's last email to the person (ISO 8601). `toAddress`: to their address, through whichever partner. */
function lastByOther(
  { campaignId }: MessageState,
  others: readonly MessageState[],
  toAddress: string | null,
): string | null {
  const left = others.flatMap(({ campaignId: of, status, dispatch }) =>
    of !== campaignId && dispatch && BEGINS_THREAD.has(status) ? [dispatch.at] : [],
  );
  return [...left, ...(toAddress === null ? [] : [toAddress])].sort().at(-1) ?? null;
}

/** A decision's answer beside its events; null: the claim is lost. */
type Dispatching = { ready: Ready } | { blocked: Blocked; deferred: boolean } | 'changed' | null;

function writeMail(
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
  }: AllowedMessage<{ account: SendingAccount }> &
    Pick<Mail, 'toName' | 'copies'> &
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
    ...{ to, toName, copies, from: via.account.from, fromName, replyTo, subject, tenant },
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

/** The jobs after a recorded block. */
async function onBlocked(
  deps: SendDeps,
  job: JobPayload,
  claimed: MessageState,
  { blocked, deferred, mailbox, zone }: { blocked: Blocked; deferred: boolean; mailbox: string; zone: string },
): Promise<void> {
  const { why: reason, effect, until } = blocked;
  if (deferred && until) await waitForNextDay(deps, job, claimed, { reason, mailbox, endsAt: Date.parse(until), zone });
  // the end of the hold may have come before its job could see this message wait
  if (effect === 'hold' && until === null) await resumeHeldSends(deps, job);
}
