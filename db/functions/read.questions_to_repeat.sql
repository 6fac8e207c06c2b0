-- Conversations with a question that nobody has answered since `p_asked` (ISO 8601), of all tenants, by id alone.
create or replace function read.questions_to_repeat(p_asked text) returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select v.tenant_id, v.stream_id from read.conversations v where v.state->>'askedAt' <= p_asked
$$;

grant execute on function read.questions_to_repeat to partner_pilot_worker, partner_pilot_audit;
