-- All of sign-in about one user. A table of sign-in that is added later and names users belongs in here.
create or replace function auth.forget_user(p_user text) returns table (sessions int, passwords int)
language sql volatile security definer set search_path = pg_catalog
as $$
  with l as (delete from auth.links where user_id = p_user),
       n as (delete from auth.second_steps where user_id = p_user),
       k as (delete from vault.secrets v using auth.second_factors f
             where f.user_id = p_user and v.tenant_id = 'system' and v.secret_id = f.secret_id),
       f as (delete from auth.second_factors where user_id = p_user),
       r as (delete from auth.recovery_codes where user_id = p_user),
       w as (delete from auth.passkeys where user_id = p_user),
       x as (delete from auth.passkey_challenges where user_id = p_user),
       y as (delete from auth.security_log where user_id = p_user),
       i as (delete from auth.identities where user_id = p_user),
       h as (delete from vault.secrets v using auth.incoming_webhooks b
             where b.user_id = p_user and v.tenant_id = b.workspace_id and v.secret_id = b.secret_id),
       b as (delete from auth.incoming_webhooks where user_id = p_user),
       t as (delete from auth.access_tokens where user_id = p_user),
       s as (delete from auth.sessions where user_id = p_user returning 1),
       c as (delete from auth.credentials where user_id = p_user returning 1)
  select (select count(*)::int from s), (select count(*)::int from c)
$$;

grant execute on function auth.forget_user to partner_pilot_worker;
