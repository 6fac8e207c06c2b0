import { newId } from '../../db/log/newId.ts';
import type { Store } from '../../db/store.ts';
import { campaign, createCampaign } from '../../events/campaigns/campaign.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import type { PartnerEvent } from '../../events/partners/partner.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { aPerson } from '../support/samples.ts';
import { appendChained, type Entry } from './chainedLog.ts';
import type { History } from './histories.ts';

/** The size of a log: people of each tenant, each with a stream of 16 events and a message with 24. */
export type Size = { tenants: number; people: number };

export const tenantNamed = (index: number): string => `tenant${String(index).padStart(3, '0')}`;
const START = Date.parse('2026-01-05T08:00:00Z');
/** Between two events of the whole log. */
const STEP_MS = 5_000;
export const momentOf = (event: number): Date => new Date(START + event * STEP_MS);

const { facts, person } = aPerson();
export const score: PartnerEvent = {
  type: 'PartnerScored',
  data: { score: 87, by: 'rules', parts: [{ part: 'topic', points: 28, max: 30 }] },
  personal: {
    reasons: ['Talks about trail running'],
    supports: [{ part: 'topic', evidence: 'e1' }],
  },
};
const contact: PartnerEvent = {
  type: 'ContactEdited',
  data: { confidence: 1 },
  personal: { email: 'maren@run.example', socialProfiles: person.socialProfiles },
};
const search: PartnerEvent = { type: 'ContactSearchRequested', data: { contactSearchId: 'k1', period: '2026-01' } };

const PARTNER: readonly PartnerEvent[] = [
  { type: 'PartnerDiscovered', data: { ...facts, searchId: 's1', keys: [] }, personal: person },
  score,
  { type: 'PartnerApproved', data: {} },
  { type: 'PartnerDecisionUndone', data: { was: 'approved', now: 'pending' } },
  { type: 'PartnerRejected', data: {} },
  { type: 'PartnerDecisionUndone', data: { was: 'rejected', now: 'pending' } },
  { type: 'PartnerApproved', data: {} },
  search,
  { type: 'ContactNotFound', data: { contactSearchId: 'k1', steps: [] } },
  search,
  {
    type: 'ContactFound',
    data: { contactSearchId: 'k1', source: 'people_data_labs', confidence: 0.9, verification: null, steps: [] },
    personal: { email: 'maren@run.example', socialProfiles: person.socialProfiles, sourceUrl: null },
  },
  score,
  contact,
  score,
  contact,
  score,
];

const day = '2026-01-12';
const letter = { subject: 'Packs', body: `Dear ${person.name},\n\n${person.bio}\n\nWould you like to try our packs?` };
const edited: MessageEvent = { type: 'MessageEdited', data: {}, personal: letter };
const approved: MessageEvent = { type: 'MessageApproved', data: { textHash: 'f'.repeat(64), by: 'edit' } };
const scheduled: MessageEvent = {
  type: 'EmailScheduled',
  data: { at: `${day}T10:00:00.000Z`, seed: 7, day, ...drawnByDefault },
};
const unscheduled: MessageEvent = { type: 'EmailUnscheduled', data: { reason: { code: 'campaign_paused' } } };
const claimed = (attempt: number): MessageEvent => ({
  type: 'SendClaimed',
  data: { attempt, worker: 'w1', leaseUntil: `${day}T10:05:00.000Z` },
});

const messageOf = (partnerId: string): readonly MessageEvent[] => [
  { type: 'MessageDrafted', data: { campaignId: 'c1', partnerId, step: 'first', resendOf: null } },
  {
    type: 'MessageGenerated',
    data: { runId: 'r1', model: 'gpt-6.1-terra', promptVersion: '1' },
    personal: { ...letter, parts: [] },
  },
  ...[edited, approved, edited, approved, edited, approved],
  ...[scheduled, unscheduled, scheduled, unscheduled, scheduled, unscheduled, scheduled],
  claimed(1),
  { type: 'SendReleased', data: { attempt: 1, reason: { code: 'campaign_paused' }, until: null } },
  scheduled,
  edited,
  approved,
  claimed(2),
  {
    type: 'EmailDispatched',
    data: {
      attempt: 2,
      sendId: `c1.${partnerId}.first.2`,
      mailbox: 'sendgrid',
      day,
      addressHmac: 'a'.repeat(64),
      textHash: 'f'.repeat(64),
    },
    personal: { to: 'maren@run.example', from: 'me@shop.example', subject: letter.subject, text: letter.body },
  },
  { type: 'EmailSent', data: { attempt: 2, providerMessageId: `x-${partnerId}` } },
  { type: 'ReplyReceived', data: { by: 'user' } },
];

const campaignEvents = createCampaign(
  campaign.initial,
  { name: 'Spring', subjectType: 'static', staticSubject: 'Packs', messagePrompt: 'Be kind' },
  newId,
);

/** All streams of a log, which grow side by side. */
function streamsOf({ tenants, people }: Size): History[] {
  const names = Array.from({ length: tenants }, (_, index) => tenantNamed(index));
  const streams: History[] = names.map((tenant) => ({ tenant, streamId: 'campaign-c1', events: campaignEvents }));
  for (let number = 0; number < people; number += 1) {
    for (const [index, tenant] of names.entries()) {
      const id = (number * tenants + index).toString(16).padStart(32, '0');
      streams.push({ tenant, streamId: `partner-${id}`, events: PARTNER });
      streams.push({ tenant, streamId: `message-c1.${id}.first`, events: messageOf(id) });
    }
  }
  return streams;
}

function* commitsOf(streams: readonly History[]): Generator<Entry[]> {
  const longest = Math.max(...streams.map(({ events }) => events.length));
  let made = 0;
  for (let nth = 0; nth < longest; nth += 1) {
    for (const { tenant, streamId, events } of streams) {
      const event = events[nth];
      if (!event) continue;
      const actor = nth % 3 === 2 ? `user:${tenant}-owner` : 'worker:bench';
      yield [{ tenant, streamId, event, at: momentOf(made).getTime(), actor, correlationId: `c${nth + 1}` }];
      made += 1;
    }
  }
}

/** Fills an empty log, as if it had grown over weeks. `owner`: the owner's store. */
export async function fillChained(owner: Store, size: Size): Promise<{ events: number; streams: number }> {
  const streams = streamsOf(size);
  return { events: await appendChained(owner, commitsOf(streams)), streams: streams.length };
}
