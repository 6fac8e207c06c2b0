import { askForErasure, carryOutErasure } from '../../db/erase/erase.ts';
import { eraseSearch } from '../../db/erase/eraseSearch.ts';
import { ErasuresFileFailed } from '../../db/erase/erasuresFile.ts';
import { vacuumErased } from '../../db/erase/vacuumErased.ts';
import type { Cause } from '../../db/log/commit.ts';
import { logOf } from '../../db/process/logger.ts';
import { idOf, type Store } from '../../db/store.ts';
import type { ErasureSubject } from '../../events/privacy/erasure.ts';
import { URL_SEARCH } from '../../events/shared/event.ts';
import { causeOf, type JobPayload } from '../context.ts';
import { defineTask, onEach } from '../defineTask.ts';
import { revokeForErasure } from './revokeForErasure.ts';

const log = logOf('worker');

const DAY_MS = 86_400_000;
/** The rest waits for the next hour. */
const A_LOOK = 5_000;

type Row = { tenant_id: string; stream_id: string };
type How = { cause: Cause; erasuresFile: string | undefined; revokeAccess: ReturnType<typeof revokeForErasure> };

/**
 * Runs every hour, and at each deletion. Ends erasures whose job was lost. Erases partners and tenants that were deleted long enough ago, and old
 * searches for one person that found no partner. Drops rows that a killed rebuild left behind, and vacuums after erasures. One that fails does not keep the others waiting.
 */
export const eraseDeleted = defineTask({
  name: 'erase-deleted',
  lane: 'decide',
  cron: '17 * * * *',
  // erases at once only without a retention period (RETENTION_DAYS=0)
  on: onEach(['PartnerDeleted', 'UserDeleted'], ({ tenant }) => ({ id: tenant, jobKey: 'erase-deleted' })),
  needs: ['store', 'retentionDays', 'erasuresFile', 'signIns'],
  handler: async (deps, job) => {
    const { store, retentionDays, erasuresFile } = deps;
    const cause = causeOfClock(job);
    const how = { cause, erasuresFile, revokeAccess: revokeForErasure(deps, cause) };
    await store.sql`select log.drop_unfinished_rows()`;
    const open = await store.sql<Row[]>`select tenant_id, stream_id from read.open_erasures()`;
    const failure = await each(open, (row) => carryOutErasure(store, row.tenant_id, idOf(row.stream_id), how));
    if (retentionDays !== null && !(failure instanceof ErasuresFileFailed)) await eraseDue(store, retentionDays, how);
    await vacuumErased(store.sql);
    if (failure) throw failure;
  },
});

async function eraseDue(store: Store, retentionDays: number, how: How): Promise<void> {
  const { cause, erasuresFile } = how;
  const before = new Date(store.now().getTime() - retentionDays * DAY_MS).toISOString();
  const due = await store.sql<Row[]>`select tenant_id, stream_id from read.people_to_erase(${before}, ${A_LOOK})`;
  const failure = await each(due, (row) =>
    row.stream_id.startsWith(URL_SEARCH)
      ? eraseSearch({ store, tenant: row.tenant_id, cause, erasuresFile }, row.stream_id, before)
      : eraseOne(store, row, how),
  );
  if (failure) throw failure;
}

/** Does all of them; what failed last, or undefined. */
async function each(rows: readonly Row[], erase: (row: Row) => Promise<unknown>): Promise<unknown> {
  let failure: unknown;
  for (const row of rows) {
    try {
      await erase(row);
    } catch (error) {
      failure = error;
      // every one of them would meet it
      if (error instanceof ErasuresFileFailed) {
        log.error(error.message);
        break;
      }
    }
  }
  return failure;
}

const causeOfClock = (job: JobPayload): Cause =>
  job.correlationId
    ? causeOf('erase-deleted', job)
    : { actor: 'worker:erase-deleted', correlationId: 'retention', causationId: null };

async function eraseOne(store: Store, row: Row, how: How): Promise<void> {
  const isAccount = row.stream_id.startsWith('user-');
  const subject: ErasureSubject = {
    kind: isAccount ? 'tenant' : 'partner',
    partnerId: isAccount ? null : idOf(row.stream_id),
    addressHmac: null,
    why: 'retention',
  };
  const id = await askForErasure(store, row.tenant_id, how.cause, subject);
  await carryOutErasure(store, row.tenant_id, id, how);
}
