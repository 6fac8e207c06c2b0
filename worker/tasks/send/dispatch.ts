import { setTimeout as wait } from 'node:timers/promises';
import { ConcurrencyConflict } from '../../../db/log/conflicts.ts';
import { ref } from '../../../db/store.ts';
import { oneClickUnsubscribe, unsubscribeLink } from '../../../db/vault/unsubscribeLink.ts';
import { draftLeft, type MessageState } from '../../../events/messages/messageState.ts';
import { dispatchEmail, holdsClaim } from '../../../events/messages/sendAttempt.ts';
import { renderMailEnd, senderName } from '../../../events/messages/signature.ts';
import { abandon } from '../../../events/messages/unknown.ts';
import { recordAttempt } from '../../../events/sending/mailboxHold.ts';
import type { SendingAccount } from '../../../events/sending/mailProviders/provider.ts';
import { MAILBOX } from '../../../events/sending/quota.ts';
import { causeOf, type Deps, type JobPayload } from '../../context.ts';
import type { Credentials, Draft, Mail, MailProvider } from '../../providers/mailProvider.ts';
import { resumeSends } from '../resumeSends.ts';
import { holdBack } from './holdBack.ts';
import { mayLeave } from './mayLeave.ts';
import { quotaDays } from './quotaDays.ts';
import { hasChanged, readSend } from './readSend.ts';
import { inSenderTurn } from './senderTurn.ts';
import { type FullDay, waitForNextDay } from './waitForNextDay.ts';

/** `deleting`: it was decided to delete it. `draftIn`: the account that has it. */
export type LeftDraft = Draft & { deleting: boolean; draftIn: string };

/** A mail that may leave now: the log says that it does. `drafts`: where it is stored first; null: it is handed over in one call. */
export type Ready = {
  mail: Mail;
  account: SendingAccount;
  provider: MailProvider;
  credentials: Credentials;
  day: string;
  drafts: NonNullable<MailProvider['drafts']> | null;
  /** Drafts that an account may still have: of an earlier attempt, and of the message that this one replaces. */
  leftDrafts: { own: LeftDraft | null; original: LeftDraft | null };
};

/** How often what was read is read again because it changed before the commit. */
const READS = 30;

/**
 * Commits that the claimed message leaves now, after everything that can hold it back was checked in that very commit. null when something
 * did: then the claim was given back, or the message withdrawn or cancelled, with the reason.
 */
export async function dispatch(
  deps: Deps,
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

/** What came of a decision, beside its events. */
type Made = { ready: Ready | null; changed: boolean; full: FullDay | null; heldForGood: boolean };
const NOTHING: Made = { ready: null, changed: false, full: null, heldForGood: false };

async function dispatchAsRead(
  deps: Deps,
  job: JobPayload,
  claimed: MessageState,
  worker: string,
): Promise<Ready | null | 'changed'> {
  const { store } = deps;
  const { tenant } = job;
  const { attempt } = claimed;
  const read = await readSend(deps, job, claimed);
  const { day } = read.today;
  const send = { tenant, messageId: job.id, attempt };
  let made = NOTHING;

  await inSenderTurn(store, tenant, (tx, user, open) =>
    store.runIn(tx, {
      tenant,
      cause: causeOf('send-message', job),
      streams: {
        ...Object.fromEntries(read.others.map((other) => [`other ${other.id}`, other])),
        message: ref('message', job.id),
        profile: ref('profile', tenant),
        campaign: ref('campaign', claimed.campaignId),
        partner: ref('partner', claimed.partnerId),
        mailbox: ref('mailbox', tenant),
        suppression: ref('suppression', read.addressHmac),
        ...quotaDays(job.id, day),
      },
      hold: 'campaign',
      decide: (states, moment) => {
        made = { ...NOTHING, changed: hasChanged(read, states, { moment, open }) };
        const { message, profile } = states;
        if (made.changed || !holdsClaim(message, { attempt, worker, now: moment })) return {};
        // as many as there are, so the compiler does not know their names
        const byName = states as unknown as Readonly<Record<string, MessageState | undefined>>;
        const others = read.others.flatMap(({ id }) => byName[`other ${id}`] ?? []);
        const original = message.resendOf === null ? undefined : byName[`other ${message.resendOf}`];
        const now = { ...states, account: user.status, others, original };
        const verdict = mayLeave(deps, read, now, { moment, messageId: job.id });
        if (verdict.does !== 'leave') {
          const { events, full } = holdBack(message, verdict, moment);
          const heldForGood = verdict.does === 'release' && verdict.forGood === true;
          made = { ...NOTHING, full: full && { ...full, zone: read.zone }, heldForGood };
          return { message: events };
        }
        const { to, account, credentials, provider, textHash, campaignDay, mailboxDay } = verdict;
        const { from } = account;
        const { subject, body } = verdict.text;
        const fromName = senderName(profile.userFullName, user.account);
        const link = unsubscribeLink(deps.publicUrl, store.pseudonyms, send);
        const text = `${body}\n\n${renderMailEnd({ ...profile, userFullName: fromName }, link)}`;
        const headers = oneClickUnsubscribe(link);
        const sendId = `${job.id}.${attempt}`;
        const mail = { to, from, fromName, replyTo: profile.contactEmail, subject, text, headers, sendId, tenant };
        const drafts = account.drafts ? (provider.drafts ?? null) : null;
        const leftDrafts = { own: draftLeft(message), original: original ? draftLeft(original) : null };
        made = { ...NOTHING, ready: { mail, account, provider, credentials, day, drafts, leftDrafts } };
        const { addressHmac } = read;
        const of = { attempt, worker, now: moment, sendId, mailbox: MAILBOX, day, addressHmac, textHash };
        return {
          ...(original && { [`other ${message.resendOf}`]: abandon(original, message.step) }),
          message: dispatchEmail(message, {
            ...of,
            to,
            from,
            subject,
            text,
            draftIn: drafts ? account.id : undefined,
          }),
          campaignDay,
          mailboxDay,
          mailbox: recordAttempt(states.mailbox, { messageId: job.id, attempt }),
        };
      },
    }),
  );
  const { ready, changed, full, heldForGood } = made;
  if (changed) return 'changed';
  if (full) await waitForNextDay(deps, job, claimed, full);
  // the end of the hold may have come before its job could see this message wait
  if (heldForGood) await resumeSends(deps, job);
  return ready;
}
