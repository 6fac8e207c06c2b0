import type { ProfileState } from '../../events/accounts/profile.ts';
import type { SendingRules } from '../../events/inputs/sending.ts';
import type { MailboxState } from '../../events/sending/mailboxState.ts';
import { MAILBOX, type QuotaDay } from '../../events/sending/quota.ts';
import { capOfDay } from '../../events/sending/sendShares.ts';
import { readAs } from '../connect.ts';
import { ref, type Store } from '../store.ts';
import { quotaDayNow } from './quotaDay.ts';

/** How a tenant's mailbox stands today: its rules, the day that mails count to, and how many that day takes in all. */
export type MailboxToday = {
  zone: string;
  profile: ProfileState;
  mailbox: MailboxState;
  rules: SendingRules;
  today: QuotaDay & { endsAt: number };
  /** On how many days before today it has sent. */
  daysSent: number;
  /** How many mails it takes today. */
  cap: number;
};

export async function mailboxToday(store: Store, tenant: string): Promise<MailboxToday> {
  const [{ state: profile }, { state: mailbox }] = await Promise.all([
    store.load(tenant, ref('profile', tenant)),
    store.load(tenant, ref('mailbox', tenant)),
  ]);
  const zone = profile.timezone ?? 'UTC';
  const today = await quotaDayNow(store, tenant, zone);
  const { rules } = mailbox;
  const daysSent = rules.rampUp ? await daysSentBefore(store, tenant, today.day) : 0;
  return {
    zone,
    profile,
    mailbox,
    rules,
    today,
    daysSent,
    cap: capOfDay(rules.mailboxDailyCap, rules.rampUp, daysSent),
  };
}

/** On how many days before `day` the tenant's mailbox sent a mail. */
async function daysSentBefore(store: Store, tenant: string, day: string): Promise<number> {
  const prefix = `quota-${MAILBOX}-`;
  const [row] = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ days: number }[]>`
      select count(*)::int as days from ${store.rows(tx, 'quotas')} q
      where q.tenant_id = ${tenant} and starts_with(q.stream_id, ${prefix}) and q.stream_id < ${prefix + day}
        and q.state->'taken' <> '{}'::jsonb`,
  );
  return row?.days ?? 0;
}
