import { LIMITS, limitOf } from '../../events/accounts/limits.ts';
import type { CampaignState } from '../../events/campaigns/campaign.ts';
import { isAnswer } from '../../events/messages/answer.ts';
import { HOLDS_SLOT, LEFT_FROM_SLOT } from '../../events/messages/messageState.ts';
import {
  dayOfWaiting,
  type LeavingCount,
  type LeavingKind,
  type MailboxSchedule,
  type MailboxToday,
  schedulingRules,
} from '../../events/sending/mailboxSchedule.ts';
import { daysAround, quotaDay, quotaDayEnd } from '../../events/sending/quota.ts';
import type { SendingFrom } from '../../events/sending/realSending.ts';
import type { PlannedMail } from '../../events/sending/replan.ts';
import type { RotationMailbox } from '../../events/sending/rotation.ts';
import { sendBlocker } from '../../events/sending/sendBlockers.ts';
import { MIN_GAP_MINUTES } from '../../events/sending/sendDraw.ts';
import { capOfDay } from '../../events/sending/sendShares.ts';
import { ownerAccount, ownerOf } from '../accounts/workspace.ts';
import { readAs, type Tx } from '../connection/connect.ts';
import { sendingFrozen } from '../installation/freeze.ts';
import { INSTALLATION } from '../installation/installation.ts';
import { bringUpToDate } from '../lists/upToDate.ts';
import type { Fragment } from '../rows.ts';
import { idOf, ref, type Store } from '../store.ts';
import { isUnreadable } from '../vault/personKeys.ts';
import { readMailboxes } from './mailboxes.ts';
import { holdsSlot, isLeavingNow, leftFromSlot, waitsForPlan, willLeave } from './messageStatus.ts';
import { settingValue } from './settingValue.ts';
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

/** For a decision: all that the send times of a tenant's mailboxes depend on, the first mailbox first. It reads each email that will leave. */
export const readMailboxSchedules = (installation: Installation, tenant: string): Promise<MailboxSchedule[]> =>
  schedulesOf(installation, tenant, emailsOfRows);

/** The same for a screen, from lists and counters. `occupied` has the next days. A store of the past has no lists. */
export const showMailboxSchedules = (installation: Installation, tenant: string): Promise<MailboxSchedule[]> =>
  schedulesOf(installation, tenant, installation.store.standsAt === null ? emailsOfLists : emailsOfRows);

async function schedulesOf(
  installation: Installation,
  tenant: string,
  emailsOf: typeof emailsOfRows,
): Promise<MailboxSchedule[]> {
  const { store } = installation;
  const now = store.now().getTime();
  const since = now - MIN_GAP_MINUTES * 60_000 - 3_600_000;
  const [mailboxes, user, emailsADay, { campaigns, quotas }, { waiting, held, leaving, occupied }] = await Promise.all([
    readMailboxesToday(installation, tenant),
    ownerAccount(store, tenant),
    settingValue(store, LIMITS.emails.setting),
    readSending(store, tenant),
    emailsOf(store, tenant, since),
  ]);
  const moment = new Date(now).toISOString();
  const holds = mailboxes.map(({ id, sender }) => {
    const blocker = sendBlocker({ ...sender, account: user.status }, moment);
    return { id, blocker, holdEnd: holdEndOf(blocker) };
  });
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
      active: campaigns.map(({ id: campaignId, state }) => ({
        id: campaignId,
        rules: schedulingRules(state, mailbox),
        chosen: state.mailbox,
        waiting: waitingHere(
          id,
          state.mailbox,
          waiting.filter((one) => one.campaignId === campaignId),
          holds,
        ),
        held: held[campaignId] ?? 0,
        usedByDay: { [today.day]: here[campaignId] ?? 0 },
      })),
      takenToday: {
        byCampaign: Object.fromEntries(
          quotas.filter(({ day }) => day === today.day).map(({ of, messages }) => [of, messages.length]),
        ),
        here,
        mailbox: ofMailbox.length,
        // an email counts in its mailbox, and most in a campaign
        workspace: new Set(quotas.flatMap(({ day, messages }) => (day === today.day ? messages : []))).size,
      },
      workspaceLimit: limitOf('emails', user.limits, emailsADay),
      leaving: leaving.map(({ day, at, ...mails }) => ({ ...mails, day: day ?? dayOfWaiting(at, mailbox) })),
      occupied: occupied.filter((mail) => mail.mailbox === null || mail.mailbox === id).map(({ at }) => at),
      blocker,
      holdEnd,
    };
  });
}

/** Until when a blocker lasts: ms since 1970, Infinity until a person has acted; null: there is none. */
export const holdEndOf = (blocker: { until: string | null } | null): number | null =>
  blocker && (blocker.until === null ? Number.POSITIVE_INFINITY : Date.parse(blocker.until));

/** Messages of an active campaign that wait for a time, by their mailbox. null: still open. */
type Waiting = { campaignId: string; mailbox: string | null; count: number };

/** The share of a campaign's that would leave from this mailbox. Open ones are divided evenly. */
function waitingHere(
  id: string,
  chosen: string | null,
  waiting: readonly Waiting[],
  holds: readonly RotationMailbox[],
): number {
  const among = holds.filter((one) => one.holdEnd !== Number.POSITIVE_INFINITY && (chosen ?? one.id) === one.id);
  const count = (mailbox: string | null) => waiting.find((one) => one.mailbox === mailbox)?.count ?? 0;
  const open = count(null);
  if (among.length === 0) return count(id) + (id === (chosen ?? holds[0]?.id) ? open : 0);
  return count(id) + (among.some((one) => one.id === id) ? Math.ceil(open / among.length) : 0);
}

/** The active campaigns, and what the days around today took. */
const readSending = (store: Store, tenant: string) =>
  readAs(store.sql, tenant, async (tx) => {
    const campaigns = tx<{ stream_id: string; state: CampaignState }[]>`
      select c.stream_id, c.state from ${store.rows(tx, 'campaigns')} c
      where c.tenant_id = ${tenant} and c.status = 'active' order by c.stream_id`.execute();
    const around = daysAround(store.now().getTime(), 'UTC');
    const quotas = tx<{ of: string; day: string; messages: string[] }[]>`
      select substr(q.stream_id, 7, length(q.stream_id) - 17) as of, right(q.stream_id, 10) as day,
        array(select jsonb_object_keys(q.state->'taken')) as messages
      from ${store.rows(tx, 'quotas')} q where q.tenant_id = ${tenant} and right(q.stream_id, 10) = any (${around})`;
    return {
      campaigns: (await campaigns).map(({ stream_id, state }) => ({ id: idOf(stream_id), state })),
      quotas: await quotas,
    };
  });

/** `held`: by campaign, emails to partners who get nothing for now. They take no place in a plan. `day` null: it follows from `at`. */
type Emails = {
  waiting: Waiting[];
  held: Record<string, number>;
  leaving: (Omit<LeavingCount, 'day'> & { day: string | null; at: string | null })[];
  occupied: Instant[];
};

/** `rows`: emails that wait for a plan, with campaign and mailbox. */
async function countWaiting(
  tx: Tx,
  rows: Fragment,
  held: readonly string[],
): Promise<Pick<Emails, 'waiting' | 'held'>> {
  const counted = await tx<(Waiting & { isHeld: boolean })[]>`
    select w."campaignId", w.mailbox, w.partner_id = any (${held as string[]}) as "isHeld", count(*)::int as count
    from (${rows}) w group by 1, 2, 3`;
  const ofHeld: Emails['held'] = {};
  for (const { isHeld, campaignId, count } of counted)
    if (isHeld) ofHeld[campaignId] = (ofHeld[campaignId] ?? 0) + count;
  return { waiting: counted.filter(({ isHeld }) => !isHeld), held: ofHeld };
}

async function emailsOfRows(store: Store, tenant: string, since: number): Promise<Emails> {
  const held = await heldPartners(store, tenant);
  return readAs(store.sql, tenant, async (tx) => {
    const messages = store.rows(tx, 'messages');
    const waiting = tx`
      select m.campaign_id as "campaignId", m.partner_id,
        coalesce(case when m.state->'followUp' <> 'null' then ${threadMailbox(tx, messages)} end, m.state->>'mailbox') as mailbox
      from ${store.rows(tx, 'campaigns')} c
      join ${messages} m on m.tenant_id = c.tenant_id and m.campaign_id = substr(c.stream_id, length('campaign-') + 1)
      where c.tenant_id = ${tenant} and c.status = 'active' and ${waitsForPlan(tx, store.now().toISOString())}`;
    const leaving = await tx<Emails['leaving']>`
      select l."campaignId", l.mailbox, l.kind, l.day, case when l.day is null then left(l.at, 16) || 'Z' end as at, count(*)::int as count
      from (
        select m.campaign_id as "campaignId", m.state->>'mailbox' as mailbox, m.state->>'scheduledDay' as day, m.state->>'scheduledAt' as at,
          case when m.status = 'claimed' or m.state->>'scheduledAt' is null then 'now'
            when m.status = 'scheduled' and m.state->>'scheduledDay' is not null then 'planned' else 'deferred' end as kind
        from ${messages} m where m.tenant_id = ${tenant} and ${willLeave(tx)}) l
      group by 1, 2, 3, 4, 5`;
    const counted = await countWaiting(tx, waiting, held);
    return { ...counted, leaving, occupied: await occupiedInstants(store, tx, tenant, since) };
  });
}

/** The emails whose time was drawn and that nobody has claimed, of one campaign or of all. `mailbox` null: still open. */
export async function readPlannedMails(
  store: Store,
  tenant: string,
  campaignId?: string,
): Promise<(PlannedMail & { mailbox: string | null })[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<(Omit<PlannedMail, 'id' | 'at'> & { stream_id: string; at: string; mailbox: string | null })[]>`
      select m.stream_id, m.campaign_id as "campaignId", m.state->>'scheduledDay' as day, m.state->>'scheduledAt' as at,
        m.state->'drawnFrom' as "drawnFrom", m.state->'followUp' <> 'null' as "isFollowUp", m.state->>'mailbox' as mailbox,
        m.state->>'chosenAt' is not null as "isChosen"
      from read.messages m
      where m.tenant_id = ${tenant} and m.phase = 'leaving' and m.status = 'scheduled' and m.state->>'scheduledDay' is not null
        ${campaignId === undefined ? tx`` : tx`and m.campaign_id = ${campaignId}`}`,
  );
  return rows.map(({ stream_id, at, ...mail }) => ({ ...mail, id: idOf(stream_id), at: Date.parse(at) }));
}

const DAY_MS = 86_400_000;
/** Screens know the times of so many days. */
const DAYS_SHOWN = 14;
/** Planned days before this are over, and their counts are 0. */
const DAYS_PAST = 60;
const SLOTS = [...HOLDS_SLOT, ...LEFT_FROM_SLOT];

async function emailsOfLists(store: Store, tenant: string, since: number): Promise<Emails> {
  await bringUpToDate(store, tenant);
  const now = store.now().getTime();
  const iso = (at: number) => new Date(at).toISOString();
  const today = iso(now - DAY_MS).slice(0, 10);
  const waiting = (tx: Tx) => tx`
    select l.campaign_id as "campaignId", l.partner_id, l.mailbox
    from read.campaigns c
    join lists.messages l on l.tenant_id = c.tenant_id and l.campaign_id = substr(c.stream_id, length('campaign-') + 1)
    where c.tenant_id = ${tenant} and c.status = 'active' and l.sets @> '{toPlan}' and coalesce(l.not_before, '') <= ${iso(now)}`;
  const held = await heldPartners(store, tenant, (tx) => tx`select w.partner_id from (${waiting(tx)}) w`);
  return readAs(store.sql, tenant, async (tx) => {
    const counters = await tx<{ campaignId: string; name: string; day: string; count: number }[]>`
      select campaign_id as "campaignId", name, day, n as count from lists.counters
      where tenant_id = ${tenant} and name like 'leaving.%' and (day = '' or day >= ${iso(now - DAYS_PAST * DAY_MS).slice(0, 10)}) and n > 0`;
    const occupied = await tx<{ at: string; mailbox: string | null }[]>`
      select l.at, l.mailbox from lists.messages l
      where l.tenant_id = ${tenant} and l.at >= ${iso(since)} and l.at < ${iso(now + DAYS_SHOWN * DAY_MS)} and l.status = any (${SLOTS})`;
    return {
      ...(await countWaiting(tx, waiting(tx), held)),
      leaving: counters.map(({ name, day, ...mails }) => {
        const [, kind = '', ...mailbox] = name.split('.');
        // what was deferred to a day before today leaves today, as what has no day
        const isNow = day === '' || (kind === 'deferred' && day <= today);
        return {
          ...mails,
          kind: kind as LeavingKind,
          mailbox: mailbox.join('.') || null,
          day: isNow ? null : day,
          at: null,
        };
      }),
      occupied: occupied.map(instantOf),
    };
  });
}

/**
 * The times of a tenant's emails over all campaigns, planned and sent since `since` (ms since 1970), in no order. The next ones of a mailbox keep
 * their distance from these. A mail without a mailbox may leave from any. `tx` names the tenant.
 */
export async function occupiedInstants(store: Store, tx: Tx, tenant: string, since: number): Promise<Instant[]> {
  const rows = await tx<{ at: string; mailbox: string | null }[]>`${occupied(store, tx, tenant, since)}`;
  return rows.map(instantOf);
}

type Instant = { at: number; mailbox: string | null };
const instantOf = ({ at, mailbox }: { at: string; mailbox: string | null }): Instant => ({
  at: Date.parse(at),
  mailbox,
});

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
