import { access } from './accounts/accountLink.ts';
import { credits } from './accounts/credits.ts';
import { profile } from './accounts/profile.ts';
import { setting } from './accounts/setting.ts';
import { user } from './accounts/user.ts';
import { aiCall } from './ai/aiCall.ts';
import { campaign } from './campaigns/campaign.ts';
import { message } from './messages/message.ts';
import { partner } from './partners/partner.ts';
import { search } from './partners/search.ts';
import { erasure } from './privacy/erasure.ts';
import { type SuppressionReason, sourceOfOld, suppression } from './privacy/suppression.ts';
import { installation } from './sending/installation.ts';
import { mailbox } from './sending/mailbox.ts';
import { quota } from './sending/quota.ts';
import type { Aggregate, AnyEvent, EventDefinition, Kind, MayBeUnreadable, Recorded } from './shared/event.ts';

/** Every aggregate by the kind of its streams. */
export const aggregates = {
  installation,
  user,
  setting,
  profile,
  search,
  partner,
  campaign,
  message,
  credits,
  mailbox,
  quota,
  suppression,
  aicall: aiCall,
  erasure,
  access,
} as const;

export type Aggregates = typeof aggregates;
export type StateOf<K extends Kind> = (Aggregates[K] extends Aggregate<infer S, infer _E> ? S : never) &
  MayBeUnreadable;
export type EventsOf<K extends Kind> = Aggregates[K] extends Aggregate<infer _S, infer E> ? E : never;

type AnyAggregate = Aggregate<object, AnyEvent>;

/** The fold of a kind, which also keeps in mind whether anything in it was unreadable. After an erasure there is nothing left to read. */
function remembersUnreadable(aggregate: AnyAggregate): AnyAggregate {
  return {
    ...aggregate,
    evolve(state: object & MayBeUnreadable, event: Recorded<AnyEvent>) {
      const next: object & MayBeUnreadable = aggregate.evolve(state, event);
      if (event.unreadable) return { ...next, unreadable: true };
      if (event.type !== 'PersonErased' || !next.unreadable) return next;
      const { unreadable: _, ...readable } = next;
      return readable;
    },
  };
}

const anyAggregates = Object.fromEntries(
  Object.entries(aggregates).map(([kind, aggregate]) => [
    kind,
    remembersUnreadable(aggregate as unknown as AnyAggregate),
  ]),
) as Readonly<Record<Kind, AnyAggregate>>;

/** An aggregate whose types were forgotten, for code that handles every kind alike (rebuild, tail, verification). */
export const aggregateOf = (kind: Kind): Aggregate<unknown, AnyEvent> =>
  anyAggregates[kind] as Aggregate<unknown, AnyEvent>;

/** An event type or version that this program does not know: an older process must stop at it, never skip it. */
export class UnknownEvent extends Error {
  constructor(
    readonly kind: string,
    readonly type: string,
    readonly version: number,
  ) {
    super(
      `Unknown event ${kind}/${type} version ${version}. A newer version of the program wrote it: update this one.`,
    );
    this.name = 'UnknownEvent';
  }
}

/** From an old version of an event's data to the next one: (kind/type) → version → upcaster. */
const upcasters: Readonly<Record<string, Readonly<Record<number, (data: object) => object>>>> = {
  // more can be asked for
  'access/AccessRequested': { 1: (data) => data },
  // it was always sent again
  'message/MessageAbandoned': { 1: (data) => data },
  // the message that was sent again ended at once
  'message/MessageDrafted': { 1: (data) => ({ ...data, resendOf: null }) },
  // no mail was stored as a draft first, and no provider had conversations
  'message/EmailDispatched': { 1: (data) => data },
  'message/EmailSent': { 1: (data) => data },
  // a release used to end the wish to send at once
  'message/SendReleased': { 1: (data) => ({ ...data, until: null }) },
  // no Undo restored it
  'message/MessageCancelled': { 1: (data) => ({ ...data, removal: null }) },
  // every Undo led back to pending
  'partner/PartnerDecisionUndone': { 1: (data) => ({ ...data, now: 'pending' }) },
  'suppression/AddressSuppressed': {
    1: (data) => ({ ...data, source: sourceOfOld((data as { reason: SuppressionReason }).reason) }),
    // an erasure had no name of its own
    2: (data) => ((data as { reason: SuppressionReason }).reason === 'erased' ? { ...data, source: 'erasure' } : data),
  },
  // there was one window and one cap for all
  'message/EmailScheduled': {
    1: (data) => ({
      ...data,
      hours: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] },
      mailboxCap: 40,
      rampUp: false,
    }),
    // whether the sandbox's gap stood in for the hours was not written down
    2: (data) => ({ ...data, gapSeconds: null }),
  },
  // every campaign used that window
  'campaign/CampaignCreated': { 1: (data) => ({ ...data, sendWindow: null }) },
  'campaign/CampaignEdited': { 1: (data) => ({ ...data, sendWindow: null }) },
};

/** The definition of an event type; throws UnknownEvent for a type or a version that is newer than this program. */
export function definitionOf(kind: Kind, type: string, version: number): EventDefinition {
  const definition = aggregateOf(kind).definitions[type];
  if (!definition || version > definition.version || version < 1) throw new UnknownEvent(kind, type, version);
  return definition;
}

/** Brings stored data of any known version to the current one. */
export function upcast(kind: Kind, type: string, version: number, data: object): object {
  const current = definitionOf(kind, type, version).version;
  let value = data;
  for (let at = version; at < current; at += 1) {
    const step = upcasters[`${kind}/${type}`]?.[at];
    if (!step) throw new UnknownEvent(kind, type, at);
    value = step(value);
  }
  return value;
}
