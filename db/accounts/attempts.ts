import type { Sql, Tx } from '../connection/connect.ts';

/**
 * `free` tries are allowed in `withinSeconds`, each forgotten evenly over that time. Further tries wait `first` seconds, doubling up to `longest`.
 */
export type Rule = { free: number; withinSeconds: number; first: number; longest: number };
/** The subject of tries, as an HMAC. `onSuccess`: a success forgets all of them, or takes only itself back. */
export type Bucket = { id: string; rule: Rule; onSuccess: 'forget' | 'take back' };

/**
 * Counts a try in all buckets and answers 0. If a bucket must wait, it counts none and answers the seconds. It is counted before its outcome is
 * known, so that a hundred at once are not all let through. The clock is the database's.
 */
export async function mayTry(sql: Sql, buckets: readonly Bucket[]): Promise<{ wait: number }> {
  const rules = buckets.map(({ rule }) => rule);
  const [row] = await sql<{ wait: number }[]>`
    select auth.take_try(
      ${buckets.map(({ id }) => id)}::text[], ${rules.map(({ free }) => free)}::int[],
      ${rules.map(({ withinSeconds }) => withinSeconds)}::int[], ${rules.map(({ first }) => first)}::int[],
      ${rules.map(({ longest }) => longest)}::int[]) as wait`;
  return { wait: row?.wait ?? 0 };
}

/** Begins again with a bucket: what was tried at is no longer what it was. */
export async function forgetTries(sql: Sql | Tx, bucketId: string): Promise<void> {
  await sql`delete from auth.attempts where bucket = ${bucketId}`;
}

/** A try that was right counts as no failure. */
export async function succeeded(sql: Sql, buckets: readonly Bucket[]): Promise<void> {
  const ids = (of: readonly Bucket[]) => of.map(({ id }) => id);
  const forgotten = buckets.filter(({ onSuccess }) => onSuccess === 'forget');
  await sql`select auth.undo_try(${ids(buckets)}::text[], ${ids(forgotten)}::text[])`;
}
