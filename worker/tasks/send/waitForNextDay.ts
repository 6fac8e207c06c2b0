import { randomInt } from 'node:crypto';
import { planLock } from '../../../db/log/locks.ts';
import { occupiedInstants } from '../../../db/read/mailboxSchedule.ts';
import { ref } from '../../../db/store.ts';
import type { MessageState } from '../../../events/messages/messageState.ts';
import { releaseSend } from '../../../events/messages/sendAttempt.ts';
import { MIN_GAP_MINUTES } from '../../../events/sending/sendDraw.ts';
import { planSends } from '../../../events/sending/sendPlan.ts';
import { DEFAULT_HOURS, windowIn } from '../../../events/sending/sendWindow.ts';
import type { Reason } from '../../../events/shared/reasons.ts';
import { type JobPayload, type Needs, scopeOf } from '../../context.ts';

/** The hold of the mail (`reason`), its mailbox, and the start of the next day in `zone` (ms since 1970). */
export type FullDay = { reason: Reason; mailbox: string; endsAt: number; zone: string };

const GAP_SECONDS = { min: MIN_GAP_MINUTES * 60, max: 2 * MIN_GAP_MINUTES * 60 };

/**
 * Gives the claim of a Send Now that met a full day back until the next one. Mails that wait for the same day do not leave in one burst. Each keeps
 * its distance from all mails of the mailbox. It is drawn under the lock of the plans, so each sees the others.
 */
export async function waitForNextDay(
  { store, sendGap }: Needs<'store' | 'sendGap'>,
  job: JobPayload,
  claimed: Pick<MessageState, 'attempt' | 'claim'>,
  { reason, mailbox, endsAt, zone }: FullDay,
): Promise<void> {
  const gapSeconds = sendGap ?? GAP_SECONDS;
  await store.sql.begin(async (tx) => {
    // read on this connection: transactions that wait for the lock may hold all others
    await tx`
      select pg_advisory_xact_lock(${String(planLock(job.tenant))}::bigint), set_config('app.tenant', ${job.tenant}, true)`;
    const others = await occupiedInstants(store, tx, job.tenant, endsAt - gapSeconds.min * 1000);
    const [place] = planSends({
      now: endsAt,
      count: 1,
      dailyLimit: 1,
      usedByDay: {},
      occupied: others.filter((one) => one.mailbox === null || one.mailbox === mailbox).map(({ at }) => at),
      window: windowIn(zone, DEFAULT_HOURS),
      seed: randomInt(2 ** 32),
      gapSeconds,
    });
    const until = new Date(place?.at ?? endsAt).toISOString();
    await store.runIn(tx, {
      ...scopeOf('send-message', job),
      streams: { message: ref('message', job.id) },
      decide: ({ message }) => ({
        message:
          message.claim?.worker === claimed.claim?.worker ? releaseSend(message, claimed.attempt, reason, until) : [],
      }),
    });
  });
}
