import type { CampaignState } from '../../events/campaigns/campaign.ts';
import type { PartnerEvent } from '../../events/partners/partner.ts';
import type { TimelineShow } from '../../events/shared/options.ts';
import { type LoggedEvent, type LogRow, loggedEvents } from '../audit/loggedEvent.ts';
import { logColumns } from '../audit/timeline.ts';
import { readAs } from '../connection/connect.ts';
import { cursorOf, readCursor } from '../lists/cursor.ts';
import { idOf, type Store } from '../store.ts';
import { hasNotLeft } from './messageStatus.ts';
import type { NextEmail } from './plannedSends.ts';
import { suppressionStreams } from './suppressions.ts';

const KINDS = ['sent', 'received', 'event', 'suppressed'] as const;

/** `id`: of the message, `<conversation>/<mail>`, the version of the partner's event, or the reason. */
export type TimelineKey = { kind: (typeof KINDS)[number]; id: string; at: string };

/** What each filter shows, and of the partner's own events which. */
const SHOWN: Record<TimelineShow, { kinds: readonly TimelineKey['kind'][]; types?: readonly PartnerEvent['type'][] }> =
  {
    all: { kinds: KINDS },
    emails: { kinds: ['sent', 'received'] },
    replies: { kinds: ['received'] },
    decisions: {
      kinds: ['event', 'suppressed'],
      types: ['PartnerApproved', 'PartnerRejected', 'PartnerDecisionUndone', 'PartnerOptedOut', 'PartnerDeleted'],
    },
    notes: { kinds: ['event'], types: ['PartnerNotesEdited'] },
  };

/** A page of what happened between a user and a partner, the newest first. `email`: their present address; earlier ones are known by what was sent. */
export async function readPartnerTimeline(
  store: Store,
  tenant: string,
  partner: { id: string; email: string | null | undefined },
  page: { after: string | undefined; limit: number; show: TimelineShow },
): Promise<{ keys: TimelineKey[]; next: string | null }> {
  const { limit, after, show } = page;
  const { kinds, types } = SHOWN[show];
  const [at = '', kind = '', id = ''] = after === undefined ? [] : readCursor(after, 3).map(String);
  const listed = suppressionStreams(store, tenant, [partner.email]);
  const found = await readAs(
    store.sql,
    tenant,
    (tx) => tx<TimelineKey[]>`
      with written as (
        select m.stream_id, m.state, m.address_hmac from read.messages m
        where m.tenant_id = ${tenant} and m.partner_id = ${partner.id} and m.state->'dispatch'->>'at' is not null and not ${hasNotLeft(tx)})
      select t.* from (
        select 'sent' as kind, substr(stream_id, length('message-') + 1) as id, coalesce(state->>'sentAt', state->'dispatch'->>'at') as at
        from written
        union all
        select 'received', substr(v.stream_id, length('conversation-') + 1) || '/' || (r.mail->>'id'), r.mail->>'at'
        from read.conversations v cross join lateral jsonb_array_elements(v.state->'received') as r (mail)
        where v.tenant_id = ${tenant} and v.partner_id = ${partner.id}
        union all
        select 'event', lpad(e.version::text, 9, '0'), to_char(e.recorded_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
        from log.events e where e.tenant_id = ${tenant} and e.stream_id = ${`partner-${partner.id}`}
          ${types ? tx`and e.type = any (${types as string[]})` : tx``}
        union all
        select 'suppressed', n.entry->>'reason', min(n.entry->>'at')
        from read.suppressions s cross join lateral jsonb_array_elements(s.state->'entries') as n (entry)
        where s.tenant_id = ${tenant} and (s.stream_id = any (${listed}) or s.stream_id in (
          select 'suppression-' || address_hmac from written where address_hmac is not null))
        group by n.entry->>'reason') t
      where t.kind = any (${kinds as string[]}) ${after === undefined ? tx`` : tx`and (t.at, t.kind, t.id) < (${at}, ${kind}, ${id})`}
      order by t.at desc, t.kind desc, t.id desc limit ${limit + 1}`,
  );
  const keys = found.slice(0, limit);
  const last = found.length > limit ? keys.at(-1) : undefined;
  return { keys, next: last ? cursorOf([last.at, last.kind, last.id]) : null };
}

/** Some events of a partner, by their version. */
export async function eventsOfPartner(
  store: Store,
  tenant: string,
  partnerId: string,
  versions: readonly number[],
): Promise<Map<number, LoggedEvent>> {
  if (versions.length === 0) return new Map();
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<LogRow[]>`
      select ${logColumns(tx)} from log.events e
      where e.tenant_id = ${tenant} and e.stream_id = ${`partner-${partnerId}`} and e.version = any (${versions as number[]})`,
  );
  return new Map((await loggedEvents(store, rows)).map((event) => [event.version, event]));
}

/** Emails that are shown as coming. A person has a few. */
const PLANNED = 50;

type PlannedEmail = NextEmail & { id: string; campaignId: string };

/** What waits to be sent to a partner, the next one first. An email that the AI advised against waits for a decision. */
export async function plannedForPartner(store: Store, tenant: string, partnerId: string): Promise<PlannedEmail[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<(PlannedEmail & { stream_id: string })[]>`
      select m.stream_id, m.campaign_id as "campaignId", m.state->>'mailbox' as mailbox, m.state->>'scheduledDay' as day,
        m.state->'drawnFrom' as "drawnFrom"
      from read.messages m
      join read.campaigns c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
      where m.tenant_id = ${tenant} and m.partner_id = ${partnerId} and c.status <> 'deleted' and (${hasNotLeft(tx)} or m.status = 'unfit')
      order by coalesce(m.state->>'scheduledAt', m.state->>'notBefore', '~'), m.state->>'createdAt', m.stream_id limit ${PLANNED}`,
  );
  return rows.map(({ stream_id, ...email }) => ({ ...email, id: idOf(stream_id) }));
}

/** The names and states of campaigns, deleted ones too. A name is null once it is erased. */
export async function campaignNames(
  store: Store,
  tenant: string,
  ids: readonly string[],
): Promise<Map<string, { name: string | null; status: CampaignState['status'] }>> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; name: string | null; status: CampaignState['status'] }[]>`
      select stream_id, state->'text'->>'name' as name, status from read.campaigns
      where tenant_id = ${tenant} and stream_id = any (${ids.map((id) => `campaign-${id}`)})`,
  );
  return new Map(rows.map(({ stream_id, ...row }) => [idOf(stream_id), row]));
}
