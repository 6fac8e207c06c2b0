import type { CampaignState } from '../../events/campaigns/campaign.ts';
import type { DrawnFrom } from '../../events/messages/messageEvents.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { RESEND } from '../../events/messages/resend.ts';
import { MAILBOX } from '../../events/sending/quota.ts';
import type { PlannedMail, PlanningCampaign } from '../../events/sending/replan.ts';
import { type SendBlocker, sendBlocker } from '../../events/sending/sendBlockers.ts';
import { MIN_GAP_MINUTES } from '../../events/sending/sendDraw.ts';
import { localDay } from '../../events/shared/zoned.ts';
import { readAs } from '../connect.ts';
import { idOf, type Store } from '../store.ts';
import { type MailboxToday, mailboxToday } from './mailboxToday.ts';
import { occupiedInstants } from './occupied.ts';
import { type Installation, senderContext } from './sender.ts';

/** A mail that will leave: with its planned local day, if a plan gave it one, and its time (ISO 8601), if it does not leave at once. */
type LeavingMail = Pick<MessageState, 'status' | 'drawnFrom'> & {
  id: string;
  campaignId: string;
  day: string | null;
  at: string | null;
};

/** All that the send times of a tenant's mailbox depend on. */
export type MailboxBasis = MailboxToday & {
  now: number;
  /** Those that send, in the order of their ids. */
  active: PlanningCampaign[];
  /** What today took so far: of each campaign, and of the mailbox in all. */
  takenToday: { byCampaign: Record<string, number>; mailbox: number };
  leaving: LeavingMail[];
  occupied: number[];
  /** Why nothing of it leaves now; null when it may. */
  blocker: SendBlocker | null;
  /** Until when nothing leaves: ms since 1970, Infinity until a person has mended it; null: it may. */
  holdEnd: number | null;
};

export async function mailboxBasis(installation: Installation, tenant: string): Promise<MailboxBasis> {
  const { store } = installation;
  const basis = await mailboxToday(store, tenant);
  const { today, zone } = basis;
  const now = store.now().getTime();
  const [sender, { campaigns, quotas, leaving }, occupied] = await Promise.all([
    senderContext(installation, tenant, basis),
    readRows(store, tenant, today.day),
    occupiedInstants(store, tenant, now - MIN_GAP_MINUTES * 60_000 - 3_600_000),
  ]);
  const blocker = sendBlocker(sender, store.now().toISOString());
  const taken = new Map(quotas.map(({ of, used }) => [of, used]));
  return {
    ...basis,
    now,
    active: campaigns.map(({ stream_id, state, waiting }) => ({
      id: idOf(stream_id),
      rules: rulesOf(state, basis),
      waiting,
      usedByDay: { [today.day]: taken.get(idOf(stream_id)) ?? 0 },
    })),
    takenToday: {
      byCampaign: Object.fromEntries(taken),
      mailbox: taken.get(MAILBOX) ?? 0,
    },
    leaving: leaving.map((mail) => ({ ...mail, day: mail.day ?? dayOfWaiting(mail, today.day, zone) })),
    occupied,
    blocker,
    holdEnd: blocker && (blocker.until === null ? Number.POSITIVE_INFINITY : Date.parse(blocker.until)),
  };
}

/** By which rules a campaign's times are drawn now. */
export function rulesOf(
  campaign: Pick<CampaignState, 'dailyLimit' | 'sendWindow'>,
  { zone, rules }: Pick<MailboxToday, 'zone' | 'rules'>,
): DrawnFrom {
  return {
    zone,
    dailyLimit: campaign.dailyLimit,
    hours: campaign.sendWindow ?? rules.window,
    mailboxCap: rules.mailboxDailyCap,
    rampUp: rules.rampUp,
  };
}

/** The mails whose time was drawn and that nobody has claimed. */
export const plannedMails = ({ leaving }: MailboxBasis): PlannedMail[] =>
  leaving.flatMap(({ id, campaignId, status, at, day, drawnFrom }) =>
    status === 'scheduled' && at !== null && day !== null
      ? [{ id, campaignId, at: Date.parse(at), day, drawnFrom }]
      : [],
  );

/** A deferred mail counts to the day of its next try, one that leaves at once (no time) to this one. */
function dayOfWaiting({ at }: LeavingMail, today: string, zone: string): string {
  const day = at === null ? today : localDay(Date.parse(at), zone);
  return day > today ? day : today;
}

function readRows(store: Store, tenant: string, day: string) {
  return readAs(store.sql, tenant, async (tx) => {
    const campaigns = tx<{ stream_id: string; state: CampaignState; waiting: number }[]>`
      select c.stream_id, c.state, (
        select count(*)::int from ${store.rows(tx, 'messages')} m
        where m.tenant_id = ${tenant} and 'campaign-' || m.campaign_id = c.stream_id
          and m.phase = 'waiting' and m.status = 'approved' and not starts_with(m.step, ${RESEND})) as waiting
      from ${store.rows(tx, 'campaigns')} c where c.tenant_id = ${tenant} and c.status = 'active' order by c.stream_id`.execute();
    const quotas = tx<{ of: string; used: number }[]>`
      select substr(q.stream_id, 7, length(q.stream_id) - 17) as of,
        (select count(*)::int from jsonb_object_keys(q.state->'taken')) as used
      from ${store.rows(tx, 'quotas')} q where q.tenant_id = ${tenant} and right(q.stream_id, 11) = ${`-${day}`}`.execute();
    const leaving = tx<(Omit<LeavingMail, 'id'> & { stream_id: string })[]>`
      select m.stream_id, m.campaign_id as "campaignId", m.status, m.state->>'scheduledDay' as day, m.state->>'scheduledAt' as at,
        m.state->'drawnFrom' as "drawnFrom"
      from ${store.rows(tx, 'messages')} m
      where m.tenant_id = ${tenant} and m.phase = 'leaving' and m.status <> 'dispatching'`.execute();
    return {
      campaigns: await campaigns,
      quotas: await quotas,
      leaving: (await leaving).map(({ stream_id, ...mail }) => ({ ...mail, id: idOf(stream_id) })),
    };
  });
}
