import { UNREADABLE_TEXT } from '../../events/shared/unreadable.ts';
import { readAs } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import type { LoggedEvent } from './loggedEvent.ts';

/** The person and the campaign of an event. null: there is none, or it was erased. */
export type About = { name: string | null; email: string | null; campaign: string | null };

/** The events with who they are about: the partner of a partner, message or conversation, or a campaign. Others stay as they are. */
export async function withAbout(
  store: Store,
  tenant: string,
  events: readonly LoggedEvent[],
): Promise<(LoggedEvent & { about?: About })[]> {
  const own = events.filter((event) => event.tenant === tenant);
  const about = await aboutStreams(store, tenant, [...new Set(own.map(({ stream }) => stream))]);
  return events.map((event) => {
    const found = event.tenant === tenant ? about.get(event.stream) : undefined;
    return found ? { ...event, about: found } : event;
  });
}

async function aboutStreams(
  store: Store,
  tenant: string,
  streams: readonly string[],
): Promise<ReadonlyMap<string, About>> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<(About & { stream: string })[]>`
      with asked as (select unnest(${[...streams]}::text[]) as stream),
      about as (
        select stream, stream as partner, null as campaign, null as sent_to from asked where starts_with(stream, 'partner-')
        union all
        select m.stream_id, 'partner-' || m.partner_id, 'campaign-' || m.campaign_id, m.state->'dispatch'->>'to'
        from ${store.rows(tx, 'messages')} m join asked a on a.stream = m.stream_id where m.tenant_id = ${tenant}
        union all
        select v.stream_id, 'partner-' || v.partner_id, 'campaign-' || (v.state->>'campaignId'), null
        from ${store.rows(tx, 'conversations')} v join asked a on a.stream = v.stream_id where v.tenant_id = ${tenant})
      select a.stream,
        coalesce(p.state->'person'->>'name', case when p.state->>'unreadable' = 'true' then ${UNREADABLE_TEXT} end) as name,
        c.state->'text'->>'name' as campaign,
        case when a.stream <> a.partner then coalesce(a.sent_to, p.state->'contact'->>'email') end as email
      from about a
      left join ${store.rows(tx, 'partners')} p on p.tenant_id = ${tenant} and p.stream_id = a.partner
      left join ${store.rows(tx, 'campaigns')} c on c.tenant_id = ${tenant} and c.stream_id = a.campaign
      union all
      select c.stream_id, c.state->'text'->>'name', null, null
      from ${store.rows(tx, 'campaigns')} c join asked a on a.stream = c.stream_id where c.tenant_id = ${tenant}`,
  );
  return new Map(rows.map(({ stream, ...about }) => [stream, about]));
}
