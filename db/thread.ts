import { Worker } from 'node:worker_threads';

/** Another thread of this process that runs a TypeScript file (by its URL) with `data`. A thread does not inherit what lets Node read TypeScript. */
export function startThread(file: URL, data: unknown): Worker {
  const start = `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => {
    register();
    return import(${JSON.stringify(file.href)});
  })`;
  return new Worker(start, { eval: true, workerData: data, execArgv: [] });
}
