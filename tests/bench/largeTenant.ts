import { newId } from '../../db/log/newId.ts';
import type { Store } from '../../db/store.ts';
import { addWebhook, webhooks } from '../../events/accounts/webhooks.ts';
import { type CampaignState, campaign, createCampaign } from '../../events/campaigns/campaign.ts';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import type { PartnerEvent } from '../../events/partners/partner.ts';
import type { SearchEvent } from '../../events/partners/search.ts';
import type { SuppressionEvent } from '../../events/privacy/suppression.ts';
import { DEFAULT_RULES } from '../../events/sending/sendingInput.ts';
import type { AnyEvent } from '../../events/shared/event.ts';
import { sendGridConnected } from '../support/accountEvents.ts';
import { aPerson } from '../support/samples.ts';
import type { Entry } from './chainedLog.ts';
import { type Addressee, draftsOf, sendsOf } from './largeTenantMail.ts';

/**
 * A busy agency, in shares of its partners: with 10,000 of them it has 108,000 messages and 20,000 conversations. Five campaigns have 20,000 messages
 * each, of which one still has some planned. One has 8,000 drafts.
 */
export const SHARES = { contacted: 0.8, pending: 0.1, rejected: 0.05, withoutAddress: 0.05, suppressed: 0.1 };
export const CAMPAIGNS = ['c1', 'c2', 'c3', 'c4', 'c5'] as const;
export const RUNNING = 'c5';
export const DRAFTS = 'c6';
export const SEARCH = 's1';

const DAY_MS = 86_400_000;
/** The days from the first search to today. */
const DAYS = 92;
export const DAYS_A_CAMPAIGN = 18;

/** `now`: ms since 1970. */
/** `userId`: of the owner. */
type LargeTenant = {
  store: Store;
  tenant: string;
  userId: string;
  secretId: string;
  partners: number;
  now: number;
};

const RATED = (['topic', 'audience', 'region', 'reach', 'quality'] as const).map((part) => ({
  ...{ part, points: 9, max: 10 },
}));

function partnerEvents(index: number, partners: number): { events: PartnerEvent[]; email: string | null } {
  const name = `Maren Oduya ${index}`;
  const profileUrl = `https://www.linkedin.com/in/maren-oduya-${index}`;
  const { facts, person } = aPerson({
    person: { name, username: `maren${index}`, profileUrl, company: `Green Mountain Runners ${index % 997}` },
    facts: { followersCount: 1_000 + index, industry: index % 3 === 0 ? 'Fitness' : 'Travel' },
  });
  const found: PartnerEvent[] = [
    { type: 'PartnerDiscovered', data: { ...facts, searchId: SEARCH, keys: [] }, personal: person },
    {
      type: 'PartnerScored',
      data: { score: 40 + (index % 60), by: 'rules', parts: RATED },
      personal: {
        reasons: RATED.map(({ part }) => `Talks about ${part}`),
        supports: [{ part: 'topic', evidence: 'e1' }],
      },
    },
  ];
  const place = index / partners;
  const contacted = place < SHARES.contacted;
  if (place >= 1 - SHARES.pending) return { events: found, email: null };
  if (place >= SHARES.contacted + SHARES.withoutAddress)
    return { events: [...found, { type: 'PartnerRejected', data: {} }], email: null };
  const contactSearchId = `k${index}`;
  const asked: PartnerEvent[] = [
    { type: 'PartnerApproved', data: {} },
    { type: 'ContactSearchRequested', data: { contactSearchId, period: '2026-01' } },
  ];
  if (!contacted)
    return {
      events: [...found, ...asked, { type: 'ContactNotFound', data: { contactSearchId, steps: [] } }],
      email: null,
    };
  const email = `maren${index}@run${index % 997}.example`;
  const answer: PartnerEvent = {
    type: 'ContactFound',
    data: { contactSearchId, source: 'people_data_labs', confidence: 0.9, verification: null, steps: [] },
    personal: { email, socialProfiles: person.socialProfiles, sourceUrl: null },
  };
  return { events: [...found, ...asked, answer], email };
}

function* partnersOf({ store, tenant, partners }: LargeTenant, at: number): Generator<[Entry[], Addressee | null]> {
  for (let index = 0; index < partners; index += 1) {
    const { events, email } = partnerEvents(index, partners);
    const profileUrl = `https://www.linkedin.com/in/maren-oduya-${index}`;
    const id = store.pseudonyms.partnerId(tenant, duplicateKey({ profileUrl, username: null, platform: 'linkedin' }));
    const entries = events.map((event) => ({ tenant, streamId: `partner-${id}`, event, at: at + index }));
    const hmac = email && store.pseudonyms.address(tenant, email);
    yield [entries, email && hmac ? { id, index, email, hmac, name: `Maren Oduya ${index}` } : null];
  }
}

const ANY_HOUR = { from: '00:00', to: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };

const FORM = {
  ...{ subjectType: 'static' as const, staticSubject: 'A vest for your trails', dailyLimit: 10 },
  messagePrompt: 'Offer a free vest for an honest review.',
  followUps: [3, 5].map((afterDays) => ({ afterDays, writer: 'ai' as const, text: `Remind them after ${afterDays}.` })),
};

type Naming = { at: number; actor: string; dailyLimit?: number };

/** A campaign as it is created, and its state. */
function campaignNamed(
  name: string,
  { at, actor, dailyLimit = FORM.dailyLimit }: Naming,
): { created: readonly AnyEvent[]; state: CampaignState } {
  const created = createCampaign(campaign.initial, { ...FORM, name, dailyLimit }, newId);
  const recorded = created.map((event) => ({ ...event, at: new Date(at).toISOString(), actor }));
  return { created, state: recorded.reduce(campaign.evolve, campaign.initial) };
}

function* searchOf({ tenant, partners }: LargeTenant, ids: readonly string[], at: number): Generator<Entry[]> {
  const source = 'people_data_labs';
  const events: SearchEvent[] = [
    {
      type: 'SearchRequested',
      data: { kind: 'criteria', requested: 10 },
      personal: { criteria: {}, profileUrl: null },
    },
    ...ids.slice(0, 10).map((partnerId) => ({ type: 'PartnerFound' as const, data: { partnerId, source } })),
    { type: 'SearchCompleted', data: { complete: true, duplicates: 0, sources: [{ source, found: partners }] } },
  ];
  yield events.map((event) => ({ tenant, streamId: `search-${SEARCH}`, event, at }));
}

function* suppressionsOf({ store, tenant, partners }: LargeTenant, at: number): Generator<Entry[]> {
  for (let index = 0; index < partners * SHARES.suppressed; index += 1) {
    const email = `gone${index}@away.example`;
    const event: SuppressionEvent = {
      type: 'AddressSuppressed',
      data: { reason: index % 2 ? 'user' : 'unsubscribed', source: index % 2 ? 'import' : 'link', conversation: null },
      personal: { email },
    };
    yield [{ tenant, streamId: `suppression-${store.pseudonyms.address(tenant, email)}`, event, at }];
  }
}

/** All that happened in the tenant, oldest first, as commits. */
export function* largeTenant(of: LargeTenant): Generator<Entry[]> {
  const { tenant, partners, now } = of;
  const actor = `user:${of.userId}`;
  const start = now - DAYS * DAY_MS;
  const own = (streamId: string, events: readonly AnyEvent[], at: number): Entry[] =>
    events.map((event) => ({ tenant, streamId, event, at, actor }));
  // what left within its limits and hours, as verify proves
  const mailbox = [
    { type: 'EmailProviderChosen', data: { provider: 'sendgrid' } },
    sendGridConnected(of.secretId),
    { type: 'SendingRulesSet', data: { window: ANY_HOUR, mailboxDailyCap: 2 * partners, rampUp: false } },
  ];
  yield own(`mailbox-${tenant}`, mailbox, start);
  const form = { url: 'https://crm.example/hook', events: ['account.held' as const], personal: false };
  yield own(`webhooks-${tenant}`, addWebhook(webhooks.initial, { id: tenant, secretId: of.secretId }, form), start);
  const ids: string[] = [];
  const addressees: Addressee[] = [];
  for (const [entries, addressee] of partnersOf(of, start)) {
    yield entries;
    ids.push(entries[0]?.streamId.replace('partner-', '') ?? '');
    if (addressee) addressees.push(addressee);
  }
  yield* searchOf(of, ids, start + DAY_MS);
  yield* suppressionsOf(of, start + DAY_MS);
  for (const [nth, campaignId] of CAMPAIGNS.entries()) {
    const at = start + (1 + nth * DAYS_A_CAMPAIGN) * DAY_MS;
    const { created, state } = campaignNamed(`Vests ${campaignId}`, { at, actor, dailyLimit: partners });
    yield own(`campaign-${campaignId}`, [...created, { type: 'CampaignStarted', data: {} }], at);
    const sending = {
      tenant,
      campaignId,
      followUps: state.followUps,
      limit: partners,
      now,
      lastPlanned: campaignId === RUNNING,
    };
    yield* sendsOf(sending, addressees, at);
    if (campaignId !== RUNNING)
      yield own(`campaign-${campaignId}`, [{ type: 'CampaignCompleted', data: {} }], at + DAYS_A_CAMPAIGN * DAY_MS);
  }
  yield own(`mailbox-${tenant}`, [{ type: 'SendingRulesSet', data: DEFAULT_RULES }], now);
  const drafted = now - DAY_MS;
  yield own(`campaign-${DRAFTS}`, campaignNamed('Vests to review', { at: drafted, actor }).created, drafted);
  yield* draftsOf({ tenant, campaignId: DRAFTS }, addressees, drafted);
}
