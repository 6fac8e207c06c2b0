import { randomUUID } from 'node:crypto';
import type { Runner } from 'graphile-worker';
import type { Sql } from '../db/connection/connect.ts';
import { sendingFrozen } from '../db/installation/freeze.ts';
import { accountTrouble, REFUSED_PAUSE_MS } from '../events/shared/accountWords.ts';
import type { Needs } from './context.ts';
import { AccountError } from './providers/accountError.ts';
import { type ReadableMailbox, readableMailboxes, readMailJob } from './tasks/readMailboxes.ts';
import { credentialsOf } from './tasks/send/credentials.ts';

/** Connections of one worker. Mailboxes beyond them are read by the clock alone. */
const MOST = 300;
/** A worker loses a mailbox after this long without a heartbeat. */
const LEASE_MS = 40_000;
/** Mails that come together wake one reading. */
const TOGETHER_MS = 200;
const FIRST_PAUSE_MS = 2_000;
const LONGEST_PAUSE_MS = 10 * 60_000;
/** A connection of this length was a good one: the pauses start again. */
const GOOD_MS = 60_000;
/** Servers without IDLE are asked again after this. */
const UNSUPPORTED_MS = 3_600_000;

/** Half to one and a half of a pause, so that what broke together does not come back together. */
const jittered = (ms: number): number => ms * (0.5 + Math.random());

const keyOf = (tenant: string, id: string): string => `${tenant} ${id}`;

/**
 * Leases the mailboxes of `wanted` that this worker listens to, at most `most`: its own first, then free ones. Each tenant has one before any has
 * two. All in one statement, so that of two workers one gets each.
 */
export async function claimListeners(
  sql: Sql,
  me: string,
  wanted: readonly { tenant: string; mailbox: string }[],
  most = MOST,
): Promise<Set<string>> {
  const rows = await sql<{ tenant_id: string; mailbox: string }[]>`
    insert into queue.mail_listeners as l (tenant_id, mailbox, listener, until)
    select tenant_id, mailbox, ${me}, clock_timestamp() + make_interval(secs => ${LEASE_MS / 1000})
    from (
      select w.*, held.listener is distinct from ${me} as is_new,
        row_number() over (partition by w.tenant_id order by held.listener is distinct from ${me}, w.mailbox) as number
      from unnest(${wanted.map(({ tenant }) => tenant)}::text[], ${wanted.map(({ mailbox }) => mailbox)}::text[]) w (tenant_id, mailbox)
      left join queue.mail_listeners held using (tenant_id, mailbox)
      where held.listener is null or held.listener = ${me} or held.until < clock_timestamp()
    ) free
    -- no tenant is first by its id
    order by number, is_new, random() limit ${most}
    on conflict (tenant_id, mailbox) do update set listener = excluded.listener, until = excluded.until
    where l.listener = excluded.listener or l.until < clock_timestamp()
    returning tenant_id, mailbox`;
  const mine = new Set(rows.map(({ tenant_id: tenant, mailbox }) => keyOf(tenant, mailbox)));
  // of mailboxes that it lost, and of workers that died long ago
  await sql`
    delete from queue.mail_listeners l
    where l.until < clock_timestamp() - interval '1 hour' or (l.listener = ${me}
      and not l.tenant_id || ' ' || l.mailbox = any (${[...mine]}::text[]))`;
  return mine;
}

/** Listens to one mailbox until it is stopped. Its failures do not matter: the scheduled reading comes anyway, and finds the trouble. */
function startListener(
  deps: Needs<'store' | 'mailSources'>,
  mailbox: ReadableMailbox,
  addJob: Runner['addJob'],
): { secretId: string; stop(): Promise<void> } {
  const { store } = deps;
  const { tenant, account } = mailbox;
  const source = deps.mailSources[account.provider];
  const stopping = new AbortController();
  const { signal } = stopping;
  let waking: NodeJS.Timeout | undefined;
  const wake = (): void => {
    waking ??= setTimeout(() => {
      waking = undefined;
      const { job, spec } = readMailJob(mailbox);
      void addJob('read-mail', job, spec).catch(() => undefined);
    }, TOGETHER_MS);
  };

  /** Connects once and answers the pause before the next connection. */
  async function once(pauseMs: number): Promise<number> {
    const began = performance.now();
    try {
      const credentials = await credentialsOf(store, tenant, account);
      if (!credentials || !source?.listen) return LONGEST_PAUSE_MS;
      if ((await source.listen(credentials, wake, signal)) === 'unsupported') return UNSUPPORTED_MS;
    } catch (error) {
      // a sign-in that is refused is found, and said, by the reading
      wake();
      if (error instanceof AccountError && accountTrouble(account.provider, error.trouble).lost)
        return REFUSED_PAUSE_MS;
    }
    return performance.now() - began > GOOD_MS ? FIRST_PAUSE_MS : Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }

  async function run(): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS / 2; !signal.aborted; ) {
      pauseMs = await once(pauseMs);
      if (!signal.aborted) await pause(jittered(pauseMs), signal);
    }
  }
  const running = run();
  return {
    secretId: account.secretId,
    async stop() {
      stopping.abort();
      clearTimeout(waking);
      await running;
    },
  };
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, ms).unref();
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      resolve();
    });
  });

/**
 * Holds a connection to each mailbox that can say when something arrives, and has it read then. Checks the mailboxes every `everyMs`. It leaves one
 * that was disconnected, or that another worker has.
 */
export function listenToMailboxes(
  deps: Needs<'store' | 'mailSources'>,
  everyMs: number,
  addJob: Runner['addJob'],
): { stop(): Promise<void> } {
  const { sql } = deps.store;
  const me = randomUUID();
  const listeners = new Map<string, ReturnType<typeof startListener>>();
  let renewedAt = performance.now();
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;

  async function leave(keys: readonly string[]): Promise<void> {
    const left = keys.flatMap((key) => listeners.get(key) ?? []);
    for (const key of keys) listeners.delete(key);
    await Promise.all(left.map((listener) => listener.stop()));
  }

  async function look(): Promise<void> {
    // a restored copy listens to nothing: the mailboxes belong to the original installation
    const all = (await sendingFrozen(sql)) ? [] : await readableMailboxes(deps);
    const wanted = all.filter(({ account }) => deps.mailSources[account.provider]?.listen);
    const mine = await claimListeners(
      sql,
      me,
      wanted.map(({ tenant, account }) => ({ tenant, mailbox: account.id })),
    );
    renewedAt = performance.now();
    const kept = new Map(
      wanted.flatMap((one) => {
        const key = keyOf(one.tenant, one.account.id);
        return mine.has(key) ? [[key, one]] : [];
      }),
    );
    // other credentials are another connection
    await leave(
      [...listeners].flatMap(([key, { secretId }]) => (kept.get(key)?.account.secretId === secretId ? [] : key)),
    );
    if (stopped) return;
    for (const [key, one] of kept) if (!listeners.has(key)) listeners.set(key, startListener(deps, one, addJob));
  }

  let looking = Promise.resolve();
  const again = (): void => {
    looking = look()
      .catch(async () => {
        // without the database the mailboxes are another worker's by now
        if (performance.now() - renewedAt > LEASE_MS) await leave([...listeners.keys()]);
      })
      .finally(() => {
        if (!stopped) timer = setTimeout(again, everyMs).unref();
      });
  };
  again();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await looking;
      await leave([...listeners.keys()]);
      await sql`delete from queue.mail_listeners where listener = ${me}`.catch(() => undefined);
    },
  };
}
