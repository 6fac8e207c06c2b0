import type { Sql } from '../../db/connection/connect.ts';
import { projectPeople } from '../../db/lists/project.ts';

/**
 * Makes copies of a message and its partner in the read models. So a campaign has thousands without a log of them. Nothing can be done to a copy but to
 * list it.
 */
export async function cloneMessage(
  sql: Sql,
  { tenant, id }: { tenant: string; id: string },
  copies: number,
): Promise<void> {
  const [campaign = '', partner = '', step = ''] = id.split('.');
  const nth = sql`${partner} || 'x' || n`;
  await sql`
    insert into read.partners (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select tenant_id, 'partner-' || ${nth}, version, projection_version, recorded_at,
      jsonb_set(jsonb_set(state, '{person,name}', to_jsonb('Copy ' || n)), '{contact,email}', to_jsonb('copy' || n || '@a.example'))
    from read.partners, generate_series(1, ${copies}::int) n
    where tenant_id = ${tenant} and stream_id = ${`partner-${partner}`}`;
  await sql`
    insert into read.messages (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select tenant_id, ${`message-${campaign}.`} || ${nth} || ${`.${step}`}, version, projection_version, recorded_at,
      state || jsonb_build_object('partnerId', ${nth})
    from read.messages, generate_series(1, ${copies}::int) n
    where tenant_id = ${tenant} and stream_id = ${`message-${id}`}`;
  await projectPeople(
    sql,
    tenant,
    Array.from({ length: copies }, (_, n) => `${partner}x${n + 1}`),
  );
  await sql`analyze read.partners, read.messages, lists.messages`;
}
