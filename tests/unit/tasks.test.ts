import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
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
  await runTask(task, { sandbox: true, publicUrl: 'http://localhost' } as Deps)({}, helpers);
  expect(seen).toEqual([true, undefined]);
});
