import type { Tx } from '../../../db/connect.ts';
import { expectedReplies } from '../answers.ts';
import type { FaultRun } from '../faultRun.ts';

/** Replies that came into a mailbox and were recorded not at all, or more than once. */
export async function heard(tx: Tx, faultRun: FaultRun): Promise<string[]> {
  const rows = await tx<{ what: string }[]>`
    select 'a reply was recorded ' || count(c.stream_id) || ' times: ' || id
      || coalesce(' by ' || min(c.tenant_id || ' ' || c.stream_id), '') as what
    from unnest(${expectedReplies(faultRun)}::text[]) id
    left join committed c on c.type = 'MailReceived' and c.d->>'receivedId' = id
    group by id having count(c.stream_id) <> 1`;
  return rows.map(({ what }) => what);
}
