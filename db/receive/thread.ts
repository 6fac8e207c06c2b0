import { type ResourceLimits, Worker } from 'node:worker_threads';
import { importable } from '../process/built.ts';

/** Another thread of this process that runs a program of this project (by the URL of its source) with `data`. */
export function startThread(source: URL, data: unknown, resourceLimits?: ResourceLimits): Worker {
  const { url, needsTsx } = importable(source);
  const run = `import(${JSON.stringify(url)})`;
  const start = needsTsx
    ? `import(${JSON.stringify(import.meta.resolve('tsx/esm/api'))}).then(({ register }) => {
        register();
        return ${run};
      })`
    : run;
  return new Worker(start, { eval: true, workerData: data, execArgv: [], ...(resourceLimits && { resourceLimits }) });
}
