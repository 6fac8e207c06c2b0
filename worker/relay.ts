import { isAway, type Sql, type Tx } from '../db/connection/connect.ts';
import { pollLog } from '../db/log/poll.ts';
import { idOf } from '../db/store.ts';
import { UnknownEvent, upcast } from '../events/catalog.ts';
import { toldOf } from '../events/public/told.ts';
import { kindOf } from '../events/shared/event.ts';
import type { JobPayload, TailedEvent } from './context.ts';
import { codeOf, errorName } from './errorName.ts';
import { jobsFor } from './taskList.ts';
import { addDeliveries, type ToldEvent, webhookSpec } from './webhooks/deliveries.ts';

const BATCH = 500;

type Row = {
  epoch: number;
  tx: string;
  position: string;
  tenant_id: string;
  stream_id: string;
  version: number;
  type: string;
  schema_version: number;
  payload: { d: object };
  correlation_id: string;
};

type JobSpec = {
  identifier: string;
  payload: JobPayload;
  run_at: string | null;
  job_key: string | null;
  queue_name: string | null;
};

/** Reads an event's data at this program's version; throws UnknownEvent for unknown ones. */
export type Catalogue = typeof upcast;

const tailed = (row: Row, read: Catalogue): TailedEvent => ({
  tenant: row.tenant_id,
  streamId: row.stream_id,
  id: idOf(row.stream_id),
  version: row.version,
  type: row.type,
  // throws for a type or version that this program does not know: then the relay stops here
  data: read(kindOf(row.stream_id), row.type, row.schema_version, row.payload.d),
});

/** `now`: the time of the database's clock. */
function jobsOf(row: Row, event: TailedEvent, now: Date): JobSpec[] {
  return jobsFor(event).map(({ task, id, also, runAt, delayMs, jobKey, queueName }) => ({
    identifier: task,
    payload: {
      tenant: row.tenant_id,
      id,
      correlationId: row.correlation_id,
      causationId: `${row.stream_id}@${row.version}`,
      ...(also ? { also } : {}),
    },
    run_at: runAt ?? (delayMs === undefined ? null : new Date(now.getTime() + delayMs).toISOString()),
    job_key: jobKey ?? null,
    queue_name: queueName ?? null,
  }));
}

/** Events of a batch that webhooks may tell, each with its row. */
type Told = { row: Row; told: ToldEvent };

function tell(row: Row, event: TailedEvent): Told[] {
  const told = toldOf(event);
  return told
    ? [{ row, told: { ...event, type: told.name, ...(told.name === 'webhook.test' && { only: told.data.webhook }) } }]
    : [];
}

/** Adds the deliveries of webhooks, and answers a job for each webhook. */
async function deliveryJobs(tx: Tx, told: readonly Told[]): Promise<JobSpec[]> {
  if (told.length === 0) return [];
  const deliveries = await addDeliveries(
    tx,
    told.map((one) => one.told),
  );
  return deliveries.flatMap(({ event, webhookId }) => {
    const row = told[event]?.row;
    if (!row) return [];
    const { tenant_id: tenant, correlation_id: correlationId } = row;
    const { jobKey, queueName } = webhookSpec(tenant, webhookId);
    const payload = { tenant, id: webhookId, correlationId, causationId: `${row.stream_id}@${row.version}` };
    return [{ identifier: 'deliver-webhooks', payload, run_at: null, job_key: jobKey, queue_name: queueName }];
  });
}

/** A reactor threw: a fault of this program. Its text names no person; the thrown error might. */
export class ReactionFailed extends Error {
  constructor(event: { type: string; schema_version: number }, thrown: unknown) {
    super(
      `The reaction to ${event.type} version ${event.schema_version} failed (${errorName(thrown)}). This is a fault of the program; what comes after that event waits.`,
    );
    this.name = 'ReactionFailed';
  }
}

export type RelayStep = { moved: number; blockedBy: UnknownEvent | ReactionFailed | null; active: boolean };

/**
 * One step of the outbox, which is the log. One transaction takes the checkpoint, reads the next events, adds their jobs and moves the checkpoint.
 * Another relay that is active holds the checkpoint: then nothing is done. An event that is unknown, or whose reactor throws, is never skipped.
 * Events before it are handled.
 */
export async function relayStep(sql: Sql, limit = BATCH, read: Catalogue = upcast): Promise<RelayStep> {
  return sql.begin(async (tx): Promise<RelayStep> => {
    const [checkpoint] = await tx<{ epoch: number; tx: string; position: string; now: Date }[]>`
      select epoch, tx, position, clock_timestamp() as now from log.checkpoints where name = 'relay' for update skip locked`;
    if (!checkpoint) return { moved: 0, blockedBy: null, active: false };
    const rows = await tx<Row[]>`
      select epoch, tx, position, tenant_id, stream_id, version, type, schema_version, payload, correlation_id
      from log.tail(${checkpoint.epoch}, ${checkpoint.tx}::text::xid8, ${checkpoint.position}, ${limit})`;
    const jobs: JobSpec[] = [];
    const told: Told[] = [];
    let last: Row | undefined;
    let blockedBy: RelayStep['blockedBy'] = null;
    for (const row of rows) {
      try {
        const event = tailed(row, read);
        jobs.push(...jobsOf(row, event, checkpoint.now));
        told.push(...tell(row, event));
      } catch (error) {
        blockedBy = error instanceof UnknownEvent ? error : new ReactionFailed(row, error);
        break;
      }
      last = row;
    }
    jobs.push(...(await deliveryJobs(tx, told)));
    if (jobs.length > 0) await addJobs(tx, jobs);
    if (last) {
      await tx`update log.checkpoints set epoch = ${last.epoch}, tx = ${last.tx}::text::xid8, position = ${last.position},
        updated_at = clock_timestamp() where name = 'relay'`;
    }
    return { moved: last ? rows.indexOf(last) + 1 : 0, blockedBy, active: true };
  });
}

async function addJobs(tx: Tx, jobs: readonly JobSpec[]): Promise<void> {
  // add_jobs takes each key once a call: of several requests for one key the last one counts
  const byKey = new Map<string, JobSpec>();
  const specs = jobs.filter((job) => job.job_key === null);
  for (const job of jobs) if (job.job_key !== null) byKey.set(job.job_key, job);
  specs.push(...byKey.values());
  await tx`select count(*) from graphile_worker.add_jobs(array(
    select json_populate_record(null::graphile_worker.job_spec, spec) from json_array_elements(${JSON.stringify(specs)}::text::json) spec))`;
}

export type Relay = { stop(): Promise<void> };

/** Runs steps until stopped, as often as every reader of the log. `report` hears of trouble once each time it changes, and of no person. */
export async function startRelay(
  sql: Sql,
  report: (text: string) => void,
  read: Catalogue = upcast,
  onRecovered: () => void = () => undefined,
): Promise<Relay> {
  await sql`insert into log.checkpoints (name) values ('relay') on conflict do nothing`;
  let told = '';
  const tell = (text: string) => {
    if (text !== '' && text !== told) report(text);
    if (text === '' && told !== '') onRecovered();
    told = text;
  };
  const polling = pollLog(
    async () => {
      const { moved, blockedBy, active } = await relayStep(sql, BATCH, read);
      tell(blockedBy ? `relay: stopped. ${blockedBy.message}` : '');
      if (blockedBy || !active) return 'stuck';
      return moved === BATCH ? 'full' : moved > 0 ? 'some' : 'none';
    },
    (error) =>
      tell(
        isAway(error)
          ? `relay: the database does not answer (${codeOf(error)}); trying again`
          : `relay: stopped by a fault of the program (${errorName(error)}), not by the database being away; trying again`,
      ),
  );
  return { stop: polling.stop };
}
