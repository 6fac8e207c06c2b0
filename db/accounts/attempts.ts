import type { Sql, Tx } from '../connection/connect.ts';

/**
 * How tries about one thing are slowed: `free` of them may be made `withinSeconds` (each is forgotten evenly over that time); then each has
 * to wait `first` seconds after the one before, doubled with each further one up to `longest`.
 */
export type Rule = { free: number; withinSeconds: number; first: number; longest: number };
/** What tries are counted about, as an HMAC. `onSuccess`: a success forgets all of them, or takes only itself back. */
export type Bucket = { id: string; rule: Rule; onSuccess: 'forget' | 'take back' };

/**
 * Counts a try about all the buckets and answers 0; or, when one of them has to wait, counts none and answers the seconds to wait. It is
 * counted before its outcome is known, so that a hundred at once are not all let through. The clock is the database's.
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

/** What the try was for was right: it counts as no failure. */
export async function succeeded(sql: Sql, buckets: readonly Bucket[]): Promise<void> {
  const ids = (of: readonly Bucket[]) => of.map(({ id }) => id);
  const forgotten = buckets.filter(({ onSuccess }) => onSuccess === 'forget');
  await sql`select auth.undo_try(${ids(buckets)}::text[], ${ids(forgotten)}::text[])`;
}
