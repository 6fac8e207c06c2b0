import { aggregateOf, type StateOf } from '../../events/catalog.ts';
import { askedIn, type ExplainStep, explainMessage } from '../../events/history/explainMessage.ts';
import type { DeliveryReport } from '../../events/messages/messageEvents.ts';
import type { MessageStatus } from '../../events/messages/messageState.ts';
import type { Kind } from '../../events/shared/event.ts';
import { Refused } from '../../events/shared/refused.ts';
import { readable } from '../../events/shared/unreadable.ts';
import type { Store } from '../store.ts';
import { happened, type LoggedEvent, recorded } from './loggedEvent.ts';
import { callsAbout, readStreams } from './streams.ts';

/** The text as it was handed to the provider. */
type SentText = { to: string; from: string; subject: string; text: string };

/** The story of one mail. `partner` and `campaign` are names, null once erased. Unreadable parts say so. */
export type Explained = {
  message: {
    id: string;
    status: MessageStatus;
    partner: string | null;
    campaign: string | null;
    erased: boolean;
    /** The last attempt; null: none. `text` is null once erased. */
    sent: { at: string; text: SentText | null } | null;
    /** The approval that it left by. */
    approved: { actor: string; at: string } | null;
    repliedAt: string | null;
    /** What the provider said of it afterwards, such as `bounced`. */
    report: DeliveryReport | null;
  };
  steps: ExplainStep[];
};

/** Who acted in the story. */
export const actorsIn = ({ message, steps }: Explained): string[] =>
  [...steps, ...(message.approved ? [message.approved] : [])].map(({ actor }) => actor);

function folded<K extends Kind>(kind: K, events: readonly LoggedEvent[] = []): StateOf<K> {
  const { evolve, initial } = aggregateOf(kind);
  return events.map(recorded).reduce((state, event) => (event ? evolve(state, event) : state), initial) as StateOf<K>;
}

/** Tells how a message of a tenant came to be what it is. Throws Refused when there is none of that id. */
export async function readExplained(store: Store, tenant: string, messageId: string): Promise<Explained> {
  const stream = `message-${messageId}`;
  const [campaignId = '', partnerId = ''] = messageId.split('.');
  // a message's stream is named by its campaign, its partner and its step; nothing else is one
  if (!/^[\w-]+\.[\w-]+\.[\w-]+$/.test(messageId)) throw new Refused({ code: 'no_message' });
  const [streams, calls] = await Promise.all([
    readStreams(store, tenant, [stream, `campaign-${campaignId}`, `partner-${partnerId}`]),
    callsAbout(store, tenant, [stream]).then((about) => readStreams(store, tenant, about)),
  ]);
  const of = (name: string) => streams.get(name)?.map(happened) ?? [];
  if (!streams.has(stream)) throw new Refused({ code: 'no_message' });
  const found = of(`partner-${partnerId}`);
  const searchId = found.find(({ type }) => type === 'PartnerDiscovered')?.data.searchId;
  const search = typeof searchId === 'string' ? await readStreams(store, tenant, [`search-${searchId}`]) : null;
  const all = (read: Map<string, LoggedEvent[]> | null) => [...(read?.values() ?? [])].flat().map(happened);
  // folded from the very events of the story, so that both say the same
  const message = folded('message', streams.get(stream));
  const partner = folded('partner', streams.get(`partner-${partnerId}`));
  const attempt = of(stream).findLastIndex(({ type }) => type === 'EmailDispatched');
  const sent = of(stream)[attempt];
  const before = attempt === -1 ? of(stream) : of(stream).slice(0, attempt);
  const approved = before.findLast(({ type }) => type === 'MessageApproved');
  const campaign = folded('campaign', streams.get(`campaign-${campaignId}`));
  const story = {
    message: of(stream),
    partner: found,
    search: all(search).filter(({ type }) => type === 'SearchRequested'),
    campaign: of(`campaign-${campaignId}`),
    calls: all(calls),
  };
  const agents = askedIn(story);
  const asked = agents.length > 0 ? await readStreams(store, tenant, agents) : null;
  return {
    message: {
      id: messageId,
      status: message.status,
      partner: readable(partner, partner.person?.name),
      campaign: readable(campaign, campaign.text?.name),
      erased: message.erased || partner.erased,
      sent: sent ? { at: sent.at, text: (sent.personal as SentText | null | undefined) ?? null } : null,
      approved: approved ? { actor: approved.actor, at: approved.at } : null,
      repliedAt: message.repliedAt,
      report: message.delivery?.report ?? null,
    },
    steps: explainMessage({ ...story, asked: all(asked) }),
  };
}
