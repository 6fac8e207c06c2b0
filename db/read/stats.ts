import { readAs } from '../connect.ts';
import type { Store } from '../store.ts';

export type Stats = {
  partners: number;
  approved: number;
  sent: number;
  written: number;
  replied: number;
  /** The same figures gained in the last 30 days, and in the 30 days before. */
  recent: { partners: number; approved: number; sent: number; written: number; replied: number };
  before: { partners: number; approved: number; sent: number; written: number; replied: number };
};

type Figures = Stats['recent'];

/**
 * The dashboard's figures, counted over rows. `sent` counts messages that left, `written` the partners they went to, `replied` those of
 * them who answered; messages of deleted campaigns count (rulings).
 */
export async function readStats(store: Store, tenant: string): Promise<Stats> {
  const day = 86_400_000;
  const now = store.now().getTime();
  const split = new Date(now - 30 * day).toISOString();
  const start = new Date(now - 60 * day).toISOString();
  const { partners, messages } = await readAs(store.sql, tenant, async (tx) => {
    const partnerCounts = tx<
      Record<'all' | 'approved' | 'recent' | 'before' | 'recentApproved' | 'beforeApproved', number>[]
    >`
      select count(*)::int as all, count(*) filter (where status = 'approved')::int as approved,
        count(*) filter (where created_at >= ${split})::int as recent,
        count(*) filter (where created_at >= ${start} and created_at < ${split})::int as before,
        count(*) filter (where status = 'approved' and state->>'decidedAt' >= ${split})::int as "recentApproved",
        count(*) filter (where status = 'approved' and state->>'decidedAt' >= ${start} and state->>'decidedAt' < ${split})::int
          as "beforeApproved"
      from read.partners where tenant_id = ${tenant} and status <> 'deleted'`.execute();
    const messageCounts = tx<Record<string, number>[]>`
      select count(*)::int as sent, count(distinct partner_id)::int as written,
        count(distinct partner_id) filter (where (state->>'replied')::boolean)::int as replied,
        count(*) filter (where state->>'sentAt' >= ${split})::int as "recentSent",
        count(distinct partner_id) filter (where state->>'sentAt' >= ${split})::int as "recentWritten",
        count(distinct partner_id) filter (where state->>'sentAt' >= ${split} and (state->>'replied')::boolean)::int as "recentReplied",
        count(*) filter (where state->>'sentAt' >= ${start} and state->>'sentAt' < ${split})::int as "beforeSent",
        count(distinct partner_id) filter (where state->>'sentAt' >= ${start} and state->>'sentAt' < ${split})::int as "beforeWritten",
        count(distinct partner_id) filter (where state->>'sentAt' >= ${start} and state->>'sentAt' < ${split}
          and (state->>'replied')::boolean)::int as "beforeReplied"
      from read.messages where tenant_id = ${tenant} and status = 'sent'`;
    return { partners: (await partnerCounts)[0], messages: (await messageCounts)[0] };
  });
  const of = (name: string) => messages?.[name] ?? 0;
  const figures = (span: 'recent' | 'before'): Figures => ({
    partners: partners?.[span] ?? 0,
    approved: partners?.[`${span}Approved`] ?? 0,
    sent: of(`${span}Sent`),
    written: of(`${span}Written`),
    replied: of(`${span}Replied`),
  });
  return {
    partners: partners?.all ?? 0,
    approved: partners?.approved ?? 0,
    sent: of('sent'),
    written: of('written'),
    replied: of('replied'),
    recent: figures('recent'),
    before: figures('before'),
  };
}
