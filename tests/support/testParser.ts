/** A parser that does what a test asks of it. */
import { setTimeout as pause } from 'node:timers/promises';
import { answerTasks } from '../../db/parse/answerTasks.ts';

const kept: unknown[] = [];
answerTasks<string, string>(async (task) => {
  if (task === 'spin') for (;;);
  if (task.startsWith('nap')) await pause(task === 'nap long' ? 1_000 : 50);
  if (task === 'wait') await new Promise(() => undefined);
  if (task === 'grow') for (;;) kept.push({ at: kept.length, text: `${kept.length}` });
  if (task === 'throw') throw new Error(task);
  if (task === 'throw late') {
    setImmediate(() => {
      throw new Error(task);
    });
    await new Promise(() => undefined);
  }
  return task.toUpperCase();
});
