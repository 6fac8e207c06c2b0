import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { isAnswer } from '../../events/messages/answer.ts';
import {
  dayOfWaiting,
  type LeavingMail,
  type MailboxSchedule,
  type MailboxToday,
  schedulingRules,
} from '../../events/sending/mailboxSchedule.ts';
import { daysAround, quotaDay, quotaDayEnd } from '../../events/sending/quota.ts';
import type { SendingFrom } from '../../events/sending/realSending.ts';
import type { RotationMailbox } from '../../events/sending/rotation.ts';
import { sendBlocker } from '../../events/sending/sendBlockers.ts';
import { MIN_GAP_MINUTES } from '../../events/sending/sendDraw.ts';
import { capOfDay } from '../../events/sending/sendShares.ts';
import { ownerAccount, ownerOf } from '../accounts/workspace.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { sendingFrozen } from '../installation/freeze.ts';
import { INSTALLATION } from '../installation/installation.ts';
import type { Fragment } from '../rows.ts';
import { idOf, ref, type Store } from '../store.ts';
import { isUnreadable } from '../vault/personKeys.ts';
import { readMailboxes } from './mailboxes.ts';
import { holdsSlot, isLeavingNow, leftFromSlot, waitsForPlan, willLeave } from './messageStatus.ts';
import { heldPartners } from './suppressions.ts';
import { threadMailbox } from './threadMailbox.ts';

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

/** Whether the key of the account, or of the owner's texts, was damaged. Then no email can be written in their name. */
async function senderUnreadable(store: Store, tenant: string): Promise<boolean> {
  const { sql, master } = store;
  const owner = await ownerOf(store, tenant);
  const found = await Promise.all([
    isUnreadable(sql, master, tenant, 'owner'),
    owner !== null && isUnreadable(sql, master, 'system', `user-${owner}`),
  ]);
  return found.includes(true);
}

/** The facts about each mailbox of a tenant that a dispatch, Send Now and Start need. */
export async function readMailboxesToday(installation: Installation, tenant: string): Promise<MailboxToday[]> {
  const { store } = installation;
  const [mailboxes, { state: profile }, from, unreadable] = await Promise.all([
    readMailboxes(store, tenant),
    store.load(tenant, ref('profile', tenant)),
    sendingFrom(installation),
    senderUnreadable(store, tenant),
  ]);
  const zone = profile.timezone ?? 'UTC';
  return Promise.all(
    mailboxes.map(async ({ id, state: mailbox }) => {
      const days = await readQuotaDays(store, tenant, id, zone, mailbox.rules.rampUp);
      return mailboxTodayOf({ id, mailbox, profile, from, unreadable }, days, store.now().getTime());
    }),
  );
}

/** A quota day near today, or (`day` null) all days before. `sent`: the number of days with emails. */
export type QuotaDayRow = { day: string | null; zone: string | null; sent: number };

/** The quota day of an email that leaves now, and for the ramp-up the number of earlier days with emails. `now`: ms since 1970. */
export function mailboxTodayOf(
  {
    id,
    mailbox,
    profile,
    from,
    unreadable,
  }: Pick<MailboxToday, 'id' | 'mailbox' | 'profile'> & { from: SendingFrom; unreadable: boolean },
  days: readonly QuotaDayRow[],
  now: number,
): MailboxToday {
  const zone = profile.timezone ?? 'UTC';
  const { rules } = mailbox;
  const near = daysAround(now, zone);
  const begun = days.flatMap(({ day, zone: begunIn }) =>
    day !== null && begunIn !== null && near.includes(day) ? [{ day, zone: begunIn }] : [],
  );
  const today = quotaDay(now, zone, begun);
  const before = rules.rampUp ? days.filter(({ day }) => day === null || day < today.day) : [];
  const daysSent = before.reduce((sum, { sent }) => sum + sent, 0);
  return {
    ...{ id, zone, profile, mailbox, rules, daysSent },
    today: { ...today, endsAt: quotaDayEnd(today, zone) },
    sender: { from, postalAddress: profile.postalAddress, mailbox, unreadable },
    cap: capOfDay(rules.mailboxDailyCap, rules.rampUp, daysSent),
  };
}

async function readQuotaDays(
  store: Store,
  tenant: string,
  mailbox: string,
  zone: string,
  rampUp: boolean,
): Promise<QuotaDayRow[]> {
  const now = store.now().getTime();
  const prefix = `quota-${mailbox}-`;
  const near = daysAround(now, zone);
  return readAs(
    store.sql,
    tenant,
    (tx) => tx<QuotaDayRow[]>`
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
}

/** All that the send times of a tenant's mailboxes depend on, the first mailbox first. */
export async function readMailboxSchedules(installation: Installation, tenant: string): Promise<MailboxSchedule[]> {
  const { store } = installation;
  const [mailboxes, user, { campaigns, quotas, leaving }] = await Promise.all([
    readMailboxesToday(installation, tenant),
    ownerAccount(store, tenant),
    heldPartners(store, tenant).then((held) => readRows(store, tenant, held)),
  ]);
  const now = store.now().getTime();
  const moment = new Date(now).toISOString();
  const holds = mailboxes.map(({ id, sender }) => {
    const blocker = sendBlocker({ ...sender, account: user.status }, moment);
    return { id, blocker, holdEnd: holdEndOf(blocker) };
  });
  const since = now - MIN_GAP_MINUTES * 60_000 - 3_600_000;
  const occupied = await readAs(store.sql, tenant, (tx) => occupiedInstants(store, tx, tenant, since));
  return mailboxes.map((mailbox, index) => {
    const { id, today } = mailbox;
    const { blocker = null, holdEnd = null } = holds[index] ?? {};
    const takenOn = (of: string) => quotas.find((quota) => quota.of === of && quota.day === today.day)?.messages ?? [];
    const ofMailbox = takenOn(id);
    const here: Record<string, number> = {};
    for (const message of ofMailbox) {
      const [campaignId = '', , step = ''] = message.split('.');
      if (isAnswer(step)) continue;
      here[campaignId] = (here[campaignId] ?? 0) + 1;
    }
    return {
      ...mailbox,
      now,
      active: campaigns.map(({ stream_id, state, waiting, held }) => ({
        id: idOf(stream_id),
        rules: schedulingRules(state, mailbox),
        chosen: state.mailbox,
        waiting: waitingHere(id, state.mailbox, waiting, holds),
        held,
        usedByDay: { [today.day]: here[idOf(stream_id)] ?? 0 },
      })),
      takenToday: {
        byCampaign: Object.fromEntries(
          quotas.filter(({ day }) => day === today.day).map(({ of, messages }) => [of, messages.length]),
        ),
        here,
        mailbox: ofMailbox.length,
      },
      leaving: leaving.map((mail) => ({ ...mail, day: mail.day ?? dayOfWaiting(mail.at, mailbox) })),
      occupied: occupied.filter((mail) => mail.mailbox === null || mail.mailbox === id).map(({ at }) => at),
      blocker,
      holdEnd,
    };
  });
}

/** Until when a blocker lasts: ms since 1970, Infinity until a person has acted; null: there is none. */
export const holdEndOf = (blocker: { until: string | null } | null): number | null =>
  blocker && (blocker.until === null ? Number.POSITIVE_INFINITY : Date.parse(blocker.until));

/** Messages of a campaign that wait for a time, by their mailbox. null: still open. */
type Waiting = { mailbox: string | null; count: number }[];

/** The share of them that would leave from this mailbox. Open ones are divided evenly. */
function waitingHere(id: string, chosen: string | null, waiting: Waiting, holds: readonly RotationMailbox[]): number {
  const among = holds.filter((one) => one.holdEnd !== Number.POSITIVE_INFINITY && (chosen ?? one.id) === one.id);
  const count = (mailbox: string | null) => waiting.find((one) => one.mailbox === mailbox)?.count ?? 0;
  const open = count(null);
  if (among.length === 0) return count(id) + (id === (chosen ?? holds[0]?.id) ? open : 0);
  return count(id) + (among.some((one) => one.id === id) ? Math.ceil(open / among.length) : 0);
}

/** `held`: the partners who get nothing for now. Their emails take no place in a plan. */
function readRows(store: Store, tenant: string, held: readonly string[]) {
  return readAs(store.sql, tenant, async (tx) => {
    const messages = store.rows(tx, 'messages');
    const waiting = tx`
      m.tenant_id = ${tenant} and 'campaign-' || m.campaign_id = c.stream_id and ${waitsForPlan(tx, store.now().toISOString())}`;
    const isHeld = tx`m.partner_id = any (${held as string[]})`;
    const campaigns = tx<{ stream_id: string; state: CampaignState; waiting: Waiting; held: number }[]>`
      select c.stream_id, c.state, coalesce((
        select json_agg(w) from (
          select coalesce(case when m.state->'followUp' <> 'null' then ${threadMailbox(tx, messages)} end,
            m.state->>'mailbox') as mailbox, count(*)::int as count
          from ${messages} m
          where ${waiting} ${held.length > 0 ? tx`and not ${isHeld}` : tx``}
          group by 1) w), '[]') as waiting,
        ${held.length > 0 ? tx`(select count(*)::int from ${messages} m where ${waiting} and ${isHeld})` : tx`0`} as held
      from ${store.rows(tx, 'campaigns')} c where c.tenant_id = ${tenant} and c.status = 'active' order by c.stream_id`.execute();
    const around = daysAround(store.now().getTime(), 'UTC');
    const quotas = tx<{ of: string; day: string; messages: string[] }[]>`
      select substr(q.stream_id, 7, length(q.stream_id) - 17) as of, right(q.stream_id, 10) as day,
        array(select jsonb_object_keys(q.state->'taken')) as messages
      from ${store.rows(tx, 'quotas')} q where q.tenant_id = ${tenant} and right(q.stream_id, 10) = any (${around})`.execute();
    const leaving = tx<(Omit<LeavingMail, 'id'> & { stream_id: string })[]>`
      select m.stream_id, m.campaign_id as "campaignId", m.status, m.state->>'scheduledDay' as day, m.state->>'scheduledAt' as at,
        m.state->'drawnFrom' as "drawnFrom", m.state->'followUp' <> 'null' as "isFollowUp",
        m.state->>'mailbox' as mailbox
      from ${messages} m
      where m.tenant_id = ${tenant} and ${willLeave(tx)}`.execute();
    return {
      campaigns: await campaigns,
      quotas: await quotas,
      leaving: (await leaving).map(({ stream_id, ...mail }) => ({ ...mail, id: idOf(stream_id) })),
    };
  });
}

/**
 * The times of a tenant's emails over all campaigns, planned and sent since `since` (ms since 1970), in no order. The next ones of a mailbox keep
 * their distance from these. A mail without a mailbox may leave from any. `tx` names the tenant.
 */
export async function occupiedInstants(
  store: Store,
  tx: Tx,
  tenant: string,
  since: number,
): Promise<{ at: number; mailbox: string | null }[]> {
  const rows = await tx<{ at: string; mailbox: string | null }[]>`${occupied(store, tx, tenant, since)}`;
  return rows.map(({ at, mailbox }) => ({ at: Date.parse(at), mailbox }));
}

export const occupied = (store: Store, tx: Tx, tenant: string, since: number): Fragment => {
  const dispatches = (are: Fragment) => tx`
    select m.state->'dispatch'->>'at' as at, m.state->'dispatch'->>'mailbox' as mailbox from ${store.rows(tx, 'messages')} m
    where m.tenant_id = ${tenant} and ${are}`;
  return tx`
    select m.state->>'scheduledAt' as at, m.state->>'mailbox' as mailbox from ${store.rows(tx, 'messages')} m
    where m.tenant_id = ${tenant} and ${holdsSlot(tx)} and m.state->>'scheduledAt' is not null
    union all ${dispatches(isLeavingNow(tx))}
    union all ${dispatches(tx`${leftFromSlot(tx)} and m.dispatched_at >= ${new Date(since).toISOString()}`)}`;
};
