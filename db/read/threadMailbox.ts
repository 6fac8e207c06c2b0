import { BEGINS_THREAD } from '../../events/messages/messageState.ts';
import type { Tx } from '../connection/connect.ts';
import type { Fragment } from '../rows.ts';

/** The mailbox of the thread that a message `m` belongs to (threadMailbox of events/sending/rotation.ts). `messages`: their rows. */
export const threadMailbox = (tx: Tx, messages: Fragment): Fragment =>
  tx`(select t.state->'dispatch'->>'mailbox' from ${messages} t
    where t.tenant_id = m.tenant_id and t.partner_id = m.partner_id and t.campaign_id = m.campaign_id
      and t.status = any (${[...BEGINS_THREAD]}::text[]) and t.state->'dispatch' <> 'null'::jsonb
    order by t.state->'dispatch'->>'at' desc limit 1)`;
