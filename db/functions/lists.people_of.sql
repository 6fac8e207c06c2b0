-- The people of a tenant whose rows an event may change.
create or replace function lists.people_of(p_tenant text, p_stream text, p_type text) returns table (partner_id text)
language plpgsql stable security definer set search_path = pg_catalog rows 1
as $$
begin
  case split_part(p_stream, '-', 1)
    when 'partner' then
      return query select substr(p_stream, length('partner-') + 1);
    when 'message', 'conversation' then
      return query select split_part(p_stream, '.', 2);
    when 'need' then
      -- a need about a mailbox belongs to no person
      if strpos(p_stream, '.') > 0 then
        return query select split_part(p_stream, '.', 2);
      end if;
    when 'campaign' then
      -- its follow-ups, or whether it is deleted
      if p_type in ('CampaignEdited', 'CampaignDeleted') then
        return query select distinct m.partner_id from read.messages m
          where m.tenant_id = p_tenant and m.campaign_id = substr(p_stream, length('campaign-') + 1);
      end if;
    when 'profile' then
      -- days are counted in its zone
      if coalesce((select r.state->>'timezone' from read.profiles r where r.tenant_id = p_tenant and r.stream_id = p_stream), 'UTC')
        <> coalesce((select z.zone from lists.zones z where z.tenant_id = p_tenant), 'UTC') then
        return query select substr(p.stream_id, length('partner-') + 1) from read.partners p where p.tenant_id = p_tenant;
      end if;
    else null;
  end case;
end $$;
