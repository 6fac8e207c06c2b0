import type { z } from 'zod';
import { Refused } from './refused.ts';

/**
 * One kind of event. `data` is stored in the clear and holds no personal data. `personal` is stored as one envelope, encrypted under the key of the
 * stream's person (design: personal data).
 */
export type EventDefinition = {
  readonly version: number;
  readonly data: z.ZodType;
  readonly personal?: z.ZodType;
  /** Brings a person into the log, or back after an erasure. Only such an event may be the first under their key. */
  readonly introduces?: true;
  /** The upcasters: from the data of each older version to that of the next one. */
  readonly upcasters?: Readonly<Record<number, (data: object) => object>>;
};

export type EventDefinitions = Readonly<Record<string, EventDefinition>>;

type PersonalOf<D extends EventDefinition> = D['personal'] extends z.ZodType
  ? { personal: z.infer<D['personal']> | null }
  : { personal?: undefined };

/** The union of a catalogue's events. `personal` is null once the person was erased or is unreadable. */
export type EventOf<Defs extends EventDefinitions> = {
  [T in keyof Defs & string]: { type: T; data: z.infer<Defs[T]['data']> } & PersonalOf<Defs[T]>;
}[keyof Defs & string];

/** An event as the log has it: with the moment it was recorded (ISO 8601, UTC) and who caused it. */
export type Recorded<E> = E & {
  at: string;
  actor: string;
  /** `personal` is null because it cannot be decrypted, not because of an erasure. The key was damaged, or the text was altered. */
  unreadable?: 'key' | 'text';
};

export type AnyEvent = { type: string; data: object; personal?: object | null | undefined };

/**
 * One aggregate: its events fold into its state. The functions beside it are its deciders: state and input → events, or Refused.
 * `projectionVersion` changes with the fold's result for an old history.
 */
export type Aggregate<State, E extends AnyEvent> = {
  readonly kind: Kind;
  readonly definitions: EventDefinitions;
  readonly projectionVersion: number;
  readonly initial: State;
  readonly evolve: (state: State, event: Recorded<E>) => State;
};

/** Brings data of an older version of an event to the current one. */
export function upcastBy({ version: current, upcasters }: EventDefinition, version: number, data: object): object {
  let value = data;
  for (let older = version; older < current; older += 1) {
    const upcaster = upcasters?.[older];
    if (!upcaster) throw new Error(`No upcaster from version ${older} of an event`);
    value = upcaster(value);
  }
  return value;
}

/**
 * The kinds of streams by the prefix of the stream id, each with the table of its inline projection. This is the one list of them: tables and SQL
 * functions are made from it (db/README.md). The most frequent come first, because log.commit_event looks for a kind in this order.
 */
export const READ_MODELS = {
  message: 'messages',
  partner: 'partners',
  search: 'searches',
  campaign: 'campaigns',
  quota: 'quotas',
  credits: 'credits',
  aicall: 'ai_calls',
  profile: 'profiles',
  mailbox: 'mailboxes',
  domain: 'sender_domains',
  suppression: 'suppressions',
  conversation: 'conversations',
  user: 'users',
  setting: 'settings',
  installation: 'installations',
  erasure: 'erasures',
  access: 'accesses',
  views: 'saved_views',
  snippets: 'snippets',
  templates: 'campaign_templates',
  need: 'needs',
  import: 'imports',
  batch: 'batches',
  notifications: 'notifications',
  webhooks: 'webhooks',
  schedule: 'search_schedules',
  reads: 'reads',
} as const;
export type Kind = keyof typeof READ_MODELS;
export const KINDS = Object.keys(READ_MODELS) as [Kind, ...Kind[]];

/** The stream prefix of a search for the person behind an address. Its request names that person. */
export const URL_SEARCH = 'search-url-';

/** The kind of a stream id such as `partner-4f…`; a stream of no known kind is refused. */
export function kindOf(streamId: string): Kind {
  const dash = streamId.indexOf('-');
  const prefix = dash === -1 ? streamId : streamId.slice(0, dash);
  const kind = KINDS.find((known) => known === prefix);
  if (!kind) throw new Refused({ code: 'no_kind', prefix });
  return kind;
}

/**
 * The person whose key protects a stream's personal fields. Messages and conversations fall under the partner, and an account under its user. A
 * suppressed address has its own key. So has a search for the one person behind an address. Everything else falls under the tenant's owner.
 */
export function personOf(streamId: string): string {
  const kind = kindOf(streamId);
  if (kind === 'partner' || kind === 'user' || kind === 'suppression') return streamId;
  if (streamId.startsWith(URL_SEARCH)) return streamId;
  if (kind === 'message' || kind === 'conversation') {
    const partner = streamId.split('.')[1];
    if (!partner) throw new Refused({ code: 'no_partner_in_stream', kind });
    return `partner-${partner}`;
  }
  return 'owner';
}
