import { ANSWER } from '../../events/messages/answer.ts';
import type { Sql, Tx } from '../connection/connect.ts';
import { MOST_WRONG } from '../log/chains.ts';

export type WrongRecord = { tenant: string; streamId: string; version: number; reason: string };

/**
 * Checks that the log's account of sent emails is consistent (of one tenant, if named). It answers each event that is not.
 * - A provider's answer (EmailSent, EmailDeferred) follows a committed dispatch of its attempt, or, after a restore, the note of the lost time.
 * - No intent is taken twice. A stream has at most one EmailSent, and stream and dispatches are named by campaign, partner and step.
 * - Nothing is dispatched again unless the attempt before was turned back.
 * - Each dispatch took its place in its mailbox's day and, unless it is an answer, in its campaign's, in one transaction. Each place belongs to a
 *   dispatch. Each place that was given back belongs to an attempt that was turned back.
 * - A thread goes on from the mailbox that began it. `sql`: the owner's.
 */
export async function verifySends(
  sql: Sql | Tx,
  tenant?: string,
): Promise<{ dispatches: number; wrong: WrongRecord[] }> {
  const ofTenant = tenant === undefined ? sql`` : sql`and e.tenant_id = ${tenant}`;
  const moves = sql`
    with moves as materialized (
      select e.tenant_id, e.stream_id, e.version, e.epoch, e.tx, e.position, e.type, substr(e.stream_id, 9) as message,
        d.attempt, d."sendId" as send_id, d.mailbox, d.day, d."messageId" as of_message, d.reason,
        d."campaignId" || '.' || d."partnerId" || '.' || d.step as intent
      from log.events e
      cross join lateral json_to_record(e.payload->'d') as d(attempt text, "sendId" text, mailbox text, day text, "messageId" text, reason json,
        "campaignId" text, "partnerId" text, step text)
      where e.type in ('MessageDrafted', 'EmailDispatched', 'EmailSent', 'EmailDeferred', 'EmailFailed', 'EmailOutcomeUnknown', 'QuotaTaken', 'QuotaReturned')
        ${ofTenant}
    )`;
  const found = await sql<(WrongRecord & { dispatches: number })[]>`
    ${moves}, wrong as (
      select o.*, case o.type when 'EmailSent' then 'taken by the provider' else 'turned back' end
        || ', but no dispatch of this attempt was committed before' as reason_in_words
      from moves o
      where o.type in ('EmailSent', 'EmailDeferred') and not exists (
        select from moves d
        where d.tenant_id = o.tenant_id and d.stream_id = o.stream_id and d.version < o.version
          and ((d.type = 'EmailDispatched' and d.attempt = o.attempt) or (d.type = 'EmailOutcomeUnknown' and d.reason->>'code' = 'restored')))
      union all
      select n.*, 'taken by the provider a second time'
      from (select row_number() over (partition by tenant_id, stream_id order by version) as nth, version as v, tenant_id as t, stream_id as s
            from moves where type = 'EmailSent') r
      join moves n on n.tenant_id = r.t and n.stream_id = r.s and n.version = r.v
      where r.nth > 1
      union all
      select n.*, 'dispatched again, although the attempt before was not turned back'
      from (select lag(type) over (partition by tenant_id, stream_id order by version) as before, type, version as v, tenant_id as t,
                   stream_id as s
            from moves where type in ('EmailDispatched', 'EmailDeferred')) r
      join moves n on n.tenant_id = r.t and n.stream_id = r.s and n.version = r.v
      where r.type = 'EmailDispatched' and r.before = 'EmailDispatched'
      union all
      select m.*, 'its name is not that of its stream' from moves m
      where (m.type = 'MessageDrafted' and m.intent <> m.message)
        or (m.type = 'EmailDispatched' and m.send_id <> m.message || '.' || m.attempt)
      union all
      select d.*, 'dispatched without a place in the day of its ' || case when q.owner = d.mailbox then 'mailbox' else 'campaign' end
      from moves d
      cross join lateral (values (d.mailbox), (split_part(d.message, '.', 1))) as q(owner)
      where d.type = 'EmailDispatched'
        and (q.owner = d.mailbox or not starts_with(split_part(d.message, '.', 3), ${ANSWER}))
        and not exists (
        select from moves t
        where t.type = 'QuotaTaken' and t.tenant_id = d.tenant_id and t.stream_id = 'quota-' || q.owner || '-' || d.day
          and t.of_message = d.message and t.attempt = d.attempt and t.epoch = d.epoch and t.tx = d.tx)
      union all
      select d.*, 'left another mailbox than its thread'
      from moves d
      join moves o on o.type = 'EmailDispatched' and o.tenant_id = d.tenant_id and o.mailbox <> d.mailbox
        and split_part(o.message, '.', 1) = split_part(d.message, '.', 1) and split_part(o.message, '.', 2) = split_part(d.message, '.', 2)
        and (o.epoch, o.tx, o.position) < (d.epoch, d.tx, d.position)
      where d.type = 'EmailDispatched'
        and exists (
          select from moves s where s.type = 'EmailSent' and s.tenant_id = o.tenant_id and s.stream_id = o.stream_id and s.attempt = o.attempt
            and (s.epoch, s.tx, s.position) < (d.epoch, d.tx, d.position))
        -- it turned out that nothing of the thread had left
        and not exists (
          select from moves f where f.type = 'EmailFailed' and f.tenant_id = o.tenant_id and f.stream_id = o.stream_id
            and (f.epoch, f.tx, f.position) < (d.epoch, d.tx, d.position))
      union all
      select t.*, case t.type when 'QuotaTaken' then 'a place of the day was taken without a dispatch'
        else 'a place of the day was given back, but nothing was turned back' end
      from moves t
      where t.type in ('QuotaTaken', 'QuotaReturned') and not exists (
        select from moves d
        where d.type = any (case t.type when 'QuotaTaken' then array['EmailDispatched'] else array['EmailDeferred', 'EmailFailed'] end) and d.tenant_id = t.tenant_id
          and d.message = t.of_message and d.attempt = t.attempt and d.epoch = t.epoch and d.tx = t.tx)
    )
    select (select count(*)::int from moves where type = 'EmailDispatched') as dispatches, w.tenant_id as tenant,
      w.stream_id as "streamId", w.version, w.reason_in_words as reason
    from (select) as always left join wrong w on true
    order by w.epoch, w.tx, w.position limit ${MOST_WRONG}`;
  const wrong = found.filter(({ reason }) => reason !== null).map(({ dispatches: _, ...record }) => record);
  return { dispatches: found[0]?.dispatches ?? 0, wrong };
}
