import { readAs } from '../../db/connect.ts';
import { sendingFrozen } from '../../db/freeze.ts';
import type { FoundMail } from '../../db/receive/matchMail.ts';
import { readRawMail } from '../../db/receive/readRawMail.ts';
import { receiveMails } from '../../db/receive/receiveMail.ts';
import { UnreadableMail } from '../../db/receive/unreadableMail.ts';
import { ref } from '../../db/store.ts';
import { needsReauth } from '../../events/sending/gmail.ts';
import { readableAccounts } from '../../events/sending/mailbox.ts';
import type { SendingAccount } from '../../events/sending/mailProviders/provider.ts';
import { MAIL_PROVIDERS } from '../../events/sending/mailProviders.ts';
import { needsSmtpReauth } from '../../events/sending/smtp.ts';
import { type Deps, type JobPayload, scopeOf } from '../context.ts';
import { GmailError } from '../providers/gmail/gmailError.ts';
import { MailboxError } from '../providers/mailbox/mailboxError.ts';
import type { ReceivedMail } from '../providers/mailSource.ts';
import { ProviderError } from '../providers/providerError.ts';
import { credentialsOf } from './send/credentials.ts';

/** Readings of one job: a mailbox that has more goes on with the next one. */
const MOST_READINGS = 20;

/**
 * Reads what came into one account (`also.account`) of a mailbox (the job's id) since the last time, and records what belongs to our messages. The cursor moves after the
 * mails are recorded, so none is missed; what is read twice is known by its id. Trouble of the provider is no failure: the next reading
 * comes soon.
 */
export async function readMail(deps: Deps, job: JobPayload): Promise<void> {
  const { store } = deps;
  const { tenant } = job;
  // a restored copy must not act on what the installation has read that it was copied from
  if (await sendingFrozen(store.sql)) return;
  const { state: mailbox } = await store.load(tenant, ref('mailbox', job.id));
  const account = readableAccounts(mailbox).find(({ id }) => id === job.also?.account);
  const source = account && deps.mailSources?.[account.provider];
  const credentials = source && (await credentialsOf(store, tenant, account));
  if (!account || !source || !credentials) return;
  for (let readings = 0; readings < MOST_READINGS; readings += 1) {
    const before = await cursorOf(deps, tenant, account);
    try {
      const { mails, cursor } = await source.read(credentials, before);
      await receiveMails(
        store,
        { tenant, actor: 'worker:read-mail', source: account.provider === 'gmail' ? 'gmail' : 'imap' },
        await parsed(mails),
      );
      if (cursor !== before) await moveCursor(deps, tenant, account, { before, cursor });
      if (mails.length === 0 || cursor === before) return;
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      return recordLoss(deps, job, account, error);
    }
  }
}

/** A mail that no program can read is passed over: it would stop the mailbox. */
async function parsed(mails: readonly ReceivedMail[]): Promise<FoundMail[]> {
  const found: FoundMail[] = [];
  for (const { id, threadId, receivedAt, raw } of mails) {
    try {
      found.push({ id, threadId, receivedAt, mail: await readRawMail(raw) });
    } catch (error) {
      if (!(error instanceof UnreadableMail)) throw error;
    }
  }
  return found;
}

/** A connection that its owner or the provider ended is known at once, not only when the next mail is to leave. */
async function recordLoss(
  deps: Deps,
  job: JobPayload,
  { provider, secretId }: SendingAccount,
  error: ProviderError,
): Promise<void> {
  const isLost =
    (error instanceof GmailError && needsReauth(error.trouble)) ||
    (error instanceof MailboxError && needsSmtpReauth(error.trouble));
  if (!isLost) return;
  const { trouble } = error;
  await deps.store.decide(
    scopeOf('read-mail', job),
    ref('mailbox', job.id),
    (now) => MAIL_PROVIDERS[provider].loss?.record(now, secretId, trouble) ?? [],
  );
}

async function cursorOf({ store }: Deps, tenant: string, { id }: SendingAccount): Promise<string | null> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ cursor: string }[]>`
      select cursor from queue.mail_cursors where tenant_id = ${tenant} and mailbox = ${id}`,
  );
  return row?.cursor ?? null;
}

/** Another reading of the same mailbox may have been faster: then its cursor holds. */
async function moveCursor(
  { store }: Deps,
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
