import { readAs } from '../../db/connection/connect.ts';
import { sendingFrozen } from '../../db/installation/freeze.ts';
import { logOf } from '../../db/process/logger.ts';
import type { FoundMail } from '../../db/receive/matchMail.ts';
import { readRawMail } from '../../db/receive/readRawMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { ref, type Store } from '../../db/store.ts';
import { accountAt } from '../../events/sending/connectedAccount.ts';
import { readableAccounts } from '../../events/sending/mailbox.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import type { SendingAccount } from '../../events/sending/mailProviders/provider.ts';
import { recordPassedOver, recordReadingFailed, recordReadThrough } from '../../events/sending/reading.ts';
import { accountTrouble, REFUSED_PAUSE_MS } from '../../events/shared/accountWords.ts';
import { type JobPayload, type Needs, scopeOf } from '../context.ts';
import { about, defineTask, type Run } from '../defineTask.ts';
import { AccountError } from '../providers/accountError.ts';
import type { ReceivedMail } from '../providers/mailSource.ts';
import { ProviderError } from '../providers/providerError.ts';
import { type ReadableMailbox, readMailJob, readsMail } from './readMailboxes.ts';
import { noteReturnedTest } from './returnedTest.ts';
import { credentialsOf } from './send/credentials.ts';

const log = logOf('worker');

/** Readings of one job: a mailbox that has more goes on with the next one. */
const MOST_READINGS = 20;

const A_DAY_MS = 86_400_000;
/** How far back a mailbox is read that has no cursor, or no longer knows it. */
const MOST_DAYS = 30;

/**
 * Reads what came into one account (`also.account`) of a mailbox (the job's id) since the last time, and records what belongs to our messages. The cursor moves after the
 * mails are recorded, so none is missed; what is read twice is known by its id. Trouble of the provider is no failure: the next reading
 * comes soon.
 */
export const readMail = defineTask({
  name: 'read-mail',
  lane: 'send',
  // follow-ups of an account wait until it was read
  on: { AccountConnected: about },
  needs: ['store', 'mailSources'],
  handler: async (deps, job, run) => {
    const { store } = deps;
    const { tenant } = job;
    // a restored copy must not act on what the installation has read that it was copied from
    if (await sendingFrozen(store.sql)) return;
    const { state: mailbox } = await store.load(tenant, ref('mailbox', job.id));
    if (!job.also?.account) return readAll(deps, job, mailbox, run);
    const account = readableAccounts(mailbox).find(({ id }) => id === job.also?.account);
    const source = account && deps.mailSources[account.provider];
    const credentials = source && (await credentialsOf(store, tenant, account));
    if (!account || !source || !credentials) return;
    for (let readings = 0; readings < MOST_READINGS; readings += 1) {
      const { cursor: before, readAt } = await cursorOf(store, tenant, account);
      try {
        // a late first reading begins at the first email that was sent, a day before it: IMAP knows days alone, and of the server's zone
        const last = readAt?.getTime() ?? (await firstSentAt(store, tenant, job.id));
        const since =
          last === null ? null : new Date(Math.max(last - A_DAY_MS, store.now().getTime() - MOST_DAYS * A_DAY_MS));
        const { mails, cursor, more = false, ended, unopened } = await source.read(credentials, before, since);
        await noteReturnedTest(deps, job, accountAt(mailbox, account.provider), mails);
        await receiveMails(
          store,
          { tenant, actor: 'worker:read-mail', source: source.name },
          await parsed(tenant, mails),
        );
        for (const { id, raw } of mails) if (raw.length === 0) await passOver(store, job, account, id);
        await moveCursor(store, tenant, account, { before, cursor });
        if (ended) throw ended;
        if ((mails.length === 0 && !more) || cursor === before) return recordThrough(store, job, account, unopened);
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        await recordTrouble(store, job, account, error);
        return putOff(run, { tenant, mailbox: job.id, account }, error);
      }
    }
  },
});

/** Its mailbox was connected just now: each account that can be read is. */
async function readAll(deps: Needs<'mailSources'>, job: JobPayload, mailbox: MailboxState, run: Run): Promise<void> {
  for (const account of readableAccounts(mailbox).filter(readsMail(deps))) {
    const { job: reading, spec } = readMailJob({ tenant: job.tenant, mailbox: job.id, account });
    // its last sign-in may have been refused
    await run.addJob('read-mail', reading, { ...spec, jobKeyMode: 'replace' });
  }
}

async function recordThrough(
  store: Store,
  job: JobPayload,
  account: SendingAccount,
  unopened: ProviderError | undefined,
): Promise<void> {
  const scope = scopeOf('read-mail', job);
  const but = unopened instanceof AccountError ? unopened.trouble : undefined;
  await store.decide(scope, ref('mailbox', job.id), (now) => recordReadThrough(now, account, but));
}

async function passOver(store: Store, job: JobPayload, account: SendingAccount, email: string): Promise<void> {
  log.warn({ account: account.id, email }, 'a received email could not be read');
  const scope = scopeOf('read-mail', job);
  await store.decide(scope, ref('mailbox', job.id), (now) => recordPassedOver(now, account, email));
}

async function parsed(tenant: string, mails: readonly ReceivedMail[]): Promise<FoundMail[]> {
  const found: FoundMail[] = [];
  for (const { raw, cut, ...mail } of mails) found.push({ ...mail, mail: await readRawMail(raw, { cut, tenant }) });
  return found;
}

/**
 * A connection that its owner or the provider ended is known at once, not only when the next mail is to leave. Other trouble concerns the
 * reading alone.
 */
async function recordTrouble(
  store: Store,
  job: JobPayload,
  account: SendingAccount,
  error: ProviderError,
): Promise<void> {
  if (!(error instanceof AccountError)) return;
  const { trouble } = error;
  await store.decide(scopeOf('read-mail', job), ref('mailbox', job.id), (now, at) =>
    recordReadingFailed(now, account, trouble, at),
  );
}

/** The next reading is not before the provider takes calls again. */
async function putOff(run: Run, mailbox: ReadableMailbox, error: ProviderError): Promise<void> {
  const isDoubtful = error instanceof AccountError && accountTrouble(mailbox.account.provider, error.trouble).doubtful;
  // a server may lock an account out that signs in again and again
  const waitMs = isDoubtful ? REFUSED_PAUSE_MS : Math.min((error.retryAfterSeconds ?? 0) * 1000, A_DAY_MS);
  if (waitMs === 0) return;
  const { job, spec } = readMailJob(mailbox);
  const runAt = new Date(Date.now() + waitMs);
  await run.addJob('read-mail', job, { ...spec, jobKeyMode: 'replace', runAt });
}

async function cursorOf(
  store: Store,
  tenant: string,
  { id }: SendingAccount,
): Promise<{ cursor: string | null; readAt: Date | null }> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ cursor: string; readAt: Date }[]>`
      select cursor, read_at as "readAt" from queue.mail_cursors where tenant_id = ${tenant} and mailbox = ${id}`,
  );
  return row ?? { cursor: null, readAt: null };
}

/** When the first email left a mailbox, in ms since 1970; null: none did. */
async function firstSentAt(store: Store, tenant: string, mailbox: string): Promise<number | null> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ at: string | null }[]>`
      select min(m.state->'dispatch'->>'at') as at from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and m.state->'dispatch'->>'mailbox' = ${mailbox}`,
  );
  return row?.at ? Date.parse(row.at) : null;
}

/** Another reading of the same mailbox may have been faster: then its cursor holds. */
async function moveCursor(
  store: Store,
  tenant: string,
  { id }: SendingAccount,
  { before, cursor }: { before: string | null; cursor: string },
): Promise<void> {
  await store.sql.begin(async (tx) => {
    await tx`select set_config('app.tenant', ${tenant}, true)`;
    await tx`
      insert into queue.mail_cursors (tenant_id, mailbox, cursor) values (${tenant}, ${id}, ${cursor})
      on conflict (tenant_id, mailbox) do update set cursor = excluded.cursor, read_at = clock_timestamp()
      where queue.mail_cursors.cursor is not distinct from ${before}`;
  });
}
