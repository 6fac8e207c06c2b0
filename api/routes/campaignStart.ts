import { Hono } from 'hono';
import { mustBePast, storeAsOf } from '../../db/audit/asOf.ts';
import { queuePerTenant } from '../../db/audit/queuePerTenant.ts';
import { readCampaignDistance, readPersonEmails } from '../../db/read/campaignDistance.ts';
import type { CampaignRow } from '../../db/read/campaigns.ts';
import { readKeptFlaws } from '../../db/read/keptChecks.ts';
import { readMailboxSchedules } from '../../db/read/mailboxSchedule.ts';
import { lastContacts, type MessageRow, readMessages } from '../../db/read/messages.ts';
import { rateWarnings } from '../../db/read/sendRates.ts';
import { heldPeople } from '../../db/read/suppressions.ts';
import { ref, type Store } from '../../db/store.ts';
import { type CampaignState, changeCampaignStatus } from '../../events/campaigns/campaign.ts';
import type { Variant } from '../../events/campaigns/variants.ts';
import { startPreviewQuery } from '../../events/history/historyInput.ts';
import { isWaiting, type MessageState } from '../../events/messages/messageState.ts';
import { isUnplanned } from '../../events/messages/resend.ts';
import { addressOf } from '../../events/sending/accounts.ts';
import { bestFirst } from '../../events/sending/bestFirst.ts';
import { closedDays, emailsOfOthers, firstOpen } from '../../events/sending/campaignDistance.ts';
import { LEVELS } from '../../events/sending/domainPolicy.ts';
import { firstSend } from '../../events/sending/firstSend.ts';
import { sendingAccount } from '../../events/sending/mailbox.ts';
import { type MailboxSchedule, planInput, schedulingRules } from '../../events/sending/mailboxSchedule.ts';
import { hoursFor, type RecipientZones } from '../../events/sending/recipientHours.ts';
import { recipientZones } from '../../events/sending/recipientZones.ts';
import type { SenderDomainState } from '../../events/sending/senderDomain.ts';
import { sendGridTrouble } from '../../events/sending/sendGridTrouble.ts';
import { windowIn } from '../../events/sending/sendWindow.ts';
import { Refused } from '../../events/shared/refused.ts';
import { localDay } from '../../events/shared/zoned.ts';
import type { Deps, Env } from '../context.ts';
import { check } from '../http/validate.ts';
import { fixWords } from '../present/fixWords.ts';
import { followUpsOf, notEmailed, oneForEachAddress, rehearsedPlan } from '../present/rehearsal.ts';
import { repliesText, unreadText } from '../present/replies.ts';
import { mailboxesOf } from '../present/sendWhy.ts';
import { PATIENCE_MS, similarTexts } from '../sending/checkedSends.ts';
import { startBlocked } from '../sending/sendingReady.ts';
import { refusalOf } from '../sending/sendRefusal.ts';
import type { StartPreviewView } from '../views.ts';
import { campaignRow } from './campaigns.ts';

/** Show at most this many names. */
const MOST_NAMED = 3;

/** What would keep mail of the sender's domains from arriving: of the worst of them. */
function domainOf(states: readonly SenderDomainState[]): StartPreviewView['domain'] {
  const checked = states.flatMap(({ domain: name, findings }) => {
    const checks = (level: 'fail' | 'pass') =>
      findings.filter(({ code }) => LEVELS[code] === level).map(({ check }) => check);
    return name && findings.length > 0 ? [{ name, failing: checks('fail'), passing: checks('pass') }] : [];
  });
  return checked.find(({ failing }) => failing.length > 0) ?? checked[0] ?? null;
}

/** How the first emails that wait are split between the versions of an A/B test. */
function splitOf(waiting: readonly MessageState[]): NonNullable<StartPreviewView['split']> {
  const first = waiting.filter(({ followUp }) => followUp === null);
  const count = (variant: Variant | null) => first.filter((state) => state.variant === variant).length;
  return { A: count('A'), B: count('B'), own: count(null) };
}

/** The first SendGrid account without a successful test email. */
function untestedOf(schedules: readonly MailboxSchedule[]): StartPreviewView['untested'] {
  for (const { id, mailbox } of schedules) {
    const account = sendingAccount(mailbox);
    const { sendGridTest: test } = mailbox;
    if (account?.provider !== 'sendgrid' || (test && test.status !== 'failed')) continue;
    return { account: id, from: account.from, failed: test?.trouble ? sendGridTrouble(test.trouble).text : null };
  }
  return null;
}

/** How many recipients can be written to in their working hours; `apart`: they are never at work in the hours of an account. */
function keptHours(
  recipients: readonly RecipientZones[],
  schedules: readonly MailboxSchedule[],
  campaign: CampaignState,
): NonNullable<StartPreviewView['recipientHours']> {
  const shared = (zones: RecipientZones) =>
    schedules.some((schedule) => {
      const window = windowIn(schedule.zone, schedulingRules(campaign, schedule).hours);
      return hoursFor(localDay(schedule.now, schedule.zone), window, zones).kept;
    });
  const unknown = recipients.filter((zones) => zones.length === 0).length;
  const kept = recipients.filter(shared).length;
  return { kept, unknown, apart: recipients.length - unknown - kept };
}

async function problemOf(
  deps: Deps,
  tenant: string,
  { state, counts }: CampaignRow,
): Promise<StartPreviewView['problem']> {
  try {
    const have = { messages: counts.wantedCount, missingTexts: counts.missingCount };
    changeCampaignStatus(state, 'active', have);
  } catch (error) {
    if (error instanceof Refused) return { text: error.message, where: 'campaign' };
    throw error;
  }
  const found = await startBlocked(deps, tenant, state.mailbox);
  if (!found) return null;
  const { account, blocked } = found;
  const where = blocked.blocker && fixWords(blocked.blocker.fix).where;
  return { text: refusalOf(blocked, deps.store.now().toISOString()).message, where, account };
}

/** Who of the recipients replied before, or else got or will get an email of another campaign; to their address counts. */
async function contactBefore(
  store: Store,
  tenant: string,
  campaignId: string,
  waiting: readonly MessageRow[],
  emailsTo: ReturnType<typeof emailsOfOthers>,
): Promise<Pick<StartPreviewView, 'replied' | 'contacted' | 'planned'>> {
  const people = [
    ...new Map(
      waiting.map(({ state, partner }) => [
        state.partnerId,
        { id: state.partnerId, name: partner?.person?.name, email: partner?.contact?.email },
      ]),
    ).values(),
  ];
  const contacts = await lastContacts(store, tenant, people, campaignId);
  const lastOf = ({ id }: { id: string }) => contacts.get(id)?.contactedAt ?? '';
  const replied = people.filter(({ id }) => contacts.get(id)?.repliedAt);
  const contacted = people
    .filter((person) => lastOf(person) && !replied.includes(person))
    .sort((a, b) => lastOf(b).localeCompare(lastOf(a)));
  const planned = people.filter(
    (person) =>
      !replied.includes(person) &&
      emailsTo({ partnerId: person.id, email: person.email }, campaignId).some((email) => email.planned),
  );
  const [newest] = contacted;
  const named = (some: typeof people) => ({
    count: some.length,
    names: some.flatMap(({ name }) => name ?? []).slice(0, MOST_NAMED),
  });
  return {
    replied: replied.length > 0 ? named(replied) : null,
    contacted: newest ? { ...named(contacted), last: lastOf(newest) } : null,
    planned: planned.length > 0 ? named(planned) : null,
  };
}

/**
 * What Start or Resume would do before it is pressed; over a store of the past, what it would have done then. It decides nothing: the status
 * call checks again.
 */
async function startPreview(deps: Deps, tenant: string, id: string): Promise<StartPreviewView> {
  const { store } = deps;
  const row = await campaignRow(deps, tenant, id);
  const [schedules, messages, problem] = await Promise.all([
    readMailboxSchedules(deps, tenant),
    readMessages(store, tenant, { campaignId: row.id }),
    problemOf(deps, tenant, row),
  ]);
  const flawsOf = await readKeptFlaws(store, tenant, row.state, messages, PATIENCE_MS);
  const holdOf = await heldPeople(store, tenant);
  const own = mailboxesOf(schedules, row.state);
  const sending = own.filter(({ blocker }) => blocker === null);
  const warnings = await rateWarnings(
    store,
    tenant,
    schedules.map(({ id, mailbox }) => ({ id, state: mailbox })),
  );
  // what waits for a person sends none of them, while another can
  const able = own.filter(({ holdEnd }) => holdEnd !== Number.POSITIVE_INFINITY);
  const leavesFrom = able.length > 0 ? able : own;
  const domains = await Promise.all(own.map(({ id }) => store.load(tenant, ref('domain', id))));
  const drafted = messages
    .filter(({ state }) => state.status === 'drafted')
    .map((row) => ({ row, flaws: flawsOf(row) }));
  const flagged = drafted.flatMap(({ row, flaws }) => (flaws?.length ? [row] : []));
  const held = messages.flatMap((message) => {
    const { partnerId, status } = message.state;
    const sign = isWaiting(status) ? holdOf({ partnerId, email: message.partner?.contact?.email }) : null;
    return sign ? [{ row: message, sign }] : [];
  });
  // looked up, not searched for: a campaign has up to tens of thousands
  const keptBack = new Set([...flagged, ...held.map(({ row: message }) => message)]);
  const ready = messages.filter(
    // what waits for the plan, or is in it; a claimed one is about to leave
    (message) =>
      isWaiting(message.state.status) &&
      message.state.status !== 'claimed' &&
      !message.state.immediate &&
      !isUnplanned(message.state.step) &&
      !keptBack.has(message),
  );
  const byId = new Map(messages.map((message) => [message.id, message]));
  const { waiting, duplicates } = oneForEachAddress(bestFirst(ready), messages);
  const count = waiting.length;
  const distance = await readCampaignDistance(store, tenant);
  const emailsTo = emailsOfOthers(await readPersonEmails(store, tenant, distance.days));
  const closedFor = ({ state: { partnerId }, partner }: MessageRow) =>
    closedDays(emailsTo({ partnerId, email: partner?.contact?.email }, row.id), distance);
  const asked = row.state.recipientHours && !deps.sendGap;
  const recipients = asked ? waiting.map(({ partner }) => recipientZones(partner?.person ?? null)) : undefined;
  const firsts = (sending.length > 0 ? sending : own).flatMap((schedule) => {
    const input = planInput(schedule, row.id, row.state, { replan: true });
    const due = waiting.map((message) => {
      const { notBefore } = message.state;
      const from = notBefore ? Math.max(input.now, Date.parse(notBefore)) : input.now;
      return firstOpen(from, closedFor(message), schedule.zone);
    });
    const now = due.length > 0 ? Math.max(input.now, Math.min(...due)) : input.now;
    return firstSend({ ...input, now, count, gapSeconds: deps.sendGap, recipients }) ?? [];
  });
  const first = firsts.length > 0 && {
    from: new Date(Math.min(...firsts.map(({ from }) => from))).toISOString(),
    until: new Date(Math.min(...firsts.map(({ until }) => until))).toISOString(),
  };
  const followUps = followUpsOf(row, waiting, messages);
  return {
    problem,
    messages: waiting.length,
    mostEmails: followUps.reduce((sum, { emails }) => sum + emails, waiting.length),
    followUps,
    reviewCount: row.counts.reviewCount,
    flaggedCount: flagged.length,
    checkingCount: drafted.filter(({ flaws }) => flaws === null).length,
    approvedCount: waiting.filter(({ state }) => state.status !== 'drafted').length,
    from: leavesFrom.flatMap(({ mailbox }) => sendingAccount(mailbox)?.from ?? []),
    domain: domainOf(domains.map(({ state }) => state)),
    plan: rehearsedPlan({
      ...{ id: row.id, campaign: row.state, gapSeconds: deps.sendGap },
      schedules: sending.length > 0 ? sending : own,
      waiting,
      closedFor,
    }),
    notEmailed: notEmailed(messages, flagged, held),
    duplicates,
    alike: [...similarTexts(messages)].flatMap(([id, to]) =>
      to === null ? [] : [{ partnerName: byId.get(id)?.partner?.person?.name ?? null, to }],
    ),
    complaints: own.flatMap(({ id, mailbox }) => {
      const text = warnings.get(id);
      return text ? [{ from: addressOf(mailbox), text }] : [];
    }),
    unread: own.flatMap(({ mailbox }) => {
      // without follow-ups nothing is promised that needs the replies
      const unread = row.state.followUps.length > 0 ? unreadText(mailbox, Boolean(deps.inboundDomain)) : null;
      const text = repliesText(mailbox, store.now().toISOString()) ?? unread;
      return text ? [{ from: addressOf(mailbox), text }] : [];
    }),
    untested: untestedOf(own),
    ...(await contactBefore(store, tenant, row.id, waiting, emailsTo)),
    minDaysBetweenCampaigns: distance.days,
    recipientHours: recipients ? keptHours(recipients, own, row.state) : null,
    split: row.state.abTest ? splitOf(waiting.map(({ state }) => state)) : null,
    dailyLimit: row.state.dailyLimit,
    first: first || null,
  };
}

export function campaignStartRoutes(deps: Deps) {
  const { store } = deps;
  const inQueue = queuePerTenant();
  return new Hono<Env>().get('/campaigns/:id/start-preview', check('query', startPreviewQuery), async (c) => {
    const { tenant } = c.get('user');
    const id = c.req.param('id');
    const { at } = c.req.valid('query');
    if (at === undefined) return c.json(await startPreview(deps, tenant, id), 200);
    const moment = new Date(at);
    mustBePast(moment, store.now());
    const { signal } = c.req.raw;
    const then = () => storeAsOf(store, tenant, moment, { signal });
    return c.json(
      await inQueue(tenant, signal, async () => startPreview({ ...deps, store: await then() }, tenant, id)),
      200,
    );
  });
}
