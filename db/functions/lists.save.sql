-- Puts down the rows of some people (PersonRows, events/lists/personRows.ts), whom lists.hold holds, and what changed in the counters by them.
create or replace function lists.save(p_tenant text, p_people jsonb, p_zone text) returns void
language plpgsql security definer set search_path = pg_catalog
as $$
begin
  if not exists (select from lists.zones where tenant_id = p_tenant and zone = p_zone) then
    insert into lists.zones (tenant_id, zone) values (p_tenant, p_zone) on conflict (tenant_id) do update set zone = excluded.zone;
  end if;
  insert into lists.counters (tenant_id, campaign_id, name, day, n)
    select p_tenant, split_part(c.key, '|', 1), split_part(c.key, '|', 2), split_part(c.key, '|', 3), sum(c.n)::int
    from (
      select k.key, k.value::int as n from jsonb_array_elements(p_people) g, jsonb_each_text(g->'counted') k
      union all
      select k.key, -k.value::int from jsonb_array_elements(p_people) g
        join lists.people p on p.tenant_id = p_tenant and p.partner_id = g->>'id', jsonb_each_text(p.counted) k
    ) c
    group by c.key having sum(c.n) <> 0 order by c.key
    on conflict (tenant_id, campaign_id, name, day) do update set n = lists.counters.n + excluded.n;
  update lists.people p
    set status = r.status, place = r.place, name = r.name, industry = r.industry, email = r.email, score = r.score, followers = r.followers,
      engagement = r.engagement, added = r.added, platform = r.platform, email_status = r."emailStatus", industry_key = r."industryKey",
      country = r.country, source = r.source, tags = r.tags, tag_keys = r."tagKeys", search_id = r."searchId", verified = r.verified, searched = r.searched, found = r.found,
      contacted_at = r."contactedAt", replied_at = r."repliedAt", contacts = r.contacts, outreach = r.outreach, counted = g.counted,
      began = coalesce(p.began,
        (select e.recorded_at from log.events e where e.tenant_id = p_tenant and e.stream_id = 'partner-' || g.id and e.version = 1))
    from jsonb_to_recordset(p_people) as g (id text, row jsonb, counted jsonb),
      jsonb_to_record(g.row) as r (status text, place text, name text, industry text, email text, score float8, followers bigint,
        engagement float8, added bigint, platform text, "emailStatus" text, "industryKey" text, country text, source text, tags text[], "tagKeys" text[],
        "searchId" text, verified boolean, searched text, found text, "contactedAt" text, "repliedAt" text, contacts int, outreach text)
    where p.tenant_id = p_tenant and p.partner_id = g.id;
  insert into lists.messages as o (tenant_id, message_id, partner_id, campaign_id, status, sets, listed, created_at, at, needs, name, found, score,
      followers, moment, not_before, best, mailbox, rated_at, report, address, variant, follow_up, reason, facts, began)
    select p_tenant, m.id, g.id, m."campaignId", m.status, m.sets, m.listed, m."createdAt", m.at, m.needs, m.name, m.found, m.score, m.followers,
      m.moment, m."notBefore", -m.score, m.mailbox, m."ratedAt", m.report, m.address, m.variant, m."followUp",
      m.reason, m.facts,
      coalesce((select l.began from lists.messages l where l.tenant_id = p_tenant and l.message_id = m.id),
        (select e.recorded_at from log.events e where e.tenant_id = p_tenant and e.stream_id = 'message-' || m.id and e.version = 1))
    from jsonb_to_recordset(p_people) as g (id text, messages jsonb),
      jsonb_to_recordset(g.messages) as m (id text, "campaignId" text, status text, sets text[], listed boolean, "createdAt" text, at text, needs int, name text,
        found text, score real, followers bigint, moment text, "notBefore" text, mailbox text, "ratedAt" text, report text, address text, variant text, "followUp" text, reason jsonb, facts text)
    on conflict (tenant_id, message_id) do update
    set status = excluded.status, sets = excluded.sets, listed = excluded.listed, created_at = excluded.created_at, at = excluded.at,
      needs = excluded.needs, name = excluded.name, found = excluded.found, score = excluded.score, followers = excluded.followers,
      moment = excluded.moment, not_before = excluded.not_before, best = excluded.best, mailbox = excluded.mailbox,
      rated_at = excluded.rated_at, report = excluded.report, address = excluded.address, variant = excluded.variant,
      follow_up = excluded.follow_up, reason = excluded.reason, facts = excluded.facts, began = excluded.began
    where (o.status, o.sets, o.listed, o.created_at, o.at, o.needs, o.name, o.found, o.score, o.followers, o.moment, o.not_before, o.mailbox,
      o.rated_at, o.report, o.address, o.variant, o.follow_up, o.reason, o.facts, o.began) is distinct from
      (excluded.status, excluded.sets, excluded.listed, excluded.created_at, excluded.at, excluded.needs, excluded.name, excluded.found,
        excluded.score, excluded.followers, excluded.moment, excluded.not_before, excluded.mailbox, excluded.rated_at, excluded.report, excluded.address,
        excluded.variant, excluded.follow_up, excluded.reason, excluded.facts, excluded.began);
  insert into lists.conversations as o (tenant_id, conversation_id, partner_id, campaign_id, last_received_at, listed, unread, done, label, variant,
      answered_at, unanswered)
    select p_tenant, v.id, g.id, v."campaignId", v."lastReceivedAt", v.listed, v.unread, v.done, v.label, v.variant, v."answeredAt", v.unanswered
    from jsonb_to_recordset(p_people) as g (id text, conversations jsonb),
      jsonb_to_recordset(g.conversations) as v (id text, "campaignId" text, "lastReceivedAt" text, listed boolean, unread boolean, done boolean,
        label text, variant text, "answeredAt" text, unanswered boolean)
    on conflict (tenant_id, conversation_id) do update
    set last_received_at = excluded.last_received_at, listed = excluded.listed, unread = excluded.unread, done = excluded.done,
      label = excluded.label, variant = excluded.variant, answered_at = excluded.answered_at, unanswered = excluded.unanswered
    where (o.last_received_at, o.listed, o.unread, o.done, o.label, o.variant, o.answered_at, o.unanswered) is distinct from
      (excluded.last_received_at, excluded.listed, excluded.unread, excluded.done, excluded.label, excluded.variant, excluded.answered_at,
        excluded.unanswered);
  with wanted as (
    select n.* from jsonb_to_recordset(p_people) as g (id text, needs jsonb), jsonb_to_recordset(g.needs) as n (id text)
  )
  delete from lists.needs o using jsonb_to_recordset(p_people) as g (id text)
    where o.tenant_id = p_tenant and o.partner_id = g.id and not exists (select from wanted w where w.id = o.need_id);
  insert into lists.needs as o (tenant_id, need_id, partner_id, campaign_id, kind, reason, at, place, until)
    select p_tenant, n.id, g.id, n."campaignId", n."group", n.reason, n.at, n.place, n.until
    from jsonb_to_recordset(p_people) as g (id text, needs jsonb),
      jsonb_to_recordset(g.needs) as n (id text, "campaignId" text, "group" text, reason text, at text, place text, until text)
    on conflict (tenant_id, need_id) do update
    set kind = excluded.kind, reason = excluded.reason, at = excluded.at, place = excluded.place, until = excluded.until
    where (o.kind, o.reason, o.at, o.place, o.until) is distinct from (excluded.kind, excluded.reason, excluded.at, excluded.place, excluded.until);
  insert into lists.conversation_texts as o (tenant_id, conversation_id, found)
    select p_tenant, v.id, v.found
    from jsonb_to_recordset(p_people) as g (conversations jsonb), jsonb_to_recordset(g.conversations) as v (id text, found text)
    on conflict (tenant_id, conversation_id) do update set found = excluded.found where o.found <> excluded.found;
end $$;

grant execute on function lists.save to partner_pilot_api, partner_pilot_worker;
