-- Emails that were handed over to people, over all tenants or of one: by the keyed hashes of an address, or to these partners. The newest come first.
create or replace function read.emails_to(
  p_tenant text, p_hashes text[], p_tenants text[], p_partners text[], p_from text, p_to text, p_at text, p_stream text, p_limit int
) returns table (
  tenant_id text, stream_id text, at text, status text, "to" text, subject text, partner text, campaign text, replied_at text, report text
)
language sql stable security definer set search_path = pg_catalog rows 50
as $$
  with found as (
    select m.tenant_id, m.stream_id from read.messages m
    where m.address_hmac = any (p_hashes) and (p_tenant is null or m.tenant_id = p_tenant)
    union
    select m.tenant_id, m.stream_id
    from unnest(p_tenants, p_partners) as p (tenant_id, partner_id)
    join read.messages m on m.partner_id = p.partner_id and m.tenant_id = p.tenant_id
  ), page as materialized (
    select m.tenant_id, m.stream_id, m.state->'dispatch'->>'at' as at
    from found f join read.messages m on m.tenant_id = f.tenant_id and m.stream_id = f.stream_id
    where m.state->'dispatch'->>'at' between coalesce(p_from, '') and coalesce(p_to, '~')
      and (p_at is null or (m.state->'dispatch'->>'at', m.stream_id) < (p_at, p_stream))
    order by 3 desc, 2 desc limit p_limit
  )
  select page.tenant_id, page.stream_id, page.at, m.status, m.state->'dispatch'->>'to', m.state->'text'->>'subject',
    p.state->'person'->>'name', c.state->'text'->>'name', m.state->>'repliedAt', m.state->'delivery'->>'report'
  from page
  join read.messages m on m.tenant_id = page.tenant_id and m.stream_id = page.stream_id
  left join read.partners p on p.tenant_id = page.tenant_id and p.stream_id = 'partner-' || m.partner_id
  left join read.campaigns c on c.tenant_id = page.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
  order by page.at desc, page.stream_id desc
$$;

grant execute on function read.emails_to to partner_pilot_api, partner_pilot_audit;
