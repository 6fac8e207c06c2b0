import type { BatchView, PartnerTotalView } from '../../api/views.ts';
import { type Person, until } from './person.ts';

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
