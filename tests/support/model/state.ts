/**
 * A campaign and its messages as plain state, for model-based tests. It follows the rules of sending (design, section 8, and the rulings) and uses
 * none of the product's folds. Times are ms since 1970; every zone is UTC.
 */
export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

export type MessageStatus =
  | 'drafted'
  | 'approved'
  | 'scheduled'
  | 'claimed'
  | 'dispatching'
  | 'sent'
  | 'deferred'
  | 'failed'
  | 'unknown'
  | 'abandoned'
  | 'cancelled';

/** Local hours and weekdays (1 Monday … 7 Sunday). */
export type Hours = { from: number; to: number; weekdays: readonly number[] };
export type Rules = { limit: number; hours: Hours | null };

export type ModelMessage = {
  partner: number;
  step: string;
  /** The message of unknown fate that it stands in for. */
  resendOf: string | null;
  status: MessageStatus;
  /** The body; null: none yet. */
  text: string | null;
  edited: boolean;
  editedAt: number | null;
  /** The address and the text that were approved. */
  approvedFor: string | null;
  /** Send Now, and when it was asked for. */
  immediate: boolean;
  askedAt: number | null;
  at: number | null;
  drawnBy: Rules | null;
  attempt: number;
  leaseEnd: number | null;
  /** Claims that lapsed in a row before this one. */
  lapses: number;
  dispatched: { attempt: number } | null;
  /** It counts as sent because a person said so. */
  marked: boolean;
  repliedAt: number | null;
  /** The removal of its partner that canceled it, while that is so. */
  removedBy: number | null;
  /** The run of writing that has dealt with it last. */
  run: number | null;
};

export type Model = {
  now: number;
  account: 'active' | 'paused';
  campaign: { status: 'none' | 'draft' | 'active' | 'paused' | 'completed' | 'deleted' } & Rules;
  /** The run of writing that is open, and how many there were. */
  writing: { run: number; keys: string[]; includeEdited: boolean; askedAt: number } | null;
  runs: number;
  /** `removals`: how often they were rejected. */
  partners: { address: string; approved: boolean; removals: number }[];
  suppressed: Set<string>;
  /** By `partner.step`. */
  messages: Map<string, ModelMessage>;
  /** The messages that hold a place of the campaign's day, with their attempts. */
  places: Map<string, Map<string, number>>;
  /** Until when nothing leaves the mailbox; null: until the settings are saved. */
  hold: { until: number | null } | null;
  /** Attempts in a row that met trouble. */
  troubles: number;
  /** The stored key. */
  key: number;
  /** The workers' claims, and the emails that may leave. */
  claims: { message: string; attempt: number }[];
  mails: { message: string; attempt: number; day: string; key: number }[];
};

export const USUAL_HOURS: Hours = { from: 9, to: 17, weekdays: [1, 2, 3, 4, 5] };

export const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);
export const dayEnd = (at: number): number => Date.parse(`${dayOf(at)}T00:00:00Z`) + DAY;

export function isOpen({ hours }: Rules, at: number): boolean {
  const { from, to, weekdays } = hours ?? USUAL_HOURS;
  const date = new Date(at);
  const hour = date.getUTCHours();
  return weekdays.includes(date.getUTCDay() || 7) && hour >= from && hour < to;
}

export const usedOn = (model: Model, day: string): number => model.places.get(day)?.size ?? 0;
export const held = ({ hold, now }: Model): boolean => hold !== null && (hold.until === null || hold.until > now);
export const addressOf = (model: Model, message: ModelMessage): string =>
  model.partners[message.partner]?.address ?? '';
export const approvalOf = (model: Model, message: ModelMessage): string =>
  `${addressOf(model, message)}: ${message.text}`;
export const isResend = (message: ModelMessage): boolean => message.step !== '1';

const STOPPABLE: ReadonlySet<MessageStatus> = new Set(['drafted', 'approved', 'scheduled', 'claimed', 'deferred']);
export const isStoppable = (message: ModelMessage): boolean => STOPPABLE.has(message.status);
const FINAL: ReadonlySet<MessageStatus> = new Set(['sent', 'failed', 'abandoned', 'cancelled']);
export const isFinal = (message: ModelMessage): boolean => FINAL.has(message.status);

/** A Send Now that something of ours holds back. */
export const isDeferredByPolicy = (message: ModelMessage): boolean =>
  message.status === 'deferred' && message.immediate && message.dispatched?.attempt !== message.attempt;

/** It is in no plan and in nobody's hands. */
export function takeOut(message: ModelMessage, status: MessageStatus): void {
  Object.assign(message, { status, immediate: false, askedAt: null, at: null, drawnBy: null, leaseEnd: null });
}

export const cancel = (message: ModelMessage, removedBy: number | null = null): void => {
  if (!isStoppable(message)) return;
  takeOut(message, 'cancelled');
  message.removedBy = removedBy;
};

/** The removal because of which nothing goes to a message's partner; null: they are approved. */
export const removalOf = (model: Model, { partner }: ModelMessage): number | null => {
  const who = model.partners[partner];
  return who && !who.approved ? who.removals : null;
};

export function freshModel(now: number, partners: readonly string[]): Model {
  return {
    now,
    account: 'active',
    campaign: { status: 'none', limit: 0, hours: null },
    writing: null,
    runs: 0,
    partners: partners.map((address) => ({ address, approved: true, removals: 0 })),
    suppressed: new Set(),
    messages: new Map(),
    places: new Map(),
    hold: null,
    troubles: 0,
    key: 0,
    claims: [],
    mails: [],
  };
}

export function freshMessage(partner: number, step: string): ModelMessage {
  return {
    partner,
    step,
    resendOf: null,
    status: 'drafted',
    text: null,
    edited: false,
    editedAt: null,
    approvedFor: null,
    immediate: false,
    askedAt: null,
    at: null,
    drawnBy: null,
    attempt: 0,
    leaseEnd: null,
    lapses: 0,
    dispatched: null,
    marked: false,
    repliedAt: null,
    removedBy: null,
    run: null,
  };
}
