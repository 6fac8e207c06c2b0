-- The messages, of any tenant, to which an unsubscribe link may belong. The proof in the link tells which one, if any.
create or replace function read.messages_by_fingerprint(p_fingerprint text) returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select m.tenant_id, m.stream_id from read.messages m where m.fingerprint = p_fingerprint
$$;

grant execute on function read.messages_by_fingerprint to partner_pilot_api, partner_pilot_worker;
