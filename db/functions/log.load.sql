-- The read models of some streams, in one statement: what a command starts from. It is not in the schema read, which a rebuild replaces.
create or replace function log.load(p_tenant text, p_streams text[])
returns table (stream_id text, version int, projection_version int, at timestamptz, state jsonb)
language plpgsql stable security definer set search_path = pg_catalog rows 3
as $$
declare
  v_stream text;
begin
  foreach v_stream in array p_streams loop
    case split_part(v_stream, '-', 1)
      -- for each kind
      when '{kind}' then
        return query select r.stream_id, r.version, r.projection_version, r.recorded_at, r.state from read.{table} r
          where r.tenant_id = p_tenant and r.stream_id = v_stream;
      -- end
    end case;
  end loop;
end $$;

grant execute on function log.load to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
