/** A message at a moment: the fold of its events (message.ts). */
import type { MediaKit } from '../accounts/mediaKit.ts';
import type { Variant } from '../campaigns/variants.ts';
import type { Reason } from '../shared/reasons.ts';
import { Refused } from '../shared/refused.ts';
import type { MayBeUnreadable } from '../shared/unreadable.ts';
import type { Flaw } from './check/flaw.ts';
import type {
  AddressedTo,
  DeliveryReport,
  FollowUpOf,
  MessageText,
  SchedulingRules,
  SendPlanEntry,
} from './messageEvents.ts';
import type { Part } from './parts.ts';

export type MessageStatus =
  | 'none'
  | 'drafted'
  | 'unfit'
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

/** The generation run of a follow-up. It starts automatically. */
export const FOLLOW_UP_RUN = 'follow-up';

/** An attempt that was on its way. `draftIn`: the account that stores it as a draft first (SendingAccount.id); null: it was handed over in one call. */
export type Dispatched = {
  attempt: number;
  sendId: string;
  mailbox: string;
  day: string;
  to: string | null;
  addressHmac: string;
  at: string;
  draftIn: string | null;
  /** `deleting`: it was found unsent, and its deletion has begun. */
  draft: { id: string; threadId: string; deleting: boolean } | null;
  /** The draft of an earlier attempt, which must be deleted before this one gets its own. `draftIn`: the account that may still have it. */
  formerDraft: { id: string; threadId: string; deleting: boolean; draftIn: string } | null;
  /** The media kit that left with it. */
  file: Omit<MediaKit, 'type'> | null;
  /** When a person asked for it to leave at once; null: it left by the plan. */
  askedAt: string | null;
};

/** The newest draft of a message, which its account may still have. */
export const draftLeft = ({ dispatch }: Pick<MessageState, 'dispatch'>): Dispatched['formerDraft'] =>
  dispatch?.draft && dispatch.draftIn !== null
    ? { ...dispatch.draft, draftIn: dispatch.draftIn }
    : (dispatch?.formerDraft ?? null);

export type Delivery = { report: DeliveryReport; reason: string | null; at: string };

export type MessageState = MayBeUnreadable & {
  status: MessageStatus;
  campaignId: string;
  partnerId: string;
  step: string;
  resendOf: string | null;
  /** It is a follow-up, or sends one again; null: a first message or an answer. */
  followUp: FollowUpOf | null;
  /** No plan sends it earlier (ISO 8601): a follow-up's day, or the return of a person who is away. */
  notBefore: string | null;
  /** When the user moved it to a day that the person named (ISO 8601). Only a later reply stops it. */
  movedAt: string | null;
  /** The A/B version in which the AI wrote it, or should. null: no test, or a person wrote it. */
  variant: Variant | null;
  /** That version's text when this one was written (campaigns/variants.ts). */
  variantTextId: string | null;
  /** An answer's own recipients; null: it goes to the partner's address. */
  addressedTo: AddressedTo | null;
  text: MessageText | null;
  hasText: boolean;
  edited: boolean;
  /** The text is the campaign's own: the user wrote it for everyone. */
  fromCampaign: boolean;
  /** When a person last changed the text. */
  editedAt: string | null;
  /** Flaws of the present text that a person let pass (check/checkText.ts). */
  passed: readonly Flaw[];
  /** The parts of the AI's text, in order; empty for a text of a person. */
  parts: readonly Part[];
  /** The AI wrote nothing, since this speaks against the person (null: erased). Unset again by a text, or by a person who wants one. */
  unfit: { reason: string | null; at: string } | null;
  /** The generation that a person asked for in spite of it; null: none. */
  anyway: string | null;
  /** An AI is to compare this text with the facts. */
  toJudge: boolean;
  /** What the AI found when it compared this very text with the facts; null: it has not yet. */
  judged: { textHash: string; flaws: readonly Flaw[] } | null;
  /** The newest rewriting that a person asked for, until the text changes. `text`: what is rewritten. */
  revision: {
    id: string;
    at: string;
    status: 'open' | 'done' | 'failed';
    instruction: string | null;
    text: MessageText | null;
    revised: (MessageText & { parts: readonly Part[] }) | null;
    reason: Reason | null;
  } | null;
  /** The newest copy that a user sent to themselves. */
  copy: {
    id: string;
    userId: string;
    at: string;
    status: 'open' | 'sent' | 'failed';
    text: MessageText | null;
    reason: Reason | null;
  } | null;
  erased: boolean;
  lastRun: { runId: string; outcome: 'generated' | 'failed'; reason: Reason | null } | null;
  approvedHash: string | null;
  scheduledAt: string | null;
  scheduledDay: string | null;
  /** The mailbox that it is planned on, or was last to leave from; null: none yet (sending/rotation.ts). */
  mailbox: string | null;
  /** The time that the user chose, until another is drawn. The plan holds it where it can. */
  chosenAt: string | null;
  /** By which rules that time was drawn. */
  drawnFrom: SchedulingRules | null;
  /** Send Now was asked for: window, gap and campaign state do not hold it back. */
  immediate: boolean;
  /** When that was asked for. */
  askedAt: string | null;
  /** Since when the user holds it, until they release it (ISO 8601); null: they do not. */
  heldAt: string | null;
  attempt: number;
  claim: { worker: string; leaseUntil: string } | null;
  /** Claims in a row that lapsed without a dispatch. */
  lapses: number;
  /** Deferrals by the server in a row, and their start (putOff.ts). A new text, address or Send Now begins again. */
  putOffs: { times: number; since: string } | null;
  /** The last attempt that was on its way. */
  dispatch: Dispatched | null;
  sentAt: string | null;
  providerMessageId: string | null;
  /** The provider's conversation that the mail belongs to. */
  threadId: string | null;
  reason: Reason | null;
  /** The reason and the time from before a cancellation. `decision`: the decision on the partner that canceled it; its Undo restores the message. */
  removed: { decision: number | null; reason: Reason | null; slot: SendPlanEntry | null } | null;
  /** It counts as sent because a person said so; no provider has confirmed it. */
  markedSent: boolean;
  /** It was abandoned without being sent again. */
  setAside: boolean;
  /** The email's fate after the provider accepted it: the graver of the two below. */
  delivery: Delivery | null;
  /** By the provider. */
  reported: Delivery | null;
  /** By a label of its conversation. */
  labeled: Delivery | null;
  replied: boolean;
  repliedAt: string | null;
  /** The source of the word. No program takes back the user's. */
  repliedBy: 'user' | 'mailbox' | null;
  createdAt: string;
};

export const initialMessage: MessageState = {
  status: 'none',
  campaignId: '',
  partnerId: '',
  step: '',
  resendOf: null,
  followUp: null,
  notBefore: null,
  movedAt: null,
  variant: null,
  variantTextId: null,
  addressedTo: null,
  text: null,
  hasText: false,
  edited: false,
  fromCampaign: false,
  editedAt: null,
  passed: [],
  parts: [],
  unfit: null,
  anyway: null,
  toJudge: false,
  judged: null,
  revision: null,
  copy: null,
  erased: false,
  lastRun: null,
  approvedHash: null,
  scheduledAt: null,
  scheduledDay: null,
  chosenAt: null,
  mailbox: null,
  drawnFrom: null,
  immediate: false,
  askedAt: null,
  heldAt: null,
  attempt: 0,
  claim: null,
  lapses: 0,
  putOffs: null,
  dispatch: null,
  sentAt: null,
  providerMessageId: null,
  threadId: null,
  reason: null,
  removed: null,
  markedSent: false,
  setAside: false,
  delivery: null,
  reported: null,
  labeled: null,
  replied: false,
  repliedAt: null,
  repliedBy: null,
  createdAt: '',
};

type Statuses = ReadonlySet<MessageStatus>;

/** Nothing more happens to these without a person. */
export const FINAL: Statuses = new Set(['unfit', 'sent', 'failed', 'abandoned', 'cancelled']);
/** Nothing of these has left, and it still may. */
export const NOT_LEFT: Statuses = new Set(['drafted', 'approved', 'scheduled', 'claimed', 'deferred']);
/** Pending on the screens. */
export const PENDING: Statuses = new Set([...NOT_LEFT, 'dispatching']);
/** Canceled on the screens. */
export const CALLED_OFF: Statuses = new Set(['cancelled', 'abandoned']);
/** Nobody knows whether these left, or nobody knew when a person decided. */
export const UNCONFIRMED: Statuses = new Set(['unknown', 'abandoned']);
/** These have a time at which they leave, and those left at theirs: others keep their distance. */
export const HOLDS_SLOT: Statuses = new Set(['scheduled', 'deferred', 'claimed']);
export const LEFT_FROM_SLOT: Statuses = new Set(['dispatching', 'sent', 'failed', 'unknown']);
/** These leave without a person. `approved` does so only after Send Now, or once a plan gave it a time. */
export const WILL_LEAVE: Statuses = new Set(['approved', ...HOLDS_SLOT]);
/** A plan gives a time to these. */
export const PLANNABLE: MessageStatus = 'approved';

/** Of these a mail is with its recipient, or may be: the thread has begun. */
export const BEGINS_THREAD: Statuses = new Set(['dispatching', 'sent', 'unknown', 'abandoned']);

export const DISPATCHED: Statuses = new Set(['dispatching', 'sent', 'failed', 'unknown', 'abandoned']);

/** Whether a message has not left and still may. */
export const isWaiting = (status: MessageStatus): boolean => NOT_LEFT.has(status);

/** Whether a person holds it, so that no plan gives it a time. */
export const isHeld = ({ status, heldAt }: Pick<MessageState, 'status' | 'heldAt'>): boolean =>
  heldAt !== null && isWaiting(status);

/** Whether it leaves without a plan that gives it a time first. */
export const willLeave = ({ status, immediate }: Pick<MessageState, 'status' | 'immediate'>): boolean =>
  WILL_LEAVE.has(status) && (status !== PLANNABLE || immediate);

/** The address that it was sent to, else the one that it would go to now (`present`: of the partner). */
export const recipientOf = (
  {
    status,
    dispatch,
    addressedTo,
  }: Pick<MessageState, 'status' | 'dispatch'> & Partial<Pick<MessageState, 'addressedTo'>>,
  present: string | null | undefined,
): string | null => (DISPATCHED.has(status) ? dispatch?.to : addressedTo?.to) ?? present ?? null;

/** Where it goes if it leaves now. */
export const addressOf = (
  { addressedTo }: Pick<MessageState, 'addressedTo'>,
  { contact }: { contact: { email: string | null } | null },
): string | null => addressedTo?.to ?? contact?.email ?? null;

/** Whether nothing more happens to this message. An unconfirmed one is not final: a person decides. */
export const isFinal = (status: MessageStatus): boolean => FINAL.has(status);

export function mustExist(state: MessageState): void {
  if (state.status === 'none') throw new Refused({ code: 'no_message' });
}

export const sameText = (a: MessageText, b: MessageText): boolean => a.subject === b.subject && a.body === b.body;
