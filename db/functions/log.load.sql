-- The read models of some streams, in one statement: what a command starts from. It is not in the schema read, which a rebuild replaces.
-- `p_known`: the version of each that the caller has. What is still of that version is not answered again.
create or replace function log.load(p_tenant text, p_streams text[], p_known int[] default null)
returns table (stream_id text, version int, projection_version int, at timestamptz, state jsonb)
language plpgsql stable security definer set search_path = pg_catalog rows 3
as $$
declare
  v_stream text;
begin
  for i in 1 .. cardinality(p_streams) loop
    v_stream := p_streams[i];
    case split_part(v_stream, '-', 1)
      -- for each kind
      when '{kind}' then
        return query select r.stream_id, r.version, r.projection_version, r.recorded_at, r.state from read.{table} r
          where r.tenant_id = p_tenant and r.stream_id = v_stream and (p_known is null or r.version <> p_known[i]);
      -- end
    end case;
  end loop;
end $$;

grant execute on function log.load to partner_pilot_api, partner_pilot_worker, partner_pilot_audit;
