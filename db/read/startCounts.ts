/** What Start would set going in a campaign: counted by lists, so that no text is read. */
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import type { Variant } from '../../events/campaigns/variants.ts';
import { messageRow } from '../../events/lists/messageRow.ts';
import { placed } from '../../events/lists/personRows.ts';
import {
  BEGINS_THREAD,
  HOLDS_SLOT,
  type MessageState,
  type MessageStatus,
  NOT_LEFT,
  PLANNABLE,
  WILL_LEAVE,
} from '../../events/messages/messageState.ts';
import { RESEND } from '../../events/messages/resend.ts';
import type { CampaignDistance } from '../../events/sending/campaignDistance.ts';
import type { Whereabouts } from '../../events/sending/recipientZones.ts';
import type { HoldSign } from '../../events/shared/doNotContact.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readable } from '../../events/shared/unreadable.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import type { Fragment } from '../rows.ts';
import { idOf, ref, type Store } from '../store.ts';
import { contactedSince, partnersAt } from './campaignDistance.ts';
import { checkedFacts, readKeptFlaws } from './keptChecks.ts';
import { hasNotLeft } from './messageStatus.ts';
import { type MessageRow, readMessages } from './messages.ts';
import { countSimilar, similarTexts } from './similarTexts.ts';
import { heldAmong } from './suppressions.ts';

/** A look into the past checks texts for at most this long. */
const PATIENCE_MS = 2_000;
/** A look into the past holds each email of the campaign, and all that its people ever got, in memory. */
const MOST_PAST = 1_000;
/** At most so many names and addresses are listed. The counts include all. */
const MOST_LISTED = 100;
const MOST_NAMED = 3;

/** Some people, by the ids of the first of them. */
export type PeopleCount = { count: number; partners: string[] };

/**
 * Emails that would leave and are planned alike. `days`: the local days of emails of other campaigns. `place`: of the recipient, if it is asked for.
 * `notBefore`: the earliest of them; null: they are due.
 */
type WaitingKind = {
  count: number;
  days: string[];
  place: Whereabouts | null;
  notBefore: string | null;
  drafted: boolean;
  isFollowUp: boolean;
  variant: Variant | null;
};

/** The first emails to be planned, the best match first. */
type DueEmail = Pick<WaitingKind, 'days' | 'place'> & { id: string; partnerId: string };

type Counted = {
  kinds: WaitingKind[];
  due: DueEmail[];
  flagged: PeopleCount;
  checkingCount: number;
  replied: PeopleCount;
  contacted: PeopleCount & { last: string | null };
  planned: PeopleCount;
  /** `unfit`: the AI advised against it. */
  notEmailed: (PeopleCount & { held?: HoldSign; reason?: MessageState['reason']; unfit?: true })[];
  /** Partners who share an address, which only the first of them gets an email at. */
  sharing: { address: string; partners: string[] }[];
  /** By follow-up: people who are written to and have had it. */
  hadFollowUp: Record<string, number>;
};

export type StartCounts = Counted & { similar: PeopleCount };

type Asked = {
  id: string;
  campaign: CampaignState;
  distance: CampaignDistance;
  withPlaces: boolean;
  mostPlanned: number;
};

export async function readStartCounts(store: Store, tenant: string, asked: Asked): Promise<StartCounts> {
  const { id, campaign } = asked;
  const { state: profile } = await store.load(tenant, ref('profile', tenant));
  const facts = checkedFacts(campaign, profile);
  await bringUpToDate(store, tenant);
  const held = await heldAmong(
    store,
    tenant,
    (tx) => tx`
      select m.partner_id from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and m.campaign_id = ${id} and ${hasNotLeft(tx)}`,
  );
  const past = store.standsAt === null ? null : await readPast(store, tenant, asked, facts);
  const counted = await readAs(store.sql, tenant, async (tx) => {
    const [row] = await tx<
      [Counted]
    >`${countStart(store, tx, tenant, { ...asked, facts, held, listed: past?.listed })}`;
    return row;
  });
  return { ...counted, similar: past?.similar ?? (await countSimilar(store, tenant, id)) };
}

const partnerOf = (id: string): string => id.split('.')[1] ?? '';

/** The rows of a moment have no lists: they are made of its states, with a check of the texts. */
async function readPast(store: Store, tenant: string, { id, campaign }: Asked, facts: string) {
  const counted = await readAs(
    store.sql,
    tenant,
    (tx) => tx`
      select from ${store.rows(tx, 'messages')} m where m.tenant_id = ${tenant} and m.campaign_id = ${id} limit ${MOST_PAST + 1}`,
  );
  if (counted.length > MOST_PAST) throw new Refused({ code: 'past_start_too_large', most: MOST_PAST });
  const own = await readMessages(store, tenant, { campaignId: id });
  const flawsOf = await readKeptFlaws(store, tenant, campaign, own, PATIENCE_MS);
  const emails = own.flatMap(({ partner }) => partner?.contact?.email ?? []);
  const people = new Set([...own.map(({ state }) => state.partnerId), ...(await partnersAt(store, tenant, emails))]);
  const others = await readMessages(store, tenant, { people: [...people] });
  const byPerson = new Map<string, MessageRow[]>();
  for (const row of [...own, ...others.filter(({ state }) => state.campaignId !== id)])
    byPerson.set(row.state.partnerId, [...(byPerson.get(row.state.partnerId) ?? []), row]);
  const checkOf = (row: MessageRow) => {
    if (row.state.campaignId !== id || row.state.status !== 'drafted') return null;
    const flaws = flawsOf(row);
    return flaws ? { flagged: flaws.length > 0, facts } : { flagged: null };
  };
  const listed = [...byPerson.values()].flatMap((rows) => {
    const messages = placed({ messages: rows.map((row) => ({ ...row, check: checkOf(row) })), campaigns: new Map() });
    return messages.map((one) => messageRow(one, rows[0]?.partner ?? null, messages));
  });
  const similar = [...similarTexts(own)];
  return { listed, similar: { count: similar.length, partners: (similar[0] ?? []).map(partnerOf) } };
}

const LISTED = `(id text, "campaignId" text, status text, sets text[], at text, "notBefore" text, score real, "createdAt" text, address text, variant text,
  "followUp" text, reason jsonb, facts text)`;

type Counting = Asked & {
  facts: string;
  held: readonly { partnerId: string; sign: HoldSign }[];
  listed: readonly object[] | undefined;
};

function countStart(
  store: Store,
  tx: Tx,
  tenant: string,
  { id, distance, facts, held, listed, withPlaces, mostPlanned }: Counting,
): Fragment {
  const now = store.now().toISOString();
  const isOneOf = (statuses: Iterable<MessageStatus>) => tx`= any (${[...statuses]}::text[])`;
  /** The best match first: a limit or a pause may stop those behind it. */
  const best = tx`best, created_at, message_id`;
  const first = (count: number, by: Fragment) => tx`(array_agg(partner_id order by ${by}))[1:${count}::int]`;
  const people = (by: Fragment, most = MOST_NAMED) =>
    tx`jsonb_build_object('count', count(*), 'partners', coalesce(${first(most, by)}, '{}'))`;
  const notEmailed = (what: Fragment, where: Fragment) =>
    tx`select jsonb_build_object(${what}, 'count', count(*), 'partners', ${first(MOST_LISTED, tx`created_at, message_id`)}) from own where ${where}`;
  return tx`
    with listed as ${
      listed === undefined
        ? tx`not materialized (select * from lists.messages where tenant_id = ${tenant})`
        : tx`materialized (
          select r.id as message_id, split_part(r.id, '.', 2) as partner_id, r."campaignId" as campaign_id, r.status, r.sets, r.at,
            r."notBefore" as not_before, -r.score as best, r."createdAt" as created_at, r.address, r.variant, r."followUp" as follow_up, r.reason, r.facts
          from jsonb_to_recordset(${JSON.stringify(listed)}::text::jsonb) as r ${tx.unsafe(LISTED)})`
    }, own as materialized (
      select m.message_id, m.partner_id, m.status, m.sets, m.not_before, m.best, m.created_at, m.address, m.variant, m.follow_up, m.reason, m.facts,
        split_part(m.message_id, '.', 3) as step, case when m.status ${isOneOf(NOT_LEFT)} then h.sign end as held
      from listed m
      left join unnest(${held.map(({ partnerId }) => partnerId)}::text[], ${held.map(({ sign }) => sign)}::text[]) h (partner_id, sign) using (partner_id)
      where m.campaign_id = ${id}
    ), drafts as materialized (
      select *, sets @> '{flagged}' and facts = ${facts} as is_flagged, sets @> '{unchecked}' or facts <> ${facts} as is_checking
      from own where status = 'drafted'
    ), ready as materialized (
      select *, 'partner-' || partner_id as partner_stream from own where sets @> '{toStart}' and not sets @> '{onHold}' and held is null
        and (status <> 'drafted' or message_id not in (select message_id from drafts where is_flagged))
    ), first_emails as materialized (
      -- those that left or are leaving hold their address, and the best match gets a free one
      select address, partner_id, case when status ${isOneOf(BEGINS_THREAD)} then 0 else 1 end as rank, 0::real as best, created_at, message_id
      from own
      where address is not null and (step = '1' or (starts_with(step, ${RESEND}) and follow_up is null))
        and (status ${isOneOf([...BEGINS_THREAD, ...HOLDS_SLOT])} or (status = ${PLANNABLE} and not sets @> '{toStart}'))
      union all
      select address, partner_id, 2, best, created_at, message_id from ready where address is not null and step = '1'
    ), shared as materialized (
      select address, array_agg(partner_id order by place) as partners from (
        select address, partner_id, row_number() over (partition by address, partner_id order by rank, ${best}) as nth,
          row_number() over (partition by address order by rank, ${best}) as place
        from first_emails
        where address in (select address from first_emails group by address having min(partner_id) <> max(partner_id))) f
      where nth = 1 group by address
    ), waiting as materialized (
      select r.*, ${withPlaces ? tx`jsonb_build_object('country', p.country, 'region', p.region, 'city', p.city)` : tx`null::jsonb`} as place
      from ready r left join shared s on s.address = r.address and r.step = '1'
      ${
        withPlaces
          ? tx`left join (
        select substr(stream_id, length('partner-') + 1) as partner_id, state->'person'->'country' as country,
          state->'person'->'region' as region, state->'person'->'city' as city
        from ${store.rows(tx, 'partners')} p
        where tenant_id = ${tenant} and stream_id in (select partner_stream from ready)) p using (partner_id)`
          : tx``
      }
      where s.address is null or s.partners[1] = r.partner_id
    ), recipients as materialized (
      select partner_id, max(address) as address, min(best) as best, min(created_at) as created_at, min(message_id) as message_id
      from waiting group by partner_id
    ), emails as materialized (
      select r.partner_id, o.message_id, o.campaign_id, o.status, o.sets, o.at from recipients r join listed o on o.partner_id = r.partner_id
      union
      select r.partner_id, o.message_id, o.campaign_id, o.status, o.sets, o.at from recipients r join listed o on o.address = r.address
    ), contacts as materialized (
      select partner_id, bool_or(sets @> '{replied}') as replied,
        max(at) filter (where is_other and status = 'sent') as contacted_at, bool_or(is_other and is_planned) as planned,
        array_agg(distinct ((at::timestamptz at time zone ${distance.zone}::text)::date)::text) filter (
          where is_other and (is_planned or (status ${isOneOf(BEGINS_THREAD)} and at >= ${contactedSince(store, distance.days)}))) as days
      from (
        select e.*, e.campaign_id <> ${id} as is_other, e.status ${isOneOf(WILL_LEAVE)} and e.campaign_id in (
          select substr(c.stream_id, length('campaign-') + 1) from ${store.rows(tx, 'campaigns')} c
          where c.tenant_id = ${tenant} and c.status = 'active') as is_planned
        from emails e where e.status ${isOneOf([...WILL_LEAVE, ...BEGINS_THREAD])}) e
      group by partner_id
    ), known as materialized (
      select r.*, c.replied, c.contacted_at, c.planned from recipients r join contacts c using (partner_id)
    ), to_plan as materialized (
      select w.*, coalesce(array_remove(c.days, null), '{}') as days, case when w.not_before > ${now} then w.not_before end as later
      from waiting w left join contacts c using (partner_id)
    )
    select
      (select coalesce(jsonb_agg(k), '[]') from (
        select count(*), days, place, min(later) as "notBefore", status = 'drafted' as drafted, follow_up is not null as "isFollowUp", variant
        from to_plan group by days, place, later is null, 5, 6, 7) k) as kinds,
      (select coalesce(jsonb_agg(jsonb_build_object('id', message_id, 'partnerId', partner_id, 'days', days, 'place', place) order by ${best}), '[]') from (
        select *, row_number() over (partition by days, place->'country' order by ${best}) as nth from to_plan where later is null) d
        where nth <= ${mostPlanned}) as due,
      (select ${people(tx`created_at, message_id`)} from drafts where is_flagged) as flagged,
      (select count(*)::int from drafts where is_checking) as "checkingCount",
      (select ${people(best)} from known where replied) as replied,
      (select ${people(tx`contacted_at desc, ${best}`)} || jsonb_build_object('last', max(contacted_at))
        from known where not replied and contacted_at is not null) as contacted,
      (select ${people(best)} from known where not replied and planned) as planned,
      (select coalesce(jsonb_agg(n), '[]') from (
        ${notEmailed(tx`'unfit', true`, tx`status = 'unfit' having count(*) > 0`)}
        union all ${notEmailed(tx`'reason', '{"code": "on_hold"}'::jsonb`, tx`sets @> '{onHold}' having count(*) > 0`)}
        union all ${notEmailed(tx`'held', held`, tx`held is not null group by held`)}
        union all ${notEmailed(tx`'reason', reason`, tx`status = 'cancelled' and partner_id not in (select partner_id from own where status <> 'cancelled') group by reason`)}
      ) e (n)) as "notEmailed",
      (select coalesce(jsonb_agg(s), '[]') from (
        select address, partners from shared s where exists (
          select from ready r where r.address = s.address and r.step = '1' and r.partner_id <> s.partners[1])
        order by address limit ${MOST_LISTED}) s) as sharing,
      (select coalesce(jsonb_object_agg(follow_up, n), '{}') from (
        select o.follow_up, count(distinct w.message_id)::int as n from waiting w join own o using (partner_id) where o.follow_up is not null
        group by 1) f) as "hadFollowUp"`;
}

/** The partners that the checks name. */
export const namedPartners = (counts: StartCounts): string[] => {
  const { flagged, replied, contacted, planned, similar, notEmailed, sharing } = counts;
  return [flagged, replied, contacted, planned, similar, ...notEmailed, ...sharing].flatMap(({ partners }) => partners);
};

/** Of some partners; null: erased. */
export async function namesOf(
  store: Store,
  tenant: string,
  partners: readonly string[],
): Promise<Map<string, string | null>> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string; name: string | null; unreadable: true | null }[]>`
      select p.stream_id, p.state->'person'->>'name' as name, p.state->'unreadable' as unreadable from ${store.rows(tx, 'partners')} p
      where p.tenant_id = ${tenant} and p.stream_id = any (${partners.map((one) => `partner-${one}`)})`,
  );
  return new Map(
    rows.map(({ stream_id, name, unreadable }) => [idOf(stream_id), readable(unreadable ? { unreadable } : {}, name)]),
  );
}
