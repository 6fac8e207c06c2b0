-- Keeps the sum of the bytes that a workspace has stored. A request never sums them.
create or replace function vault.count_bytes() returns trigger
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  insert into vault.stored_bytes as b (tenant_id, bytes)
    select r.tenant_id, sum(octet_length(r.sealed)) * case tg_op when 'INSERT' then 1 else -1 end from changed r group by r.tenant_id order by r.tenant_id
    on conflict (tenant_id) do update set bytes = b.bytes + excluded.bytes;
  return null;
end $$;

create or replace trigger bytes_come after insert on vault.received_files
  referencing new table as changed for each statement execute function vault.count_bytes();
create or replace trigger bytes_go after delete on vault.received_files
  referencing old table as changed for each statement execute function vault.count_bytes();
create or replace trigger bytes_come after insert on vault.media_kits
  referencing new table as changed for each statement execute function vault.count_bytes();
create or replace trigger bytes_go after delete on vault.media_kits
  referencing old table as changed for each statement execute function vault.count_bytes();
