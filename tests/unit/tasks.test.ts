import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ClockWrong } from '../../db/connection/clock.ts';
import { ERASING, SETTLING } from '../../db/erase/removeJobs.ts';
import type { Deps } from '../../worker/context.ts';
import { defineTask, runTask } from '../../worker/defineTask.ts';
import { tasks } from '../../worker/taskList.ts';

const names = tasks.map(({ name }) => name);

test('no two tasks have the same name', () => {
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('a job is added and looked for under the name of a task', () => {
  const worker = path.join(import.meta.dirname, '../../worker');
  const sources = readdirSync(worker, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const added = sources.flatMap((file) =>
    [...readFileSync(path.join(worker, file), 'utf8').matchAll(/(?:\baddJob\(\s*|\btask: )'([\w-]+)'/g)].map(
      ([, name]) => name,
    ),
  );
  expect(added).toEqual(expect.arrayContaining(['send-message', 'classify-reply']));
  expect(names).toEqual(expect.arrayContaining([...added, ...SETTLING, ...ERASING]));
});

test('a handler gets what its task needs, and nothing else', async () => {
  const seen: unknown[] = [];
  const task = defineTask({
    name: 'some',
    lane: 'decide',
    // @ts-expect-error: such an event has no such field
    on: { SearchRequested: ({ data }) => ({ id: data.searched }) },
    needs: ['sandbox'],
    handler: async (deps) => {
      // @ts-expect-error: it does not need it
      seen.push(deps.sandbox, deps.publicUrl);
    },
  });
  const helpers = { job: { attempts: 1 } } as never;
  const deps = { sandbox: true, publicUrl: 'http://localhost', store: { clock: null } } as Deps;
  await runTask(task, deps)({}, helpers);
  expect(seen).toEqual([true, undefined]);
});

test('while the clock of this process is wrong, a job returns to the queue without a try', async () => {
  const added: unknown[] = [];
  const clock = { assertRight: () => Promise.reject(new ClockWrong()) };
  const store = { clock, sql: () => Promise.resolve([{ now: new Date() }]) };
  const handler = () => Promise.reject(new Error('It ran.'));
  const task = defineTask({ name: 'some', lane: 'decide', needs: [], handler });
  const helpers = {
    job: { attempts: 3, key: null, max_attempts: 25, priority: 0, job_queue_id: null },
    getQueueName: async () => null,
    addJob: async (_name: string, payload: object) => void added.push(payload),
  };
  await runTask(task, { store } as unknown as Deps)({ id: 'x' }, helpers as never);
  expect(added).toEqual([{ id: 'x', turns: 1, tries: 2 }]);
});
