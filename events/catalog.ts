import { accountLink } from './accounts/accountLink.ts';
import { credits } from './accounts/credits.ts';
import { installation } from './accounts/installation.ts';
import { notifications } from './accounts/notifications.ts';
import { profile } from './accounts/profile.ts';
import { setting } from './accounts/setting.ts';
import { user } from './accounts/userState.ts';
import { webhooks } from './accounts/webhooks.ts';
import { aiCall } from './ai/aiCall.ts';
import { campaign } from './campaigns/campaign.ts';
import { templates } from './campaigns/templates.ts';
import { conversation } from './conversations/conversation.ts';
import { reads } from './history/reads.ts';
import { batch } from './messages/batch.ts';
import { message } from './messages/message.ts';
import { snippets } from './messages/snippets.ts';
import { partner } from './partners/partner.ts';
import { partnerImport } from './partners/partnerImport.ts';
import { savedViews } from './partners/savedViews.ts';
import { search } from './partners/search.ts';
import { searchSchedule } from './partners/searchSchedule.ts';
import { erasure } from './privacy/erasure.ts';
import { suppression } from './privacy/suppression.ts';
import { mailbox } from './sending/mailbox.ts';
import { quota } from './sending/quota.ts';
import { senderDomain } from './sending/senderDomain.ts';
import {
  type Aggregate,
  type AnyEvent,
  type EventDefinition,
  type Kind,
  type Recorded,
  upcastBy,
} from './shared/event.ts';
import type { MayBeUnreadable } from './shared/unreadable.ts';
import { need } from './today/need.ts';

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
  conversation,
  credits,
  mailbox,
  domain: senderDomain,
  quota,
  suppression,
  aicall: aiCall,
  erasure,
  access: accountLink,
  views: savedViews.aggregate,
  snippets: snippets.aggregate,
  templates: templates.aggregate,
  need,
  import: partnerImport,
  batch,
  notifications,
  webhooks,
  schedule: searchSchedule,
  reads,
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
    /** Its tenant, stream and version, where they are known. */
    readonly place?: { tenant: string; streamId: string; version: number },
  ) {
    const at = place ? ` (${place.tenant} ${place.streamId}@${place.version})` : '';
    super(
      `Unknown event ${kind}/${type} version ${version}${at}. A newer version of the program wrote it: update this one.`,
    );
    this.name = 'UnknownEvent';
  }
}

/** The definition of an event type; throws UnknownEvent for a type or a version that is newer than this program. */
export function definitionOf(kind: Kind, type: string, version: number): EventDefinition {
  const definition = aggregateOf(kind).definitions[type];
  if (!definition || version > definition.version || version < 1) throw new UnknownEvent(kind, type, version);
  return definition;
}

/** Brings stored data of any known version to the current one. */
export const upcast = (kind: Kind, type: string, version: number, data: object): object =>
  upcastBy(definitionOf(kind, type, version), version, data);
