import { LISTS_VERSION } from '../../events/lists/personRows.ts';
import { CHECK_VERSION } from '../../events/messages/check/checkText.ts';
import type { Sql } from '../connection/connect.ts';
import { pollLog } from '../log/poll.ts';
import { AT_ONCE, projectPeople } from './project.ts';

const EVENTS = 1_000;
/**
 * The pause between two looks. A sent email moves its person twice within it, so their rows are made once. Requests bring what they read up to date
 * themselves (upToDate.ts).
 */
const EVERY_MS = 1_000;

/** Follows the log by one step. Answers how many events it saw; null: another process is at it. */
export async function followLog(sql: Sql): Promise<number | null> {
  const [row] = await sql<{ seen: number | null }[]>`select lists.follow(${EVENTS}) as seen`;
  return row?.seen ?? null;
}

/** Makes the rows of some who are behind. Answers how many they were. */
export async function projectSome(sql: Sql): Promise<number> {
  const behind = await sql<{ tenant_id: string; partner_id: string }[]>`
    select tenant_id, partner_id from lists.take_behind(${AT_ONCE})`;
  const [first] = behind;
  if (!first) return 0;
  await projectPeople(
    sql,
    first.tenant_id,
    behind.map(({ partner_id }) => partner_id),
  );
  return behind.length;
}

/** Has all rows made again if another version of the program made them. */
export async function renewOutdated(sql: Sql): Promise<void> {
  await sql`select lists.begin_again(${LISTS_VERSION * 1_000 + CHECK_VERSION})`;
}

/** Keeps all lists up to date until stopped. Any number of processes may do it. */
export async function followLists(sql: Sql, onError: (error: unknown) => void): Promise<{ stop(): Promise<void> }> {
  await renewOutdated(sql);
  const polling = pollLog(
    async () => {
      const until = Date.now() + EVERY_MS;
      const seen = await followLog(sql);
      let made: number;
      do made = await projectSome(sql);
      while (made > 0 && Date.now() < until);
      return seen === EVENTS || made > 0 ? 'full' : 'none';
    },
    onError,
    undefined,
    { busy: EVERY_MS, idle: EVERY_MS },
  );
  return { stop: polling.stop };
}
