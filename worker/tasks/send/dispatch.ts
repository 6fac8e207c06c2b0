import { setTimeout as wait } from 'node:timers/promises';
import { ConcurrencyConflict } from '../../../db/log/conflicts.ts';
import type { Known } from '../../../db/log/load.ts';
import { textHash } from '../../../db/log/textHash.ts';
import { checkWithKept } from '../../../db/read/keptChecks.ts';
import { readSendFacts } from '../../../db/read/sendFacts.ts';
import { entriesOf, entryOfPerson, type FormerAddresses } from '../../../db/read/suppressions.ts';
import { type Ref, ref, streamIdOf } from '../../../db/store.ts';
import { sentName } from '../../../events/accounts/mediaKit.ts';
import { messageFlaws } from '../../../events/messages/check/messageFlaws.ts';
import { message as messages } from '../../../events/messages/message.ts';
import type { MessageEvent } from '../../../events/messages/messageEvents.ts';
import { BEGINS_THREAD, draftLeft, type MessageState } from '../../../events/messages/messageState.ts';
import { dispatchEmail, holdsClaim } from '../../../events/messages/sendAttempt.ts';
import { isFirstEmail } from '../../../events/messages/sharedAddress.ts';
import { supersede } from '../../../events/messages/unknown.ts';
import { blockSend } from '../../../events/sending/blockSend.ts';
import { recordAttempt } from '../../../events/sending/mailboxHold.ts';
import type { SendingAccount } from '../../../events/sending/mailProviders/provider.ts';
import { type QuotaState, quotaUsed } from '../../../events/sending/quota.ts';
import { followUpsWait } from '../../../events/sending/reading.ts';
import { type Blocked, campaignLimitOf, checkSend } from '../../../events/sending/sendPolicy.ts';
import { MAILBOX_CAP } from '../../../events/shared/options.ts';
import { causeOf, type JobPayload, scopeOf } from '../../context.ts';
import type { Credentials, Draft, Mail, MailProvider } from '../../providers/mailProvider.ts';
import { readsMail } from '../readMailboxes.ts';
import { resumeHeldSends } from '../resumeSends.ts';
import { takeDue } from './claim.ts';
import { quotaDays } from './quotaDays.ts';
import { hasChanged, readSend, type SendDeps } from './readSend.ts';
import { inSenderTurn } from './senderTurn.ts';
import { waitForNextDay } from './waitForNextDay.ts';
import { writeMail } from './writeMail.ts';

/** `deleting`: it was decided to delete it. `draftIn`: the account that has it. `since`: when its attempt was dispatched; null: not known. */
export type LeftDraft = Draft & { deleting: boolean; draftIn: string; since: string | null };

/** A mail that may leave now: the log says that it does. `drafts`: where it is stored first; null: it is handed over in one call. */
export type Ready = {
  attempt: number;
  mail: Mail;
  account: SendingAccount;
  provider: MailProvider;
  credentials: Credentials;
  mailbox: string;
  day: string;
  drafts: NonNullable<MailProvider['drafts']> | null;
  /** Drafts that an account may still have: of an earlier attempt, and of the message that this one replaces. */
  leftDrafts: { own: LeftDraft | null; original: LeftDraft | null };
  /** The streams of the dispatch, as its commit left them. */
  known: Known;
};

/** The inputs are read again at most this often if they change before the commit. */
const READS = 30;

/** Commits that the claimed message leaves now. null: it does not. */
export async function dispatch(
  deps: SendDeps,
  job: JobPayload,
  claimed: MessageState,
  worker: string,
): Promise<Ready | null> {
  const ready = await dispatchFor(deps, job, claimed, worker);
  return ready === 'not_due' ? null : ready;
}

/**
 * Claims a message that is due and commits that it leaves now, both at once. The same commit checks every blocker. null: a blocker released,
 * deferred, held or canceled the message, with the reason (sendPolicy.ts).
 */
export const claimAndDispatch = (deps: SendDeps, job: JobPayload, worker: string): Promise<Ready | null | 'not_due'> =>
  dispatchFor(deps, job, null, worker);

async function dispatchFor(
  deps: SendDeps,
  job: JobPayload,
  claimed: MessageState | null,
  worker: string,
): Promise<Ready | null | 'not_due'> {
  for (let left = READS; left > 0; left -= 1) {
    try {
      const ready = await dispatchAsRead(deps, job, claimed, worker, left < READS);
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
} & {
  [day: `day ${string}`]: Ref<'quota'>;
} & { [K in 'address' | 'domain']: Ref<'suppression'> } & ReturnType<typeof quotaDays> & {
    [other: `other ${string}`]: Ref<'message'>;
  } & {
    [copy: `copy ${string}`]: Ref<'suppression'>;
  } & FormerAddresses;

async function dispatchAsRead(
  deps: SendDeps,
  job: JobPayload,
  given: MessageState | null,
  worker: string,
  again: boolean,
): Promise<Ready | null | 'changed' | 'not_due'> {
  const { store } = deps;
  const { tenant } = job;
  const facts = await readSendFacts(deps, tenant, job.id);
  const claimed = given ?? facts.message;
  const take = (message: MessageState, moment: string) => (given ? [] : takeDue(deps, message, worker, moment));
  // a freeze that came while it prepared is a reason, and Send Now gets it
  const wasFrozen = !again && facts.mailboxes[0]?.sender.from.frozen;
  if (!given && (wasFrozen || take(claimed, store.now().toISOString()).length === 0)) return 'not_due';
  const attempt = given ? claimed.attempt : claimed.attempt + 1;
  const read = await readSend(deps, job, claimed, facts);
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
  const { limit, mailboxIds } = facts.workspace;
  const countsDay = mailboxIds.length * MAILBOX_CAP.max > limit;
  const otherIds = countsDay ? mailboxIds.filter((id) => id !== mailboxId) : [];
  for (const id of otherIds) streams[`day ${id}`] = ref('quota', `${id}-${today.day}`);
  for (const other of read.others) streams[`other ${other.id}`] = other;
  const listed = () =>
    Object.entries(streams).flatMap(([name, { kind, id }]) => (kind === 'suppression' ? [{ name, id }] : []));
  for (const entry of read.copies.flatMap((copy) => copy.entries))
    if (!listed().some(({ id }) => id === entry.id)) streams[`copy ${entry.id}`] = entry;

  const { actor } = causeOf('send-message', job);
  const turn = {
    ...{ known: facts.known, owner: facts.owner ?? '', partnerId: claimed.partnerId, addressHmac: read.addressHmac },
    countsDay,
    streamIds: [...new Set(Object.values(streams).map(streamIdOf))],
  };
  const { known, result } = await inSenderTurn(
    store,
    tenant,
    turn,
    async (tx, { open, account: user, same, streams: loaded }) => {
      // the first emails of the campaign to others at this address
      const sharers = same.filter(({ state }) => state.campaignId === claimed.campaignId && isFirstEmail(state));
      if (isFirstEmail(claimed)) for (const { id } of sharers) streams[`other ${id}`] = ref('message', id);
      const outcome = await store.runIn<DispatchStreams, Dispatching>(tx, {
        ...scopeOf('send-message', job),
        streams,
        known: { streams: loaded, keys: facts.keys },
        lockRow: 'campaign',
        decide: (now, moment) => {
          const taken = take(now.message, moment);
          const message = taken.reduce(
            (state: MessageState, event: MessageEvent) => messages.evolve(state, { ...event, at: moment, actor }),
            now.message,
          );
          const { profile, campaign, partner, mailbox, campaignDay, mailboxDay } = now;
          const others = read.others.flatMap(({ id }) => now[`other ${id}`] ?? []);
          const sharing = isFirstEmail(claimed) ? sharers.flatMap(({ id }) => now[`other ${id}`] ?? []) : [];
          if (hasChanged(read, { ...now, message, others }, { moment, open })) return [{}, 'changed'];
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
              textHash: textHash(read.to, message.text, read.kit),
              kitMissing: read.kit !== null && read.kitContent === null,
              flaws: messageFlaws(checkWithKept(campaign, profile, facts.kept), message, partner, others),
              zone: read.zone,
              otherCampaignAt: lastByOther(message, [...others, ...same.map(({ state }) => state)]),
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
              workspace: { limit, used: quotaUsed(mailboxDay) + sumOf(otherIds.map((id) => now[`day ${id}`])) },
            },
          });
          if (!checked.allowed) {
            const { events, deferred } = blockSend(message, checked, moment);
            return [{ message: [...taken, ...events] }, { blocked: checked, deferred, message }];
          }
          const { thread } = read;
          const { step } = message;
          const { language } = campaign;
          const isListed = (entry: Ref<'suppression'>) =>
            listed().some(
              ({ name, id }) => id === entry.id && (now as Record<string, { suppressed?: boolean }>)[name]?.suppressed,
            );
          const copies = read.copies.filter(({ entries }) => !entries.some(isListed)).map(({ email }) => email);
          const { kit, kitContent } = read;
          const file = kit && kitContent && { name: sentName(kit), type: kit.type, content: kitContent };
          const about = { attempt, ...checked, toName: read.toName, copies, thread, step, language, file };
          const mail = writeMail(deps, job, about, profile, user);
          const drafts = account?.drafts ? (checked.via.provider.drafts ?? null) : null;
          const leftDrafts = { own: leftDraftOf(message), original: original ? leftDraftOf(original) : null };
          const { to, from, subject, text, sendId } = mail;
          return [
            {
              ...(original && { [`other ${message.resendOf}`]: supersede(original, message.step) }),
              message: [
                ...taken,
                ...dispatchEmail(message, {
                  ...{ attempt, worker, now: moment, sendId, mailbox: mailboxId, day: today.day },
                  ...{ addressHmac: read.addressHmac, textHash: checked.textHash, to, from, subject, text },
                  file: kit,
                  draftIn: drafts ? checked.via.account.id : undefined,
                }),
              ],
              campaignDay: checked.campaignDay,
              mailboxDay: checked.mailboxDay,
              mailbox: recordAttempt(mailbox, { messageId: job.id, attempt }),
            },
            { ready: { attempt, mail, ...checked.via, mailbox: mailboxId, day: today.day, drafts, leftDrafts } },
          ];
        },
      });
      const known = new Map(loaded.map((stream) => [stream.streamId, stream]));
      for (const { events: _, ...stream } of outcome.committed)
        known.set(stream.streamId, { ...stream, row: stream.state });
      return { known, result: outcome.result };
    },
  );
  if (result === 'changed' || result === null) return result;
  if ('ready' in result) return { ...result.ready, known };
  await onBlocked(deps, job, result.message, { ...result, mailbox: mailboxId, zone: read.zone });
  return null;
}

const sumOf = (days: readonly (QuotaState | undefined)[]): number =>
  days.reduce((sum, day) => sum + (day ? quotaUsed(day) : 0), 0);

/** The time of another campaign's last email to the person or their address (ISO 8601). */
function lastByOther({ campaignId }: MessageState, others: readonly MessageState[]): string | null {
  const left = others.flatMap(({ campaignId: of, status, dispatch }) =>
    of !== campaignId && dispatch && BEGINS_THREAD.has(status) ? [dispatch.at] : [],
  );
  return left.sort().at(-1) ?? null;
}

/** A decision's answer beside its events; null: the claim is lost. */
type Dispatching =
  | { ready: Omit<Ready, 'known'> }
  | { blocked: Blocked; deferred: boolean; message: MessageState }
  | 'changed'
  | null;

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
