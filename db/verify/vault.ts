import { counted } from '../../events/shared/format.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { MOST_WRONG } from '../log/chains.ts';
import type { MasterKey } from '../vault/masterKey.ts';
import { openKit } from '../vault/mediaKit.ts';
import { personKeys } from '../vault/personKeys.ts';
import { openSecret } from '../vault/secrets.ts';
import type { WrongRecord } from './sends.ts';

const PAGE = 1_000;

type SecretRow = { tenant: string; id: string; kind: string; sealed: Buffer };

/** Secrets that do not open under their own tenant, kind and id: altered, renamed, or moved from another tenant. `sql`: reads every tenant. */
export async function verifySecrets(sql: Sql | Tx, master: MasterKey, tenant?: string) {
  const ofTenant = tenant === undefined ? sql`` : sql`and tenant_id = ${tenant}`;
  const wrong: { at: string; tenant: string; reason: string }[] = [];
  let secrets = 0;
  for (let last = { tenant: '', id: '' }; ; ) {
    const rows = await sql<SecretRow[]>`
      select tenant_id as tenant, secret_id as id, kind, sealed from vault.secrets
      where (tenant_id, secret_id) > (${last.tenant}, ${last.id}) ${ofTenant}
        -- it has a check of its own (addressKey.ts)
        and (tenant_id, secret_id) <> ('system', 'address-hmac')
      order by tenant_id, secret_id limit ${PAGE}`;
    secrets += rows.length;
    for (const row of rows) {
      try {
        openSecret(master, row.tenant, row.id, row);
      } catch {
        const at = `vault.secrets ${row.tenant} ${row.id}`;
        wrong.push({ at, tenant: row.tenant, reason: `the ${row.kind} does not open here: it was altered or moved` });
      }
    }
    const end = rows.at(-1);
    if (!end || rows.length < PAGE) return { secrets, wrong };
    last = end;
  }
}

/** Attachments that differ from what their MailReceived says, or are missing although their person has the key. `sql`: reads every tenant. */
export async function verifyFiles(sql: Sql | Tx, tenant?: string): Promise<{ said: string; wrong: WrongRecord[] }> {
  const ofTenant = tenant === undefined ? sql`` : sql`and e.tenant_id = ${tenant}`;
  const rows = await sql<(WrongRecord & { files: number })[]>`
    with told as materialized (
      select e.tenant_id, e.stream_id, e.version, substr(e.stream_id, 14) as conversation_id, 'partner-' || split_part(e.stream_id, '.', 2) as person_id,
        e.payload->'p'->>'k' as key_id, e.payload->'d'->>'receivedId' as received_id, (k->>'number')::int as number, k->>'sha256' as sha256
      from log.events e cross join lateral json_array_elements(e.payload->'d'->'kept') k
      where e.type = 'MailReceived' ${ofTenant}
    ), wrong as (
      select t.*, 'attachment ' || t.number || case when f.tenant_id is null then ' is missing' else ' is not what was received' end as reason
      from told t
      join vault.person_keys p using (tenant_id, person_id, key_id)
      left join vault.received_files f using (tenant_id, conversation_id, received_id, number)
      where (t.sha256, t.person_id, t.key_id) is distinct from (encode(sha256(f.sealed), 'hex'), f.person_id, f.key_id)
        or octet_length(f.sealed) <> f.size + 28  -- nonce and tag
    )
    select (select count(*)::int from told) as files, w.tenant_id as tenant, w.stream_id as "streamId", w.version, w.reason
    from (select) as always left join wrong w on true order by 2, 3, 4, 5 limit ${MOST_WRONG}`;
  const wrong = rows.filter(({ reason }) => reason !== null).map(({ files: _, ...record }) => record);
  return { said: counted(rows[0]?.files ?? 0, 'attachment'), wrong };
}

type Kits = { kits: number; wrong: WrongRecord[] };

/**
 * Media kits that are not the file of the newest MediaKitUploaded, or are missing although their owner has the key. One is read at a time.
 * `sql`: reads every tenant.
 */
export async function verifyMediaKits(sql: Sql | Tx, master: MasterKey, tenant?: string): Promise<Kits> {
  const { kits, wrong } = await lookAtKits(sql, master, tenant);
  // one that was uploaded between two reads is right at the second look
  const again: WrongRecord[] = [];
  for (const of of new Set(wrong.map((one) => one.tenant))) again.push(...(await lookAtKits(sql, master, of)).wrong);
  return { kits, wrong: again.slice(0, MOST_WRONG) };
}

async function lookAtKits(sql: Sql | Tx, master: MasterKey, tenant?: string): Promise<Kits> {
  const ofTenant = tenant === undefined ? sql`` : sql`and e.tenant_id = ${tenant}`;
  const found = await sql<(Omit<WrongRecord, 'reason'> & { hash: string | null; kept: boolean })[]>`
    with told as (
      select distinct on (e.tenant_id, e.stream_id) e.tenant_id, e.stream_id, e.version, e.payload->'d'->>'hash' as hash from log.events e
      where e.type in ('MediaKitUploaded', 'MediaKitRemoved', 'PersonErased') and starts_with(e.stream_id, 'profile-') ${ofTenant}
      order by e.tenant_id, e.stream_id, e.version desc
    )
    select e.tenant_id as tenant, coalesce(t.stream_id, 'profile-' || e.tenant_id) as "streamId", coalesce(t.version, 0) as version, t.hash,
      k.tenant_id is not null as kept
    from (select tenant_id from told where hash is not null union select tenant_id from vault.media_kits) e
    left join told t on t.tenant_id = e.tenant_id and t.hash is not null
    left join vault.media_kits k on k.tenant_id = e.tenant_id
    where true ${ofTenant} order by 1, 2`;
  const wrong: WrongRecord[] = [];
  for (const { hash, kept, ...record } of found) {
    const key = (await personKeys(sql, master, record.tenant, ['owner'])).get('owner');
    const say = (reason: string) => wrong.push({ ...record, reason: `the media kit ${reason}` });
    if (hash === null) say('is one that no event tells of');
    else if (!kept && key) say('is missing');
    // a damaged key has a line of its own
    if (hash === null || !kept || key?.key === null) continue;
    const [row] = await sql<Parameters<typeof openKit>[1][]>`
      select tenant_id as tenant, hash, key_id as "keyId", sealed from vault.media_kits where tenant_id = ${record.tenant}`;
    if (row && (row.hash !== hash || !key || openKit(key, row) === null)) say('is not what was uploaded');
  }
  return { kits: found.length, wrong };
}
