-- The hashes of sealed leaves, 32 bytes each, in the order of the tree (db/seal/leaves.ts). The seal of a leaf is the first that is larger.
create or replace function log.leaf_hashes(p_first bigint, p_count int) returns bytea
language sql stable security definer set search_path = pg_catalog
as $$
  with before as (
    select s.size, s.epoch, s.tx, s.position from log.seals s where s.size <= p_first order by s.size desc limit 1
  ), start as (
    select coalesce(b.size, 0) as size, coalesce(b.epoch, -2147483648) as epoch, coalesce(b.tx, '0') as tx,
      coalesce(b.position, -9223372036854775808) as position
    from (select) as always left join before b on true
  ), page as (
    select e.epoch, e.tx, e.position, e.hash, s.size + row_number() over (order by e.epoch, e.tx, e.position) - 1 as leaf
    from start s cross join lateral (
      select e.epoch, e.tx, e.position, e.hash from log.events e
      where (e.epoch, e.tx, e.position) > (s.epoch, s.tx, s.position)
      order by e.epoch, e.tx, e.position
      limit p_first - s.size + p_count) e
  )
  select string_agg(sha256('\x00'::bytea || int8send((extract(epoch from s.sealed_at) * 1000000)::bigint)
    || int4send(p.epoch) || xid8send(p.tx) || int8send(p.position) || p.hash), ''::bytea order by p.leaf)
  from page p cross join lateral (select s.sealed_at from log.seals s where s.size > p.leaf order by s.size limit 1) s
  where p.leaf >= p_first
$$;

grant execute on function log.leaf_hashes to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
