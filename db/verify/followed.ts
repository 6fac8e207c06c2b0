/** What the worker that follows the log keeps of it: the place, and what was found wrong (log.followed). */
import type { Sql, Tx } from '../connection/connect.ts';
import { type Followed, followFromNow, type Look, type RecordFollower } from './follow.ts';
import type { WrongPlace } from './verifyLog.ts';

const FOLLOW_LOCK = 7_061_726_176n;
/** A log that is wrong everywhere is said to be so by its count. */
const MOST_KEPT = 100;
/** A log at rest is written down as looked at this often. */
const AT_REST_MS = 60_000;

type Found = { wrong: readonly WrongPlace[]; wrongCount: number };
type Kept = Followed & Found & { caughtUpAt: Date | null };

async function kept(tx: Tx): Promise<Kept | null> {
  const [row] = await tx<Kept[]>`
    select epoch, tx::text as tx, position::text as position, hash, seal::int as seal, rewrites::text as rewrites, since::text as since,
      newest_epoch as "newestEpoch", wrong, wrong_count as "wrongCount", caught_up_at as "caughtUpAt" from log.followed`;
  return row ?? null;
}

const keyOf = ({ at, reason }: WrongPlace) => `${at}: ${reason}`;

async function keep(tx: Tx, { followed, caughtUp }: Look, { wrong, wrongCount }: Found): Promise<void> {
  const { epoch, tx: transaction, position, hash, seal, rewrites, since, newestEpoch } = followed;
  await tx`
    insert into log.followed (epoch, tx, position, hash, seal, rewrites, since, newest_epoch, wrong, wrong_count, caught_up_at)
    values (${epoch}, ${transaction}::text::xid8, ${position}, ${hash}, ${seal}, ${rewrites}::text::bigint, ${since}::text::xid8, ${newestEpoch},
      ${JSON.stringify(wrong)}::text::json, ${wrongCount}, clock_timestamp())
    on conflict (only_row) do update set epoch = excluded.epoch, tx = excluded.tx, position = excluded.position, hash = excluded.hash,
      seal = excluded.seal, rewrites = excluded.rewrites, since = excluded.since, newest_epoch = excluded.newest_epoch, wrong = excluded.wrong,
      wrong_count = excluded.wrong_count, caught_up_at = case when ${caughtUp} then excluded.caught_up_at else followed.caught_up_at end`;
}

/** One look of the only follower of this database, and what it newly found. null: another process follows. `sql`: the worker's. */
export async function followStep(
  sql: Sql,
  follower: RecordFollower,
): Promise<{ look: Look; news: WrongPlace[] } | null> {
  const step = async (tx: Tx) => {
    const [lock] = await tx<{ mine: boolean }[]>`
      select pg_try_advisory_xact_lock(${String(FOLLOW_LOCK)}::bigint) as mine`;
    if (!lock?.mine) return null;
    const before = await kept(tx);
    const look = await follower.look(tx, before ?? (await followFromNow(tx)));
    const known = new Set(before?.wrong.map(keyOf));
    const news = look.wrong.filter((one) => !known.has(keyOf(one)));
    const isDue = Date.now() - (before?.caughtUpAt?.getTime() ?? 0) > AT_REST_MS;
    if (look.events + look.seals + news.length > 0 || isDue) {
      const wrong = [...(before?.wrong ?? []), ...news].slice(0, MOST_KEPT);
      await keep(tx, look, { wrong, wrongCount: (before?.wrongCount ?? 0) + news.length });
    }
    return { look, news };
  };
  return (await sql.begin('isolation level repeatable read', step)) as Awaited<ReturnType<typeof step>>;
}

/** No worker follows, by its setting: health expects none. */
export const stopFollowing = (sql: Sql) =>
  sql`update log.followed set caught_up_at = null where caught_up_at is not null`;

/** How much the worker has found wrong; 0 also where nothing can be written. */
export async function wrongFound(sql: Sql): Promise<number> {
  const [row] = await sql<{ found: number }[]>`
    select wrong_count as found from log.followed
    where current_setting('transaction_read_only') = 'off' and has_table_privilege('log.followed', 'update')`;
  return row?.found ?? 0;
}

/** After a whole verification that found nothing wrong: what had been `found` before it was corrected. `sql`: the owner's. */
export async function forgetWrong(sql: Sql, found: number): Promise<void> {
  if (found > 0) await sql`update log.followed set wrong = '[]', wrong_count = 0 where wrong_count = ${found}`;
}
