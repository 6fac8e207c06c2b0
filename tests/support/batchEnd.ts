import type { BatchView, PartnerTotalView } from '../../api/views.ts';
import { type Person, until } from './person.ts';
import type { TestApp } from './testApp.ts';

/** The newest batch of many partners, once it has ended. */
export const batchEnd = (person: Person): Promise<BatchView> =>
  until(
    () => person.ok<BatchView>('GET', '/api/partners/batch'),
    ({ status }) => status !== 'running',
    60_000,
  );

/** Waits until the lists have this many partners. They follow the log, on a busy machine some seconds later. */
export const listedTotal = (person: Person, query: string, count: number): Promise<PartnerTotalView> =>
  until(
    () => person.ok<PartnerTotalView>('GET', `/api/partners/total?${query}`),
    ({ total }) => total === count,
    60_000,
  );

/** The process dies after some commits of pages, before it knows. */
export async function killedAfter(
  { worker }: Pick<TestApp, 'worker'>,
  tenant: string,
  pages: number,
  work: () => Promise<unknown>,
): Promise<void> {
  const { store } = worker;
  let commits = 0;
  worker.store = {
    ...store,
    run: async (command) => {
      const outcome = await store.run(command);
      if (command.tenant === tenant && `batch-${tenant}` in command.streams && ++commits === pages)
        throw new Error('killed');
      return outcome;
    },
  };
  try {
    await work();
    await until(
      async () => commits,
      (count) => count > pages,
      60_000,
    );
  } finally {
    worker.store = store;
  }
}
