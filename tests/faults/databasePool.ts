import { type Child, startChild } from './processes.ts';
import type { WorkerNews } from './worker.ts';

/** Workers that have loaded the program and wait for orders, so that a run need not wait for them. */
export type Spares = { take(): Promise<Child>; end(): void };

export function startDatabasePool(): Spares {
  const load = () => {
    const child = startChild('tests/faults/worker.ts');
    const loaded = child.message<WorkerNews>((news) => news === 'loaded');
    loaded.catch(() => undefined);
    return { child, loaded };
  };
  let next: ReturnType<typeof load> | null = load();
  return {
    async take() {
      const { child, loaded } = next ?? load();
      next = load();
      await loaded;
      return child;
    },
    end() {
      void next?.child.kill();
      next = null;
    },
  };
}
