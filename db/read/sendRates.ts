import { readAs } from '../connect.ts';
import type { Store } from '../store.ts';

/** How many mails left since `since` (ISO 8601), of one campaign, one mailbox or of all, and what became of them. */
export async function sendRates(
  store: Store,
  tenant: string,
  { since, campaignId = null, mailbox = null }: { since: string; campaignId?: string | null; mailbox?: string | null },
): Promise<{ sent: number; bounced: number; complained: number }> {
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ sent: number; bounced: number; complained: number }[]>`
      select count(*)::int as sent,
        (count(*) filter (where m.state->'delivery'->>'report' = 'bounced'))::int as bounced,
        (count(*) filter (where m.state->'delivery'->>'report' = 'complained'))::int as complained
      from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and m.status = 'sent' and m.state->>'sentAt' >= ${since}
        and (${campaignId}::text is null or m.campaign_id = ${campaignId})
        and (${mailbox}::text is null or m.state->'dispatch'->>'mailbox' = ${mailbox})`,
  );
  return row ?? { sent: 0, bounced: 0, complained: 0 };
}
