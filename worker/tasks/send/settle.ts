import { setTimeout as wait } from 'node:timers/promises';
import { type Known, type LoadedRow, trustRows, versionsOf } from '../../../db/log/load.ts';
import { type Decisions, type Ref, ref, type Store, streamIdOf } from '../../../db/store.ts';
import type { StateOf } from '../../../events/catalog.ts';
import { recordDelivery } from '../../../events/messages/delivery.ts';
import type { MessageState } from '../../../events/messages/messageState.ts';
import { waitAfterPutOff } from '../../../events/messages/putOff.ts';
import { type Outcome, recordOutcome } from '../../../events/messages/sendAttempt.ts';
import { giveUpDeferred, giveUpTime } from '../../../events/messages/sendTime.ts';
import { suppressAddress } from '../../../events/privacy/suppression.ts';
import { holdsForGood, recordProviderHealth } from '../../../events/sending/mailboxHold.ts';
import { holdReason } from '../../../events/sending/mailProviders.ts';
import {
  backoffSeconds,
  classify,
  type MailboxRefusal,
  type ProviderSignal,
  type Verdict,
} from '../../../events/sending/outcome.ts';
import type { Reason } from '../../../events/shared/reasons.ts';
import { type JobPayload, type Needs, scopeOf } from '../../context.ts';
import type { Sent } from '../../providers/mailProvider.ts';
import { resumeHeldSends } from '../resumeSends.ts';
import { LEASE_MS } from './claim.ts';
import type { Ready } from './dispatch.ts';
import { quotaDays, returnQuotas } from './quotaDays.ts';

/** A Send Now whose refused key has been replaced since is retried after this time. */
const REPLACED_MS = 5 * 60_000;

/** Whether all mails of the mailbox are refused. */
const isRefusal = (signal: ProviderSignal): signal is MailboxRefusal =>
  signal !== 'fine' && signal !== 'trouble' && signal !== 'wait' && signal !== 'account_refused';
/** Whether only a person ends that. Attempts with a key that was replaced since are retried soon. */
const isRefused = (signal: ProviderSignal): boolean =>
  signal === 'account_refused' || (isRefusal(signal) && signal !== 'credits_exhausted');

/** The reason of a provider may say to try again. No one should do that with an email that may have left. */
function reasonOfAnswer(
  { answer, reason }: Sent,
  { verdict, mailbox: signal }: Verdict,
  { provider, account }: Ready,
): Reason {
  if (reason && verdict !== 'unknown') return reason;
  if (isRefusal(signal)) return holdReason(signal, account.provider).reason;
  if (answer.kind === 'status') return { code: 'provider_answered', provider: provider.name, status: answer.status };
  return answer.kind === 'not_asked' ? { code: 'stood_still' } : { code: 'provider_silent', provider: provider.name };
}

type Deps = Needs<'store' | 'sandbox' | 'publicUrl'>;
type SettleStreams = { message: Ref<'message'>; mailbox: Ref<'mailbox'>; campaign: Ref<'campaign'> } & ReturnType<
  typeof quotaDays
> & {
    [recipient: `recipient ${string}`]: Ref<'suppression'>;
  };

/** Records the provider's answer on the message. One that did not leave returns its places of the day. */
export async function settle(deps: Deps, job: JobPayload, attempt: number, ready: Ready, sent: Sent): Promise<void> {
  const meaning = classify(sent.answer);
  const { verdict, mailbox: signal, retryAfterSeconds } = meaning;
  const status = sent.answer.kind === 'status' ? sent.answer.status : null;
  const said = reasonOfAnswer(sent, meaning, ready);
  const waitMs = backoffSeconds(attempt, retryAfterSeconds, Math.random()) * 1000;
  const keepsPlace = verdict === 'sent' || verdict === 'unknown';
  const streams = {
    message: ref('message', job.id),
    mailbox: ref('mailbox', ready.mailbox),
    campaign: ref('campaign', job.id.split('.')[0] ?? ''),
    // a place that stays taken guards nothing, because other emails of the day take theirs
    ...(keepsPlace ? {} : quotaDays(job.id, ready)),
  } as SettleStreams;
  const isBounce = sent.answer.kind === 'no_such_address';
  const hmac = deps.store.pseudonyms.address(job.tenant, ready.mail.to);
  if (isBounce) streams[`recipient ${hmac}`] = ref('suppression', hmac);
  const record = async () => {
    const { loaded, waits: others } = await readOutcome(deps.store, job, streams, ready.known);
    return deps.store.run<SettleStreams, boolean>({
      ...scopeOf('send-message', job),
      streams,
      known: { streams: loaded, keys: new Map() },
      decide: (states, moment) => {
        const trouble = 'trouble' in sent.answer ? sent.answer.trouble : undefined;
        const about = { messageId: job.id, attempt, signal, secretId: ready.account.secretId, trouble };
        const mailbox = recordProviderHealth(states.mailbox, { ...about, waitSeconds: waitMs / 1000 }, moment);
        const waits = verdict === 'held' && holdsForGood(states.mailbox, mailbox);
        const settled = recordOutcome(states.message, attempt, outcomeAt(moment, waits, states, others));
        const message = [...settled, ...giveUpDeferred(states.message, settled, moment)];
        const events: Decisions<SettleStreams> = {
          mailbox,
          message,
          ...(keepsPlace || message.length === 0 ? {} : returnQuotas(states, job.id, attempt)),
        };
        if (isBounce && message.length > 0) {
          events.message = [...message, ...recordDelivery(states.message, attempt, 'bounced', null)];
          const how = { reason: 'bounced', source: 'provider' } as const;
          const email = states.message.erased ? null : ready.mail.to;
          const suppression = states[`recipient ${hmac}`] as StateOf<'suppression'>;
          events[`recipient ${hmac}`] = suppressAddress(suppression, { ...how, email });
        }
        return [events, waits];
      },
    });
  };
  function outcomeAt(moment: string, waits: boolean, { message, campaign }: Settling, others: boolean): Outcome {
    switch (verdict) {
      case 'sent':
        return {
          ...{ outcome: 'sent', providerMessageId: sent.messageId, threadId: sent.threadId },
          ...{ followed: campaign.followUps.length > 0, last: !others },
        };
      case 'failed':
        return { outcome: 'failed', reason: sent.reason ? said : { code: 'message_refused', reason: said } };
      case 'unknown':
        return { outcome: 'unknown', reason: sent.unconfirmed ?? { code: 'after_it_left', reason: said } };
      default: {
        const isPutOff = sent.answer.kind === 'refused_for_now';
        const putOffMs = isPutOff ? waitAfterPutOff(message, moment) : 0;
        if (putOffMs === null) return { outcome: 'failed', reason: { code: 'kept_putting_off' } };
        const againMs = isRefused(signal) ? REPLACED_MS : Math.max(waitMs, putOffMs);
        const again = new Date(Date.parse(moment) + againMs).toISOString();
        const giveUpAt = giveUpTime(message);
        // a Send Now that is held or put off is retried once when its day is over
        const isLast = giveUpAt !== null && giveUpAt > moment && (waits || (isPutOff && giveUpAt < again));
        const until = isLast ? giveUpAt : again;
        if (isPutOff) return { outcome: 'deferred', until, reason: said, putOff: true };
        const reason: Reason = status === 429 ? { code: 'asked_to_wait', provider: ready.provider.name } : said;
        return { outcome: verdict, until, reason };
      }
    }
  }
  const { result: waits } = await keepTrying(record);
  // the end of the hold may have come before its job could see this message wait
  if (waits) await resumeHeldSends(deps, job);
}

type Settling = { message: MessageState; campaign: StateOf<'campaign'> };

/** `waits`: other emails of the campaign are still to be handed over. */
async function readOutcome(
  { sql, master }: Store,
  { tenant, id }: JobPayload,
  streams: Readonly<Record<string, Ref>>,
  known: Known,
) {
  const ids = Object.values(streams).map(streamIdOf);
  const rows = await sql<(LoadedRow & { part: string; stream_id: string })[]>`
    select part, stream_id, version, projection_version, at, state
    from log.load_outcome(${tenant}, ${ids}, ${versionsOf(ids, known)}, ${id.split('.')[0] ?? ''}, ${`message-${id}`})`;
  const loaded = await trustRows(
    ...([sql, master, tenant, ids] as const),
    rows.filter(({ part }) => part === 'named'),
    known,
  );
  return { loaded, waits: rows.some(({ part }) => part === 'waits') };
}

/** Only this process knows the answer: a database outage must not turn it into "unknown". */
async function keepTrying<T>(record: () => Promise<T>): Promise<T> {
  const giveUpAt = performance.now() + LEASE_MS;
  for (let waitedMs = 500; ; waitedMs = Math.min(waitedMs + 500, 5_000)) {
    try {
      return await record();
    } catch (error) {
      if (performance.now() > giveUpAt) throw error;
      await wait(waitedMs);
    }
  }
}
