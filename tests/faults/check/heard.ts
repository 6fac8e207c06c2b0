import type { Tx } from '../../../db/connection/connect.ts';
import { expectedReplies } from '../answers.ts';
import type { FaultRun } from '../faultRun.ts';

/** Replies that were recorded not at all or twice, replies that never came, and emails with another known outcome. */
export async function heard(tx: Tx, faultRun: FaultRun): Promise<string[]> {
  const reports = [...faultRun.reports].map(([send_id, report]) => ({ send_id, report }));
  const rows = await tx<{ what: string }[]>`
    select 'a reply was recorded ' || count(c.stream_id) || ' times: ' || id
      || coalesce(' by ' || min(c.tenant_id || ' ' || c.stream_id), '') as what
    from unnest(${expectedReplies(faultRun)}::text[]) id
    left join committed c on c.type = 'MailReceived' and c.d->>'receivedId' = id
    group by id having count(c.stream_id) <> 1
    union all
    select 'a reply was recorded that nobody wrote: ' || c.tenant_id || ' ' || c.stream_id from committed c
    where c.type = 'MailReceived' and c.d->>'receivedId' <> all (${expectedReplies(faultRun)}::text[])
    union all
    select r.send_id || ' was ' || r.report || ', but is known as ' || coalesce(m.state->'delivery'->>'report', 'nothing')
    from json_to_recordset(${JSON.stringify(reports)}::text::json) as r(send_id text, report text)
    left join dispatched d on d.send_id = r.send_id
    left join read.messages m on m.tenant_id = d.tenant_id and m.stream_id = d.stream_id
    where m.state->'delivery'->>'report' is distinct from r.report`;
  return rows.map(({ what }) => what);
}
