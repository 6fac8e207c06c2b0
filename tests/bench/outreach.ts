/** Campaigns whose emails really leave: texts that pass the check, addresses that pass the lookup, the tenant's own mailbox. */

import { newId } from '../../db/log/newId.ts';
import { textHash } from '../../db/log/textHash.ts';
import { ref, type Store } from '../../db/store.ts';
import { campaign, createCampaign } from '../../events/campaigns/campaign.ts';
import { scheduleEmail, unscheduleEmail } from '../../events/messages/sendTime.ts';
import { DEFAULT_RULES } from '../../events/sending/sendingInput.ts';
import { MAILBOX_CAP } from '../../events/shared/options.ts';
import { localDay } from '../../events/shared/zoned.ts';
import { testCause } from '../support/asSent.ts';
import { drawnByDefault } from '../support/drawn.ts';
import { aPerson } from '../support/samples.ts';
import { type History, sender } from './histories.ts';

const DAY_MS = 86_400_000;
const ANY_HOUR = { from: '00:00', to: '24:00', weekdays: [1, 2, 3, 4, 5, 6, 7] };
const LIMIT = MAILBOX_CAP.max;
const TEXT = {
  subject: 'Packs for your next run',
  body: 'We make light packs for long days on the trail. Would you like to try one on your next run, and tell us what you think of it? We would send it to you, and you can keep it.',
};

/** A campaign of a tenant: `due` of its `size` emails leave in a run. All wait for days to come until then. */
export type BenchCampaign = { tenant: string; campaign: string; size: number; due: number };

const partnerOf = (name: string, index: number) => `${name}x${index.toString(16).padStart(6, '0')}`;
const addressOf = (name: string, index: number) => `${partnerOf(name, index)}@run.example`;
const messageOf = (name: string, index: number) => `${name}.${partnerOf(name, index)}.1`;

const scheduledAt = (tenant: string, at: number) => ({
  ...drawnByDefault,
  ...{ at: new Date(at).toISOString(), seed: 7, day: localDay(at, 'UTC') },
  ...{ mailbox: tenant, dailyLimit: LIMIT, mailboxCap: LIMIT, hours: ANY_HOUR },
});

/** The sender of a tenant, by the widest limits, without a campaign. */
export async function senderOf(owner: Store, tenant: string): Promise<History[]> {
  const [account, mailbox] = await sender(owner, tenant);
  if (!account || !mailbox) throw new Error('A sender is an account and a mailbox.');
  const rules = { ...DEFAULT_RULES, mailboxDailyCap: LIMIT };
  return [account, { ...mailbox, events: [...mailbox.events, { type: 'SendingRulesSet', data: rules }] }];
}

export function* historiesOf({ tenant, campaign: name, size }: BenchCampaign): Generator<History> {
  const form = {
    ...{ name, subjectType: 'static' as const, staticSubject: TEXT.subject, messagePrompt: 'Be kind' },
    ...{ dailyLimit: LIMIT, sendWindow: ANY_HOUR },
  };
  const created = createCampaign(campaign.initial, form, newId);
  yield { tenant, streamId: `campaign-${name}`, events: [...created, { type: 'CampaignStarted', data: {} }] };
  for (let index = 0; index < size; index += 1) {
    const partnerId = partnerOf(name, index);
    const { facts, person } = aPerson({ person: { name: `Ada ${partnerId}` } });
    const contact = { email: addressOf(name, index), socialProfiles: [] };
    yield {
      tenant,
      streamId: `partner-${partnerId}`,
      events: [
        { type: 'PartnerAdded', data: { ...facts, by: 'import' }, personal: person },
        { type: 'PartnerApproved', data: {} },
        { type: 'ContactEdited', data: { confidence: 1 }, personal: contact },
      ],
    };
    const approved = [
      { type: 'MessageDrafted', data: { campaignId: name, partnerId, step: '1', resendOf: null } },
      { type: 'MessageEdited', data: {}, personal: TEXT },
      { type: 'MessageApproved', data: { textHash: textHash(contact.email, TEXT, null) ?? '', by: 'start' } },
    ];
    const later = Date.now() + (3 + Math.floor(index / LIMIT)) * DAY_MS + (index % LIMIT) * 300_000;
    // also those of a run: a plan would give an approved email its time before the run does
    const scheduled = { type: 'EmailScheduled', data: scheduledAt(tenant, later) };
    yield { tenant, streamId: `message-${messageOf(name, index)}`, events: [...approved, scheduled] };
  }
}

/** Gives each due email its time (`timeOf`: ms since 1970, by its place among all). Answers the time of each by its stream. */
export async function scheduleDue(
  store: Store,
  campaigns: readonly BenchCampaign[],
  timeOf: (place: number, tenant: string) => number,
): Promise<Map<string, number>> {
  const dueAt = new Map<string, number>();
  for (const { tenant, campaign: name, due } of campaigns)
    for (let index = 0; index < due; index += 1) {
      const at = Math.round(timeOf(dueAt.size, tenant));
      dueAt.set(`message-${messageOf(name, index)}`, at);
      const entry = scheduledAt(tenant, at);
      await store.run({
        ...{ tenant, cause: testCause },
        streams: { message: ref('message', messageOf(name, index)) },
        decide: ({ message }) => ({
          message: [
            ...unscheduleEmail(message, { code: 'late' }),
            ...scheduleEmail({ ...message, status: 'approved' }, entry),
          ],
        }),
      });
    }
  if (Date.now() > Math.min(...dueAt.values()))
    throw new Error('The machine is too busy: the first emails were due before all had their time.');
  return dueAt;
}

/** The relay begins behind what was filled in, so that only what a run does makes jobs; or before the streams that begin with `except`. */
export const skipFilled = ({ sql }: Store, except = ' ') => sql`
  insert into log.checkpoints (name, epoch, tx, position)
  select 'relay', e.epoch, e.tx, e.position from log.events e where not starts_with(e.stream_id, ${except})
  order by e.epoch desc, e.tx desc, e.position desc limit 1
  on conflict (name) do update set epoch = excluded.epoch, tx = excluded.tx, position = excluded.position`;

/** Throws unless each of the due emails left, by the log and by the sandbox, and none left twice. */
export async function assertSent(owner: Store, sandboxUrl: string, due: readonly string[]): Promise<void> {
  const [log] = await owner.sql<{ sent: number; streams: number }[]>`
    select count(*)::int as sent, count(distinct stream_id)::int as streams from log.events
    where type = 'EmailSent' and stream_id = any (${due as string[]})`;
  const response = await fetch(`${sandboxUrl}/outbox`, { headers: { Accept: 'application/json' } });
  const names = new Set(due.map((streamId) => streamId.split('.')[1]));
  const accepted = ((await response.json()) as { messages: { to: string }[] }).messages
    .map(({ to }) => to.split('@')[0])
    .filter((name) => names.has(name));
  const counts = [log?.sent, log?.streams, accepted.length, new Set(accepted).size];
  if (counts.some((count) => count !== due.length))
    throw new Error(
      `Of ${due.length} emails the log has sent ${counts[0]} (${counts[1]}), and the provider got ${counts[2]} (${counts[3]}).`,
    );
}
