import { randomBytes } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { EventView, InstallationHealthView } from '../../api/views.ts';
import { watchSeals } from '../../db/seal/sealFile.ts';
import { createStore, ref } from '../../db/store.ts';
import { accountLink, answerLink, requestLink } from '../../events/accounts/accountLink.ts';
import { removeReasonless, startHeartbeat } from '../../worker/heartbeat.ts';
import { changeSetting } from '../support/log.ts';
import { type Member, member } from '../support/member.ts';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

let testApp: TestApp;
let admin: Member;

beforeAll(async () => {
  testApp = await startTestApp();
  admin = await member(testApp, { isAdmin: true });
});
afterAll(() => testApp.stop());

const health = () => admin.person.ok<InstallationHealthView>('GET', '/api/admin/health');
const TROUBLED = 'find-contact';

/** Adds a job to the queue as if it had failed this often, and answers its number. */
async function failedJob(attempts: number, error: string | null): Promise<string> {
  const [job] = await testApp.owner.sql<{ id: string }[]>`
    select id::text from graphile_worker.add_job(${TROUBLED},
      json_build_object('tenant', 't1', 'id', 'nobody', 'correlationId', 'c', 'causationId', 'e'), run_at => now() + interval '1 hour')`;
  const id = job?.id ?? '';
  await testApp.owner.sql`
    update graphile_worker._private_jobs set attempts = ${attempts}, last_error = ${error} where id = ${id}::text::bigint`;
  return id;
}

describe('the queue', () => {
  test('jobs that failed are told apart from those that wait, and no text that may name somebody is shown', async () => {
    const before = (await health()).queue;
    const gaveUp = await failedJob(25, `${TROUBLED}: 42P01`);
    const again = await failedJob(2, 'duplicate key (email)=(kim@northwind.example)');
    await failedJob(0, null);
    const { queue } = await health();
    expect(queue).toMatchObject({ failed: before.failed + 1, scheduled: before.scheduled + 2 });
    expect(queue.jobs.slice(0, 2)).toMatchObject([
      { id: gaveUp, task: TROUBLED, attempts: 25, maxAttempts: 25, lastError: `${TROUBLED}: 42P01`, tenant: 't1' },
      { id: again, attempts: 2, lastError: expect.not.stringContaining('northwind') },
    ]);
    expect(queue.jobs).toHaveLength(2);
  });

  test('a job that ended without an error has a reason, and is removed after a week', async () => {
    const id = await failedJob(25, null);
    expect((await health()).queue.jobs.find((job) => job.id === id)?.lastError).toMatch(/a newer job replaced it/);
    const { sql } = testApp.worker.store;
    await removeReasonless(sql);
    expect((await health()).queue.jobs.map((job) => job.id)).toContain(id);
    await testApp.owner.sql`
      update graphile_worker._private_jobs set updated_at = now() - interval '8 days' where id = ${id}::text::bigint`;
    await removeReasonless(sql);
    expect((await health()).queue.jobs.map((job) => job.id)).not.toContain(id);
  });

  test('a job is tried again by hand, and the log says who asked', async () => {
    const id = await failedJob(25, `${TROUBLED}: 42P01`);
    const { status, body } = await admin.person.call('POST', `/api/admin/jobs/${id}/retry`);
    expect([status, body]).toEqual([202, { accepted: true, id }]);
    await until(
      () => testApp.owner.sql`select from graphile_worker._private_jobs where id = ${id}::text::bigint`,
      (rows) => rows.length === 0,
    );
    const { events } = await admin.person.ok<{ events: EventView[] }>(
      'GET',
      '/api/admin/history?tenant=system&type=JobRetryAsked',
    );
    expect(events).toMatchObject([{ actor: `user:${admin.id}`, what: expect.stringContaining(id) }]);
  });

  test.each(['1e3', '-4', '99999999999999999999', 'x', '123456789'])('there is no job %s to try again', async (id) => {
    expect((await admin.person.call('POST', `/api/admin/jobs/${id}/retry`)).status).toBe(404);
    const asked = await testApp.owner
      .sql`select from log.events where type = 'JobRetryAsked' and payload->'d'->>'jobId' = ${id}`;
    expect(asked).toHaveLength(0);
  });
});

test('workers, and where the log and its readers stand', async () => {
  const seen = await until(health, ({ workers }) => workers.length > 0);
  expect(seen.workers).toMatchObject([{ id: expect.stringMatching(`/${process.pid}$`), alive: true }]);
  expect(seen).toMatchObject({ sandbox: true, version: 'test', seals: { file: null, trouble: null } });
  expect(seen.providers).toContainEqual({
    name: 'OpenAI',
    setting: 'OPENAI_API_KEY',
    configured: true,
    trouble: null,
  });
  expect(seen.aiLacks).toEqual([]);
  expect(seen.aiModels).toEqual(
    [
      { name: 'gpt-6.1-terra', tasks: ['writing', 'labels', 'search'] },
      { name: 'gpt-6-luna', tasks: ['judging'] },
      { name: 'text-embedding-3-small', tasks: ['embeddings'] },
    ].map((model) => ({ ...model, priced: true, endsOn: null, state: 'current' })),
  );
  // above the unsealed ones: only new events
  const { log, seals } = await until(health, (now) => now.log.relayLag === 0);
  await testApp.api.run(changeSetting('t1', 'colour', 'blue'));
  const after = await health();
  expect(after.log.events).toBeGreaterThan(log.events);
  expect(Date.parse(after.log.newestAt ?? '')).toBeGreaterThan(Date.parse(log.newestAt ?? ''));
  expect(after.log.unreadMs).toBeGreaterThanOrEqual(0);
  expect(after.seals.unsealed).toBe(seals.unsealed + 1);
});

test('an event that a transaction of another database hides is unread, though the owner may see no other session', async () => {
  const { sql } = testApp.owner;
  const plain = `plain_${randomBytes(4).toString('hex')}`;
  await sql.unsafe(
    `create role ${plain}; grant usage on schema log to ${plain}; grant create on schema log to ${plain}`,
  );
  await sql.unsafe(`alter function log.horizon_holder owner to ${plain}`);
  await until(health, ({ log }) => log.relayLag === 0);
  const other = postgres(Object.assign(new URL(testApp.databaseUrl), { pathname: '/postgres' }).toString(), {
    max: 1,
    connection: { application_name: 'a report' },
  });
  await other.begin(async (tx) => {
    const [row] = await tx<{ pid: number }[]>`select pg_backend_pid() as pid, pg_current_xact_id() as id`;
    await testApp.api.run(changeSetting('t1', 'colour', randomBytes(4).toString('hex')));
    const { log } = await until(health, (now) => now.log.unreadMs > 1_000);
    expect(log.horizonHolder).toEqual({ pid: row?.pid, application: 'a report', database: 'postgres' });
    expect(await admin.person.ok<{ unreadSeconds: number }>('GET', '/api/health')).toMatchObject({
      status: 'ok',
      unreadSeconds: 1,
    });
  });
  const after = await until(health, ({ log }) => log.unreadMs === 0);
  expect(after.log.horizonHolder).toBeNull();
  await other.end();
  await sql.unsafe(`alter function log.horizon_holder owner to current_user`);
  await sql.unsafe(`drop owned by ${plain}; drop role ${plain}`);
});

test('what became of the mails of the last day, and why the newest did not leave', async () => {
  const asked = async (answer: Parameters<typeof answerLink>[1], hoursAgo = 0) => {
    const { sql, master, pseudonyms } = testApp.api;
    const then = createStore(sql, master, pseudonyms, () => new Date(Date.now() - hoursAgo * 3_600_000));
    await then.run({
      tenant: 'system',
      cause: { actor: 'visitor', correlationId: 'test', causationId: null },
      streams: { access: ref('access', randomBytes(10).toString('hex')) },
      decide: ({ access: state }, at) => {
        const requested = requestLink(state, 'invitation', 'nobody');
        const next = requested.reduce(
          (now, event) => accountLink.evolve(now, { ...event, at, actor: 'visitor' }),
          state,
        );
        return { access: [...requested, ...answerLink(next, answer)] };
      },
    });
  };
  await asked({ mailed: 'link' });
  expect((await health()).mailer).toEqual({ kind: 'sandbox', mailed: 1, failed: 0, failing: false, lastFailure: null });
  await asked({ failed: { code: 'mail_sender_refused' } }, 1);
  await asked({ failed: { code: 'mail_unreachable' } }, 25);
  await asked({ ended: { code: 'no_account' } });
  const failed = { mailed: 1, failed: 1, failing: false, lastFailure: 'the provider refused our sender' };
  expect((await health()).mailer).toMatchObject(failed);
  await asked({ unknown: { code: 'mail_provider_silent' } });
  expect((await health()).mailer).toMatchObject({ failed: 2, failing: true, lastFailure: 'the provider fell silent' });
});

test('what is wrong with a SEAL_FILE comes from the worker that has it', async () => {
  const { sql, master } = testApp.worker.store;
  const folder = await mkdtemp(path.join(tmpdir(), 'partner-pilot-seal-'));
  const file = path.join(folder, 'seal.json');
  writeFileSync(file, 'not a seal');
  const seals = await watchSeals(sql, master, file, () => undefined, 50);
  await until(
    async () => seals.trouble(),
    (trouble) => trouble !== null,
  );
  const beat = startHeartbeat(
    sql,
    () => ['worker-of-this-test'],
    async () => undefined,
    seals.trouble,
  );
  try {
    const troubled = await until(health, (now) => now.seals.file === 'trouble');
    expect(troubled.seals.trouble).toContain(file);
  } finally {
    await beat.stop();
    await seals.stop();
    await rm(folder, { recursive: true });
  }
  expect((await health()).seals).toMatchObject({ file: null, trouble: null });
});

test('before a worker has made the queue there is nothing in it', async () => {
  const idle = await startTestApp({ working: false });
  try {
    const { person } = await member(idle, { isAdmin: true });
    const seen = await person.ok<InstallationHealthView>('GET', '/api/admin/health');
    expect(seen.queue).toEqual({ waiting: 0, oldestRunAt: null, scheduled: 0, running: 0, failed: 0, jobs: [] });
    expect(seen.workers).toEqual([]);
    expect(seen.log).toMatchObject({ relayLag: seen.seals.unsealed });
    expect(seen.seals).toMatchObject({ lastAt: null, unsealed: seen.log.relayLag });
    expect(seen.log.relayLag).toBeGreaterThan(0);
    // the API sees nothing of it but what these functions tell
    await expect(idle.api.sql`select from queue.workers`).rejects.toThrow(/permission/);
  } finally {
    await idle.stop();
  }
});
