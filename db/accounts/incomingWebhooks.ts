import { randomBytes } from 'node:crypto';
import type { ActName } from '../../events/shared/incomingActs.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import type { LoadedRow } from '../log/load.ts';
import type { Store } from '../store.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { forgetSecretIn, readSecret, storeSecretIn } from '../vault/secrets.ts';
import type { TokenUse } from './accessTokens.ts';
import { accountIn, FACTOR_RULE, factorRuleIn, type SessionOwner } from './sessions.ts';

const KEY_BYTES = 32;
const SEEN_EVERY_SECONDS = 60;

/** A secret as Standard Webhooks writes it. */
export const newWebhookSecret = (): string => `whsec_${randomBytes(KEY_BYTES).toString('base64')}`;

type IncomingWebhook = { webhookId: string; name: string; acts: ActName[] };

/** Keeps a webhook, and its secret in the vault: signatures are checked with it. */
export async function keepIncomingWebhook(
  tx: Tx,
  master: MasterKey,
  { userId, workspaceId }: SessionOwner,
  secret: string,
  { webhookId, name, acts }: IncomingWebhook,
): Promise<void> {
  const secretId = await storeSecretIn(tx, master, workspaceId, 'incoming-webhook', secret);
  await tx`
    insert into auth.incoming_webhooks (webhook_id, secret_id, user_id, workspace_id, name, acts)
    values (${webhookId}, ${secretId}, ${userId}, ${workspaceId}, ${name}, ${acts}::text[])`;
}

/** Removes a webhook of a user. false: it was removed already. */
export async function dropIncomingWebhook(tx: Tx, userId: string, webhookId: string): Promise<boolean> {
  const [row] = await tx<{ workspaceId: string; secretId: string }[]>`
    delete from auth.incoming_webhooks where user_id = ${userId} and webhook_id = ${webhookId}
    returning workspace_id as "workspaceId", secret_id as "secretId"`;
  if (row) await forgetSecretIn(tx, row.workspaceId, row.secretId);
  return row !== undefined;
}

export type IncomingWebhookRow = Omit<IncomingWebhook, 'webhookId'> & {
  id: string;
  createdAt: Date;
  lastUsedAt: Date | null;
};

/** The webhooks of a user, the newest first. */
export const incomingWebhooksOf = (sql: Sql | Tx, userId: string): Promise<IncomingWebhookRow[]> =>
  sql<IncomingWebhookRow[]>`
    select webhook_id as id, name, acts, created_at as "createdAt", last_used_at as "lastUsedAt"
    from auth.incoming_webhooks where user_id = ${userId} order by created_at desc`;

type IncomingUse = TokenUse & { acts: readonly ActName[] };

/** A webhook with its user and the secret that signs its posts. null: there is none. */
export async function openIncomingWebhook(
  store: Store,
  webhookId: string,
): Promise<(IncomingUse & { secret: string }) | null> {
  const { sql, master } = store;
  const [row] = await sql<
    (SessionOwner & { secretId: string; acts: ActName[]; account: LoadedRow | null; rule: LoadedRow | null })[]
  >`
    select secret_id as "secretId", user_id as "userId", workspace_id as "workspaceId", acts,
      (select to_jsonb(u) from log.load('system', array['user-' || user_id]) u) as account,
      (select to_jsonb(r) from log.load('system', array[${FACTOR_RULE}]) r) as rule
    from auth.incoming_webhooks where webhook_id = ${webhookId}`;
  if (!row) return null;
  const { secretId, acts, account, rule, ...owner } = row;
  const secret = await readSecret(sql, master, owner.workspaceId, secretId);
  if (secret === null) return null;
  const user = await accountIn(store, owner.userId, account);
  const token = { id: webhookId, scopes: [] };
  return { ...owner, token, acts, secret, user, secondFactorRule: await factorRuleIn(store, rule) };
}

/** Notes at most once a minute that a webhook was used. */
export const noteWebhookUse = (sql: Sql, webhookId: string): Promise<unknown> =>
  sql`
    update auth.incoming_webhooks set last_used_at = clock_timestamp() where webhook_id = ${webhookId}
    and coalesce(last_used_at < clock_timestamp() - make_interval(secs => ${SEEN_EVERY_SECONDS}), true)`.then(
    () => undefined,
  );
