import { accountsOfDomains, addressOf } from '../../events/sending/accounts.ts';
import { complaintWarning, pausedBesideWarning, RATE_DAYS } from '../../events/shared/rates.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import type { Fragment } from '../rows.ts';
import type { Store } from '../store.ts';
import type { Mailbox } from './mailboxes.ts';

type Counted = { sent: number; bounced: number; complained: number };
type RatesOf = { since: string; campaignId?: string | null; mailboxes?: string[] | null };

/** The emails that count, as rows of lists.messages have them. A store of the past has no lists. */
const rated = (tx: Tx, store: Store, tenant: string): Fragment =>
  store.standsAt === null
    ? tx`lists.messages`
    : tx`(
      select m.tenant_id, m.campaign_id, m.state->>'mailbox' as mailbox, m.state->'delivery'->>'report' as report, case
        when m.status = 'sent' then m.state->>'sentAt'
        when m.status = 'failed' and m.state->'delivery'->>'report' = 'bounced' then m.state->'delivery'->>'at' end as rated_at
      from ${store.rows(tx, 'messages')} m where m.tenant_id = ${tenant})`;

/** The emails since `since` (ISO 8601) of a campaign, of some mailboxes or of all, and their outcome. */
export async function sendRates(
  store: Store,
  tenant: string,
  { since, campaignId = null, mailboxes = null }: RatesOf,
): Promise<Counted> {
  await bringUpToDate(store, tenant);
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<Counted[]>`
      select count(*)::int as sent,
        (count(*) filter (where r.report = 'bounced'))::int as bounced,
        (count(*) filter (where r.report = 'complained'))::int as complained
      from ${rated(tx, store, tenant)} r
      where r.tenant_id = ${tenant} and r.rated_at >= ${since}
        ${campaignId === null ? tx`` : tx`and r.campaign_id = ${campaignId}`}
        ${mailboxes === null ? tx`` : tx`and r.mailbox = any (${mailboxes})`}`,
  );
  return row ?? { sent: 0, bounced: 0, complained: 0 };
}

/** Mailboxes whose mails are counted together since `since` (ISO 8601). `domain`: all of a domain. */
type RateGroup = { of: readonly Mailbox[]; since: string; domain: boolean };

/** Each mailbox, and then those of each domain. Emails from before a resume no longer count; in a domain, from before the last resume. */
export function rateGroups(store: Store, mailboxes: readonly Mailbox[]): RateGroup[] {
  const oldest = new Date(store.now().getTime() - RATE_DAYS * 86_400_000).toISOString();
  const group = (of: readonly Mailbox[], domain: boolean): RateGroup => {
    const times = of.flatMap(({ state }) => state.ratesFrom ?? []);
    return { of, since: [oldest, ...times].sort().at(-1) ?? oldest, domain };
  };
  return [...mailboxes.map((one) => group([one], false)), ...accountsOfDomains(mailboxes).map((of) => group(of, true))];
}

export const ratesOfGroup = (store: Store, tenant: string, { of, since }: RateGroup) =>
  sendRates(store, tenant, { since, mailboxes: of.map(({ id }) => id) });

/** The emails of a mailbox that count, and the warning before bad rates pause it: its own, else that of its domain. */
export type MailboxRates = Counted & { warning: string | null };

export async function mailboxRates(
  store: Store,
  tenant: string,
  mailboxes: readonly Mailbox[],
): Promise<Map<string, MailboxRates>> {
  const chosen = mailboxes.filter(({ state }) => state.provider !== null);
  const groups = await Promise.all(
    rateGroups(store, chosen).map(async (group) => ({ ...group, counted: await ratesOfGroup(store, tenant, group) })),
  );
  const rates = new Map<string, MailboxRates>();
  for (const { of, domain, counted } of groups) {
    const paused = of.find(({ state }) => state.pause !== null)?.state;
    const warning = paused?.pause
      ? pausedBesideWarning(addressOf(paused) ?? 'Another account', paused.pause)
      : complaintWarning(counted, domain);
    for (const { id, state } of of) {
      const known = rates.get(id) ?? { ...counted, warning: null };
      // one that is paused says so itself
      rates.set(id, { ...known, warning: known.warning ?? (state.pause === null ? warning : null) });
    }
  }
  return rates;
}
