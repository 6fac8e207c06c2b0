import type { Sql } from '../../db/connection/connect.ts';
import { eventHash } from '../../db/log/chains.ts';
import { newId } from '../../db/log/newId.ts';
import { payloadText } from '../../db/log/stored.ts';
import type { PersonKey } from '../../db/vault/envelope.ts';
import type { MasterKey } from '../../db/vault/masterKey.ts';
import { makeKey } from '../../db/vault/personKeys.ts';
import { campaign, createCampaign } from '../../events/campaigns/campaign.ts';
import { aggregateOf } from '../../events/catalog.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import type { PartnerEvent } from '../../events/partners/partner.ts';
import { type AnyEvent, kindOf } from '../../events/shared/event.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { aPerson } from '../support/samples.ts';
import { copyIn } from './rebuild.ts';

/** The size of a log: people of each tenant, each with a stream of 16 events and a message with 24. */
export type Size = { tenants: number; people: number };

export const tenantNamed = (index: number): string => `tenant${String(index).padStart(3, '0')}`;
const START = Date.parse('2026-01-05T08:00:00Z');
/** Between two events of the whole log. */
const STEP_MS = 5_000;
export const momentOf = (event: number): Date => new Date(START + event * STEP_MS);

const EVENTS_A_COPY = 20_000;

const { facts, person } = aPerson();
const score: PartnerEvent = {
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

type Stream = {
  tenant: string;
  streamId: string;
  key: PersonKey;
  events: readonly AnyEvent[];
  version: number;
  hash: string;
};

function streamsOf(master: MasterKey, { tenants, people }: Size): { streams: Stream[]; keys: string[] } {
  const streams: Stream[] = [];
  const keys: string[] = [];
  const keyOf = (tenant: string, personId: string): PersonKey => {
    const { wrapped, ...key } = makeKey(master, tenant, personId);
    keys.push(`${tenant}\t${personId}\t${key.id}\t\\\\x${wrapped.toString('hex')}\n`);
    return key;
  };
  const begin = (tenant: string, streamId: string, key: PersonKey, events: readonly AnyEvent[]) =>
    streams.push({ tenant, streamId, key, events, version: 0, hash: '' });
  for (let index = 0; index < tenants; index += 1)
    begin(tenantNamed(index), 'campaign-c1', keyOf(tenantNamed(index), 'owner'), campaignEvents);
  for (let number = 0; number < people; number += 1) {
    for (let index = 0; index < tenants; index += 1) {
      const tenant = tenantNamed(index);
      const id = (number * tenants + index).toString(16).padStart(32, '0');
      const key = keyOf(tenant, `partner-${id}`);
      begin(tenant, `partner-${id}`, key, PARTNER);
      begin(tenant, `message-c1.${id}.first`, key, messageOf(id));
    }
  }
  return { streams, keys };
}

const escaped = (text: string) => text.replaceAll('\\', '\\\\');

/** The next event of a stream as a line for COPY, chained to the one before. */
function nextLine(stream: Stream, at: number): string {
  const event = stream.events[stream.version] as AnyEvent;
  stream.version += 1;
  const { tenant, streamId, version, key } = stream;
  const schema = aggregateOf(kindOf(streamId)).definitions[event.type]?.version ?? 1;
  const fields = {
    tenant,
    streamId,
    version,
    type: event.type,
    schema,
    payload: payloadText(streamId, version, event, key),
    actor: version % 3 === 0 ? `user:${tenant}-owner` : 'worker:bench',
    correlationId: `c${version}`,
    causationId: version === 1 ? null : `${streamId}@${version - 1}`,
    micros: `${at}000`,
  };
  stream.hash = eventHash(fields, stream.hash);
  return `1\t${tenant}\t${streamId}\t${version}\t${event.type}\t${schema}\t${escaped(fields.payload)}\t${fields.actor}\t${fields.correlationId}\t${fields.causationId ?? '\\N'}\t${new Date(at).toISOString()}\t\\\\x${stream.hash}\n`;
}

/**
 * Fills an empty log by COPY, as if it had grown over weeks. Chains and seals are the store's, and all streams lie side by side. `sql`: the owner's.
 */
export async function fillChained(
  sql: Sql,
  master: MasterKey,
  size: Size,
): Promise<{ events: number; streams: number }> {
  const { streams, keys } = streamsOf(master, size);
  await copyIn(sql, 'vault.person_keys (tenant_id, person_id, key_id, wrapped)', keys);
  let lines: string[] = [];
  let events = 0;
  const flush = async () => {
    await copyIn(
      sql,
      'log.events (epoch, tenant_id, stream_id, version, type, schema_version, payload, actor, correlation_id, causation_id, recorded_at, hash)',
      lines,
    );
    lines = [];
  };
  for (let left = true; left; ) {
    left = false;
    for (const stream of streams) {
      if (stream.version >= stream.events.length) continue;
      lines.push(nextLine(stream, momentOf(events).getTime()));
      events += 1;
      left = true;
      if (lines.length >= EVENTS_A_COPY) await flush();
    }
  }
  await flush();
  await sql`vacuum analyze log.events`;
  return { events, streams: streams.length };
}
