import { counted } from '../../events/shared/format.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { MOST_WRONG } from '../log/chains.ts';
import type { MasterKey } from '../vault/masterKey.ts';
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
        and kind <> 'address-hmac'
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
