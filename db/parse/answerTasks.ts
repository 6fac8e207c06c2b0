import { parentPort } from 'node:worker_threads';

export type Answer<Parsed> = { parsed: Parsed } | { failed: true };

/** Makes this thread a parser (parserThread.ts). */
export function answerTasks<Task, Parsed>(parse: (task: Task) => Parsed | Promise<Parsed>): void {
  const answer = (said: Answer<Parsed> | 'ready') => parentPort?.postMessage(said);
  parentPort?.on('message', async (task: Task) => {
    try {
      answer({ parsed: await parse(task) });
    } catch {
      // the error may quote the text
      answer({ failed: true });
    }
  });
  answer('ready');
}
