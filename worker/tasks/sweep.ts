import type { JobHelpers } from 'graphile-worker';
import { logOf } from '../../db/process/logger.ts';
import { idOf, ref } from '../../db/store.ts';
import { REPEATED_AFTER_MS, repeatQuestion } from '../../events/conversations/conversation.ts';
import { recheckPublicLink } from '../checkPublicLink.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { GRACE_MS } from './send/claim.ts';

const log = logOf('worker');

const OVERDUE_MS = 30_000;

/**
 * Every minute: messages whose time or lease is over get their job again (a job that is there already replaces nothing that runs), and
 * active campaigns with approved messages that no plan holds are planned. Links that did not work are tried again, and questions that nobody
 * has answered are shown again.
 */
export function sweep(deps: Deps) {
  return async (_payload: unknown, helpers: JobHelpers): Promise<void> => {
    const { sql } = deps.store;
    const before = (ms: number) => new Date(deps.store.now().getTime() - ms).toISOString();
    const job = (tenant: string, id: string): JobPayload => ({
      tenant,
      id,
      correlationId: 'sweep',
      causationId: null,
    });
    for (const row of await sql<{ tenant_id: string; stream_id: string }[]>`
      select tenant_id, stream_id from read.stuck_messages(${before(OVERDUE_MS)}, ${before(GRACE_MS)})`) {
      const id = idOf(row.stream_id);
      await helpers.addJob('send-message', job(row.tenant_id, id), { jobKey: `send:${row.tenant_id}:${id}` });
    }
    for (const row of await sql<{ tenant_id: string; stream_id: string }[]>`
      select * from read.campaigns_to_plan(${before(0)})`) {
      const id = idOf(row.stream_id);
      await helpers.addJob('plan-campaign', job(row.tenant_id, id), { jobKey: `plan:${row.tenant_id}:${id}` });
    }
    // one that is erased just now must not end the sweep: the next one looks again
    for (const row of await sql<{ tenant_id: string; stream_id: string }[]>`
      select * from read.questions_to_repeat(${before(REPEATED_AFTER_MS)})`)
      await deps.store
        .decide(
          scopeOf('sweep', job(row.tenant_id, idOf(row.stream_id))),
          ref('conversation', idOf(row.stream_id)),
          repeatQuestion,
        )
        .catch((error: Error) => log.error(`A question was not asked again: ${error.name}`));
    await recheckPublicLink(deps);
  };
}
