-- The messages, of any tenant, to which tokens of mails may belong (db/vault/mailToken.ts). The proof in a token tells which one, if any.
create or replace function read.messages_by_fingerprint(p_fingerprints text[]) returns table (tenant_id text, stream_id text)
language sql stable security definer set search_path = pg_catalog
as $$
  select m.tenant_id, m.stream_id from read.messages m where m.fingerprint = any (p_fingerprints)
$$;

grant execute on function read.messages_by_fingerprint to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
