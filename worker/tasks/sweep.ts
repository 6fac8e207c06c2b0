import type { JobHelpers } from 'graphile-worker';
import { idOf } from '../../db/store.ts';
import type { Deps, JobPayload } from '../context.ts';
import { GRACE_MS } from './send/claim.ts';

const OVERDUE_MS = 30_000;

type Moving = {
  tenant_id: string;
  stream_id: string;
  status: string;
  scheduled_at: string | null;
  lease_until: string | null;
  immediate: boolean;
};

function isStuck(row: Moving, now: number): boolean {
  const past = (time: string | null, slack: number) => time !== null && Date.parse(time) + slack < now;
  if (row.status === 'claimed' || row.status === 'dispatching') return past(row.lease_until, GRACE_MS);
  // a Send Now that waits (deferred) has its job already, at its time
  return row.status === 'approved' ? row.immediate : past(row.scheduled_at, OVERDUE_MS);
}

/**
 * Every minute: messages whose time or lease is over get their job again (a job that is there already replaces nothing that runs), and
 * active campaigns with approved messages that no plan holds are planned.
 */
export function sweep(deps: Deps) {
  return async (_payload: unknown, helpers: JobHelpers): Promise<void> => {
    const { sql } = deps.store;
    const now = deps.store.now().getTime();
    const job = (tenant: string, id: string): JobPayload => ({
      tenant,
      id,
      correlationId: 'sweep',
      causationId: 'sweep',
    });
    for (const row of await sql<Moving[]>`select * from read.moving_messages()`) {
      if (!isStuck(row, now)) continue;
      const id = idOf(row.stream_id);
      await helpers.addJob('send-message', job(row.tenant_id, id), { jobKey: `send:${row.tenant_id}:${id}` });
    }
    for (const row of await sql<{ tenant_id: string; stream_id: string }[]>`select * from read.campaigns_to_plan()`) {
      const id = idOf(row.stream_id);
      await helpers.addJob('plan-campaign', job(row.tenant_id, id), { jobKey: `plan:${row.tenant_id}:${id}` });
    }
  };
}
