import { logOf } from '../../db/process/logger.ts';
import { idOf, ref } from '../../db/store.ts';
import { REPEATED_AFTER_MS, repeatQuestion } from '../../events/conversations/conversation.ts';
import { recheckPublicLink } from '../checkPublicLink.ts';
import { type JobPayload, scopeOf } from '../context.ts';
import { defineTask } from '../defineTask.ts';
import { GRACE_MS } from './send/claim.ts';

const log = logOf('worker');

const OVERDUE_MS = 30_000;

type Row = { tenant_id: string; stream_id: string };
const jobOf = ({ tenant_id: tenant, stream_id: stream }: Row): JobPayload => ({
  ...{ tenant, id: idOf(stream) },
  ...{ correlationId: 'sweep', causationId: null },
});

/**
 * Runs every minute. Messages whose time or lease is over get their job again; an existing job replaces nothing that runs. Active campaigns with
 * approved messages outside of a plan are planned, and texts that nothing has checked are checked. Failed links are retried, and unanswered questions are shown again.
 */
export const sweep = defineTask({
  name: 'sweep',
  lane: 'decide',
  cron: '* * * * *',
  needs: ['store', 'sandbox', 'publicUrl', 'fetchPage'],
  handler: async (deps, _job, run) => {
    const { store } = deps;
    const before = (ms: number) => new Date(store.now().getTime() - ms).toISOString();
    const again = async (task: string, key: string, rows: readonly Row[]): Promise<void> => {
      for (const job of rows.map(jobOf)) await run.addJob(task, job, { jobKey: `${key}:${job.tenant}:${job.id}` });
    };
    const stuck = await store.sql<Row[]>`
      select tenant_id, stream_id from read.stuck_messages(${before(OVERDUE_MS)}, ${before(GRACE_MS)})`;
    await again('send-message', 'send', stuck);
    await again('plan-campaign', 'plan', await store.sql<Row[]>`select * from read.campaigns_to_plan(${before(0)})`);
    for (const { tenant_id: tenant, campaign_id: id } of await store.sql<{ tenant_id: string; campaign_id: string }[]>`
      select * from lists.unchecked()`)
      await run.addJob(
        'check-texts',
        { tenant, id, correlationId: 'sweep', causationId: null, also: { of: 'unchecked' } },
        { jobKey: `check-unchecked:${tenant}:${id}` },
      );
    const questions = await store.sql<Row[]>`select * from read.questions_to_repeat(${before(REPEATED_AFTER_MS)})`;
    // a person erased at this moment must not end the sweep: the next one looks again
    for (const job of questions.map(jobOf))
      await store
        .decide(scopeOf('sweep', job), ref('conversation', job.id), repeatQuestion)
        .catch((error: Error) => log.error(`A question was not asked again: ${error.name}`));
    await recheckPublicLink(deps);
  },
});
