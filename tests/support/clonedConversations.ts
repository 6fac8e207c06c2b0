import type { Sql } from '../../db/connection/connect.ts';
import { projectPeople } from '../../db/lists/project.ts';

/**
 * Makes copies of a conversation and its partner in the read models, each older than the one before. So an inbox has thousands without a log of them.
 * Nothing can be done to a copy but to list it.
 */
export async function cloneConversation(
  sql: Sql,
  { tenant, id }: { tenant: string; id: string },
  copies: number,
): Promise<void> {
  const [campaign = '', partner = ''] = id.split('.');
  const nth = (of: string) => sql`${of} || 'x' || n`;
  await sql`
    insert into read.partners (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select tenant_id, ${nth(`partner-${partner}`)}, version, projection_version, recorded_at,
      jsonb_set(state, '{person,name}', to_jsonb((state->'person'->>'name') || ' ' || n))
    from read.partners, generate_series(1, ${copies}::int) n
    where tenant_id = ${tenant} and stream_id = ${`partner-${partner}`}`;
  await sql`
    insert into read.conversations (tenant_id, stream_id, version, projection_version, recorded_at, state)
    select tenant_id, ${nth(`conversation-${campaign}.${partner}`)}, version, projection_version, recorded_at,
      state || jsonb_build_object('partnerId', ${nth(partner)},
        'lastReceivedAt', to_char((state->>'lastReceivedAt')::timestamptz at time zone 'UTC' - n * interval '1 hour', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
    from read.conversations, generate_series(1, ${copies}::int) n
    where tenant_id = ${tenant} and stream_id = ${`conversation-${id}`}`;
  await projectPeople(
    sql,
    tenant,
    Array.from({ length: copies }, (_, n) => `${partner}x${n + 1}`),
  );
  await sql`analyze read.partners, read.conversations`;
}
