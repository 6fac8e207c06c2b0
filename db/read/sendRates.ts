import { complaintWarning, RATE_DAYS } from '../../events/sending/rates.ts';
import { readAs } from '../connect.ts';
import type { Store } from '../store.ts';
import type { Mailbox } from './mailboxes.ts';

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

/** Since when the mails of a mailbox count in its rates (ISO 8601): what left before a person resumed does not any more. */
export function ratesSince(store: Store, ratesFrom: string | null): string {
  const oldest = new Date(store.now().getTime() - RATE_DAYS * 86_400_000).toISOString();
  return ratesFrom !== null && ratesFrom > oldest ? ratesFrom : oldest;
}

/** The warnings before spam reports pause sending, by mailbox. One that is paused says so itself. */
export async function complaintWarnings(
  store: Store,
  tenant: string,
  mailboxes: readonly Mailbox[],
): Promise<Map<string, string>> {
  const sending = mailboxes.filter(({ state }) => state.provider !== null && state.pause === null);
  const found = await Promise.all(
    sending.map(async ({ id, state }) => {
      const counted = await sendRates(store, tenant, { since: ratesSince(store, state.ratesFrom), mailbox: id });
      return { id, warning: complaintWarning(counted) };
    }),
  );
  return new Map(found.flatMap(({ id, warning }) => (warning ? [[id, warning] as const] : [])));
}
