import type { Store } from '../../db/store.ts';

/**
 * `ms` from now by the clock of the database, which the queue goes by. This process's clock may be ahead, so a time may have passed there. The job
 * would run again at once, and again.
 */
export async function queueTime({ sql }: Pick<Store, 'sql'>, ms: number): Promise<Date> {
  const [row] = await sql<{ now: Date }[]>`select clock_timestamp() as now`;
  return new Date((row?.now.getTime() ?? Date.now()) + ms);
}
