-- Deletes what is over, so that nothing about a person is kept longer than it is of use.
create or replace function auth.sweep() returns void
language sql volatile security definer set search_path = pg_catalog
as $$
  delete from auth.sessions where expires_at < clock_timestamp() or last_seen_at < clock_timestamp() - make_interval(hours => idle_hours);
  delete from auth.passkey_challenges where expires_at < clock_timestamp();
  delete from auth.security_log where minute < clock_timestamp() - interval '400 days';
  delete from auth.access_tokens where expires_at < clock_timestamp();
  delete from auth.links where expires_at < clock_timestamp() - interval '7 days';
  delete from auth.second_steps where expires_at < clock_timestamp();
  delete from auth.issuer_attempts where expires_at < clock_timestamp();
  -- one that is just being counted in stays
  delete from auth.attempts where bucket in (
    select a.bucket from auth.attempts a where a.last_at < clock_timestamp() - interval '1 day' for update skip locked);
  delete from vault.secrets where tenant_id = 'system' and kind = 'access' and created_at < clock_timestamp() - interval '2 days';
  -- an import that its browser never sent to the end, or a job that was lost
  delete from vault.secrets where kind in ('import-rows', 'batch-request') and created_at < clock_timestamp() - interval '2 days';
  -- calls by their Idempotency-Key
  delete from vault.secrets where kind in ('idempotency-key', 'first-answer') and created_at < clock_timestamp() - interval '1 day';
  -- people whom a search paid for and nobody took: what is known of them grows old, too
  delete from vault.secrets where kind = 'kept-for-search' and created_at < clock_timestamp() - interval '30 days';
$$;

grant execute on function auth.sweep to partner_pilot_worker;
