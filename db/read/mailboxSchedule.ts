import type { CampaignState } from '../../events/campaigns/campaign.ts';
import {
  dayOfWaiting,
  type LeavingMail,
  type MailboxSchedule,
  type MailboxToday,
  schedulingRules,
} from '../../events/sending/mailboxSchedule.ts';
import { daysAround, MAILBOX, quotaDay, quotaDayEnd } from '../../events/sending/quota.ts';
import type { SendingFrom } from '../../events/sending/realSending.ts';
import { sendBlocker } from '../../events/sending/sendBlockers.ts';
import { MIN_GAP_MINUTES } from '../../events/sending/sendDraw.ts';
import { capOfDay } from '../../events/sending/sendShares.ts';
import { readAs } from '../connect.ts';
import { sendingFrozen } from '../freeze.ts';
import { INSTALLATION } from '../installation.ts';
import { idOf, ref, type Store } from '../store.ts';
import { isUnreadable } from '../vault/personKeys.ts';
import { ownerAccount, ownerOf } from '../workspace.ts';
import { holdsSlot, leftFromSlot, waitsForPlan, willLeave } from './messageStatus.ts';

/** A process of an installation: its database, and how it was set up. */
export type Installation = { store: Store } & Pick<SendingFrom, 'sandbox' | 'publicUrl'>;

/** The installation that mails leave from, with what is known of its links. */
async function sendingFrom({ store, sandbox, publicUrl }: Installation): Promise<SendingFrom> {
  const [frozen, linkCheck] = await Promise.all([
    sendingFrozen(store.sql, store.standsAt),
    sandbox ? null : store.load('system', INSTALLATION).then(({ state }) => state.linkCheck),
  ]);
  return { sandbox, publicUrl, frozen, linkCheck };
}

/** Whether mail cannot be written in the owner's name: the key of the account, or of what the owner wrote, was damaged. */
async function senderUnreadable(store: Store, tenant: string): Promise<boolean> {
  const { sql, master } = store;
  const owner = await ownerOf(store, tenant);
  const found = await Promise.all([
    isUnreadable(sql, master, tenant, 'owner'),
    owner !== null && isUnreadable(sql, master, 'system', `user-${owner}`),
  ]);
  return found.includes(true);
}

/** What a dispatch, Send Now and the start of a campaign need to know about the mailbox. */
export async function readMailboxToday(installation: Installation, tenant: string): Promise<MailboxToday> {
  const { store } = installation;
  const [{ state: profile }, { state: mailbox }, from, unreadable] = await Promise.all([
    store.load(tenant, ref('profile', tenant)),
    store.load(tenant, ref('mailbox', tenant)),
    sendingFrom(installation),
    senderUnreadable(store, tenant),
  ]);
  const zone = profile.timezone ?? 'UTC';
  const { rules } = mailbox;
  const { today, daysSent } = await readQuotaDays(store, tenant, zone, rules.rampUp);
  return {
    ...{ zone, profile, mailbox, rules, today, daysSent },
    sender: { from, postalAddress: profile.postalAddress, mailbox, unreadable },
    cap: capOfDay(rules.mailboxDailyCap, rules.rampUp, daysSent),
  };
}

/** The day to whose quotas a mail counts right now, and, for the ramp-up, on how many days before it the mailbox has sent. */
async function readQuotaDays(
  store: Store,
  tenant: string,
  zone: string,
  rampUp: boolean,
): Promise<Pick<MailboxToday, 'today' | 'daysSent'>> {
  const now = store.now().getTime();
  const prefix = `quota-${MAILBOX}-`;
  const near = daysAround(now, zone);
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ day: string | null; zone: string; sent: number }[]>`
      select day, min(zone) as zone, (count(*) filter (where sent))::int as sent
      from (
        select case when right(q.stream_id, 10) = any (${near}) then right(q.stream_id, 10) end as day,
          q.state->>'zone' as zone, q.state->'taken' <> '{}'::jsonb as sent
        from ${store.rows(tx, 'quotas')} q
        where q.tenant_id = ${tenant} and starts_with(q.stream_id, ${prefix})
          and q.stream_id <= ${prefix + (near.at(-1) ?? '')}
          and (${rampUp} or q.stream_id = any (${near.map((day) => prefix + day)}))
      ) d
      group by day`,
  );
  const begun = rows.flatMap((row) =>
    row.day === null || row.zone === null ? [] : [{ day: row.day, zone: row.zone }],
  );
  const today = quotaDay(now, zone, begun);
  const before = rampUp ? rows.filter(({ day }) => day === null || day < today.day) : [];
  return {
    today: { ...today, endsAt: quotaDayEnd(today, zone) },
    daysSent: before.reduce((sum, { sent }) => sum + sent, 0),
  };
}

/** All that the send times of a tenant's mailbox depend on. */
export async function readMailboxSchedule(installation: Installation, tenant: string): Promise<MailboxSchedule> {
  const { store } = installation;
  const mailbox = await readMailboxToday(installation, tenant);
  const { today, zone } = mailbox;
  const now = store.now().getTime();
  const [user, { campaigns, quotas, leaving }, occupied] = await Promise.all([
    ownerAccount(store, tenant),
    readRows(store, tenant, today.day),
    occupiedInstants(store, tenant, now - MIN_GAP_MINUTES * 60_000 - 3_600_000),
  ]);
  const blocker = sendBlocker({ ...mailbox.sender, account: user.status }, store.now().toISOString());
  const taken = new Map(quotas.map(({ of, used }) => [of, used]));
  return {
    ...mailbox,
    now,
    active: campaigns.map(({ stream_id, state, waiting }) => ({
      id: idOf(stream_id),
      rules: schedulingRules(state, mailbox),
      waiting,
      usedByDay: { [today.day]: taken.get(idOf(stream_id)) ?? 0 },
    })),
    takenToday: { byCampaign: Object.fromEntries(taken), mailbox: taken.get(MAILBOX) ?? 0 },
    leaving: leaving.map((mail) => ({ ...mail, day: mail.day ?? dayOfWaiting(mail.at, today.day, zone) })),
    occupied,
    blocker,
    holdEnd: blocker && (blocker.until === null ? Number.POSITIVE_INFINITY : Date.parse(blocker.until)),
  };
}

function readRows(store: Store, tenant: string, day: string) {
  return readAs(store.sql, tenant, async (tx) => {
    const campaigns = tx<{ stream_id: string; state: CampaignState; waiting: number }[]>`
      select c.stream_id, c.state, (
        select count(*)::int from ${store.rows(tx, 'messages')} m
        where m.tenant_id = ${tenant} and 'campaign-' || m.campaign_id = c.stream_id and ${waitsForPlan(tx, store.now().toISOString())}) as waiting
      from ${store.rows(tx, 'campaigns')} c where c.tenant_id = ${tenant} and c.status = 'active' order by c.stream_id`.execute();
    const quotas = tx<{ of: string; used: number }[]>`
      select substr(q.stream_id, 7, length(q.stream_id) - 17) as of,
        (select count(*)::int from jsonb_object_keys(q.state->'taken')) as used
      from ${store.rows(tx, 'quotas')} q where q.tenant_id = ${tenant} and right(q.stream_id, 11) = ${`-${day}`}`.execute();
    const leaving = tx<(Omit<LeavingMail, 'id'> & { stream_id: string })[]>`
      select m.stream_id, m.campaign_id as "campaignId", m.status, m.state->>'scheduledDay' as day, m.state->>'scheduledAt' as at,
        m.state->'drawnFrom' as "drawnFrom", coalesce(m.state->'followUp', 'null') <> 'null' as "isFollowUp"
      from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and ${willLeave(tx)}`.execute();
    return {
      campaigns: await campaigns,
      quotas: await quotas,
      leaving: (await leaving).map(({ stream_id, ...mail }) => ({ ...mail, id: idOf(stream_id) })),
    };
  });
}

/**
 * When the mails of a tenant's mailbox leave, over all campaigns, and when those left that did so since `since` (both ms since 1970; in no
 * order): what the next ones keep their distance from.
 */
export async function occupiedInstants(store: Store, tenant: string, since: number): Promise<number[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ at: string }[]>`
      select m.state->>'scheduledAt' as at from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and ${holdsSlot(tx)} and m.state->>'scheduledAt' is not null
      union all
      select m.state->'dispatch'->>'at' from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and ${leftFromSlot(tx)}
        and m.state->'dispatch'->>'at' >= ${new Date(since).toISOString()}`,
  );
  return rows.map(({ at }) => Date.parse(at));
}
