import type { Sql } from '../connection/connect.ts';

/** `quota` units refill evenly in `seconds`. */
export type Quota = { quota: number; seconds: number };
/** `wait`: the seconds until `need` units are there; null: they were granted. `remaining`: what is left for all processes. */
export type Grant = { granted: number; remaining: number; wait: number | null };

/** Takes units for many calls of this process at once. Nothing is taken if less than `need` is left. */
export async function leaseAllowance(
  sql: Sql,
  bucket: string,
  { quota, seconds }: Quota,
  { need, want, back }: { need: number; want: number; back: number },
): Promise<Grant> {
  const [row] = await sql<[Grant]>`
    select granted, remaining, wait
    from auth.lease_allowance(${bucket}, ${quota}, ${seconds}, ${need}, ${want}, ${back})`;
  return row;
}

/** Takes one of `most` places for some seconds, or keeps `place`. null: all are taken. */
export async function takePlace(
  sql: Sql,
  bucket: string,
  { most, seconds, place = null }: { most: number; seconds: number; place?: number | null },
): Promise<number | null> {
  const [row] = await sql<{ place: number | null }[]>`
    select auth.take_place(${bucket}, ${most}, ${seconds}, ${place}) as place`;
  return row?.place ?? null;
}

export async function leavePlace(sql: Sql, bucket: string, place: number): Promise<void> {
  await sql`delete from auth.attempts where bucket = ${`${bucket}|${place}`}`;
}
