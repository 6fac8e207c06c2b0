import { ref } from '../../../db/store.ts';
import type { Dispatched } from '../../../events/messages/messageState.ts';
import { hasNoDraftYet, recordOutcome } from '../../../events/messages/sendAttempt.ts';
import { backoffSeconds } from '../../../events/sending/outcome.ts';
import type { Reason } from '../../../events/shared/reasons.ts';
import { type JobPayload, type Needs, scopeOf } from '../../context.ts';
import { quotaDays, returnQuotas } from './quotaDays.ts';

/** Records that an interrupted attempt did not leave. It returns to the plan or is retried soon, and its quota is returned. */
export async function recordUnsent(
  { store }: Needs<'store'>,
  job: JobPayload,
  { attempt, mailbox, day }: Pick<Dispatched, 'attempt' | 'mailbox' | 'day'>,
  reason: Reason,
): Promise<void> {
  await store.run({
    ...scopeOf('send-message', job),
    streams: {
      message: ref('message', job.id),
      ...quotaDays(job.id, { mailbox, day }),
    },
    decide: ({ message, ...days }, moment) => {
      const waitMs = backoffSeconds(attempt, null, Math.random()) * 1000;
      const until = new Date(Date.parse(moment) + waitMs).toISOString();
      // a slow worker stored its draft in the meantime, and sends it
      if (message.status === 'dispatching' && !hasNoDraftYet(message)) return {};
      const events = recordOutcome(message, attempt, { outcome: 'held', until, reason });
      if (events[0]?.type !== 'EmailDeferred') return { message: events };
      return { message: events, ...returnQuotas(days, job.id, attempt) };
    },
  });
}
