import { disconnectChannel } from '../../db/accounts/disconnectChannel.ts';
import { ref, type Store } from '../../db/store.ts';
import { readSecret } from '../../db/vault/secrets.ts';
import { afterQuiet } from '../../events/accounts/noticeTime.ts';
import {
  answerNoticeTest,
  channelOf,
  channelsFor,
  type NotificationState,
} from '../../events/accounts/notifications.ts';
import { NOTICE_KINDS } from '../../events/accounts/notificationsInput.ts';
import { maySignIn } from '../../events/accounts/user.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { defineTask, queueTime, type Run } from '../defineTask.ts';
import { dropNotices, markNotices, NOTICES_AT_ONCE, type NoticePlace, waitingNotices } from '../notices/queue.ts';
import { SENDERS } from '../notices/senders.ts';
import { testNotice, writeNotice } from '../notices/writeNotice.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

type Deps = Needs<'store' | 'publicUrl' | 'sendSystemMail' | 'postOut'>;

/** Sends what waits for one channel (`also.channel`) of a person (the job's id) as one message, or answers a test. */
export const sendNotices = defineTask({
  name: 'send-notices',
  lane: 'send',
  on: {
    NoticeTestRequested: ({ id, tenant, data: { channel, requestId } }) => ({
      ...{ id, also: { channel, requestId } },
      queueName: `notices:${tenant}`,
    }),
  },
  needs: ['store', 'publicUrl', 'sendSystemMail', 'postOut'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const place = { tenant: job.tenant, userId: job.id, channel: job.also?.channel ?? '' };
    const settings = ref('notifications', job.id);
    const { state } = await store.load(job.tenant, settings);
    const to = await addressOf(store, place, state);
    if (job.also?.requestId) return answerTest(deps, job, place, to);
    if (to === null || isUnwanted(state, place.channel)) return void (await dropNotices(store, place));
    await sendDue(deps, job, run, { place, state, to });
  },
});

/** The person unticked it since. */
function isUnwanted(state: NotificationState, channel: string): boolean {
  return NOTICE_KINDS.every((kind) => !channelsFor(state, kind).includes(channel));
}

/** null: the account is closed, its address is not confirmed, or the channel was removed. */
async function addressOf(
  store: Store,
  { tenant, userId, channel }: NoticePlace,
  { connected }: NotificationState,
): Promise<string | null> {
  const { state: user } = await store.load('system', ref('user', userId));
  if (!maySignIn(user)) return null;
  if (channel === 'email') return user.emailConfirmed ? (user.account?.email ?? null) : null;
  const secretId = connected[channel];
  return secretId === undefined ? null : readSecret(store.sql, store.master, tenant, secretId);
}

async function answerTest(deps: Deps, job: JobPayload, { channel }: NoticePlace, to: string | null): Promise<void> {
  const requestId = job.also?.requestId ?? '';
  const settings = ref('notifications', job.id);
  const { test } = (await deps.store.load(job.tenant, settings)).state;
  if (test?.id !== requestId || test.status !== 'open') return;
  const outcome =
    to === null ? 'gone' : await SENDERS[channelOf(channel)](deps, to, testNotice(deps.publicUrl), requestId);
  await deps.store.decide(scopeOf('send-notices', job), settings, (now) =>
    answerNoticeTest(now, requestId, outcome === 'sent' ? null : outcome),
  );
}

async function sendDue(
  deps: Deps,
  job: JobPayload,
  run: Run,
  { place, state, to }: { place: NoticePlace; state: NotificationState; to: string },
): Promise<void> {
  const { store } = deps;
  const now = store.now().getTime();
  const again = async (ms: number): Promise<void> => {
    const spec = { jobKey: `notices:${place.tenant}:${place.userId}:${place.channel}` };
    await run.addJob('send-notices', job, {
      ...{ ...spec, queueName: `notices:${place.tenant}` },
      runAt: await queueTime(store, ms),
    });
  };
  const { timezone } = (await store.load(place.tenant, ref('profile', place.tenant))).state;
  // the hours may have been set after the notice was queued
  const loud = afterQuiet(now, state.quiet, timezone ?? 'UTC');
  const waiting = await waitingNotices(store, place);
  const [oldest] = waiting;
  if (!oldest) return;
  if (loud > now) return again(loud - now);
  const due = waiting.filter(({ due_at }) => due_at.getTime() <= now);
  if (due.length === 0) return again(oldest.due_at.getTime() - now);
  const notice = await writeNotice(store, place.tenant, due, { ...state, publicUrl: deps.publicUrl });
  const isEmail = place.channel === 'email';
  // a person may get a chat message twice, and never an email: its job may have died after it left
  if (isEmail || !notice) await markNotices(store, place, due, new Date(now));
  const outcome = notice ? await SENDERS[channelOf(place.channel)](deps, to, notice, `notice-${oldest.event}`) : 'sent';
  if (outcome === 'sent' || outcome === 'unknown') {
    if (!isEmail) await markNotices(store, place, due, new Date(now));
    const next = waiting[due.length]?.due_at.getTime() ?? now;
    return next > now || due.length === NOTICES_AT_ONCE ? again(Math.max(0, next - now)) : undefined;
  }
  if (isEmail) await markNotices(store, place, due, null);
  const failingMs = now - oldest.due_at.getTime();
  const isGone = outcome === 'gone' && channelOf(place.channel) === 'push';
  if (isGone || failingMs > DAY_MS) return giveUp(store, job, place, isGone ? 'gone' : 'failing');
  await again(Math.min(Math.max(failingMs, MINUTE_MS), HOUR_MS));
}

/** Removes a channel that takes nothing any more, with its address. Emails only lose what waits. */
async function giveUp(store: Store, job: JobPayload, place: NoticePlace, why: 'gone' | 'failing'): Promise<void> {
  const settings = ref('notifications', place.userId);
  await disconnectChannel(store, scopeOf('send-notices', job), settings, place.channel, why);
  await dropNotices(store, place);
}
