import { CAME_BACK } from '../../events/messages/delivery.ts';
import type { DeliveryReport } from '../../events/messages/messageEvents.ts';
import { readAs } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import type { LoggedEvent } from './loggedEvent.ts';
import { readStreams } from './streams.ts';

/** An event of a partner, or of a message to them. `campaign`: the name of its campaign; null: it has none, or it was erased. */
export type PartnerStep = Pick<LoggedEvent, 'at' | 'what' | 'actor'> & { campaign: string | null };

const OUTREACH = ['EmailSent', 'EmailMarkedSent', 'ReplyReceived', 'ReplyDiscounted'];

/** Only what a user wants to know of an email; its own story tells the rest. */
function isOutreach({ type, decoded }: LoggedEvent): boolean {
  const { step, report } = (decoded?.data ?? {}) as { step?: string; report?: DeliveryReport };
  if (type === 'MessageDrafted') return step === '1';
  if (type === 'DeliveryReported') return report !== undefined && [...CAME_BACK, 'complained'].includes(report);
  return OUTREACH.includes(type);
}

/** The history of a partner in the list and in every campaign, oldest first. */
export async function readPartnerHistory(store: Store, tenant: string, partnerId: string): Promise<PartnerStep[]> {
  const messages = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream: string; campaign: string | null }[]>`
      select m.stream_id as stream, c.state->'text'->>'name' as campaign
      from read.messages m
      left join read.campaigns c on c.tenant_id = m.tenant_id and c.stream_id = 'campaign-' || m.campaign_id
      where m.tenant_id = ${tenant} and m.partner_id = ${partnerId}`,
  );
  const campaigns = new Map(messages.map(({ stream, campaign }) => [stream, campaign]));
  const own = `partner-${partnerId}`;
  const streams = await readStreams(store, tenant, [own, ...campaigns.keys()]);
  return [...streams.values()]
    .flat()
    .filter((event) => event.stream === own || isOutreach(event))
    .map(({ stream, at, what, actor }) => ({ at, what, actor, campaign: campaigns.get(stream) ?? null }))
    .sort((a, b) => a.at.localeCompare(b.at));
}
