import type { Variant } from '../campaigns/variants.ts';
import { isAnswer } from '../messages/answer.ts';
import { gaveWay } from '../messages/followUp.ts';
import type { DeliveryReport } from '../messages/messageEvents.ts';
import { type MessageState, NOT_LEFT, recipientOf } from '../messages/messageState.ts';
import type { PartnerState } from '../partners/partner.ts';
import { threadMailbox } from '../sending/rotation.ts';
import { readable } from '../shared/unreadable.ts';
import type { Placed } from './person.ts';

/** A row of a list of messages. Times are ISO 8601. */
export type MessageRow = {
  id: string;
  campaignId: string;
  status: MessageState['status'];
  /** The numbers of the screens that count it. */
  sets: readonly string[];
  /** The campaign's screen lists it: an answer only while a person must decide about it. */
  listed: boolean;
  createdAt: string;
  /** When it left, or else is to leave. */
  at: string | null;
  /** From which it left, or else is to leave; null: that is open. */
  mailbox: string | null;
  /** When it counts in the rates of its mailbox (db/read/sendRates.ts), and what was reported of it. */
  ratedAt: string | null;
  report: DeliveryReport | null;
  /** Until when a text waits for its turn; null: it does not, or it may go at any time. */
  notBefore: string | null;
  /** The same as `at`, or the day that it waits for; empty: none is known. */
  moment: string;
  /** Its place by what needs a person: the lowest first. */
  needs: number;
  /** Of the partner: for sorting and search, and empty once erased. */
  name: string;
  found: string;
  /** Where it went, or would go now, in lower case; null: nowhere, or the person is erased. */
  address: string | null;
  /** Of an A/B test. */
  variant: Variant | null;
  /** Which follow-up it is; null: none, or it gave way, and another one takes its place. */
  followUp: string | null;
  /** Why it was canceled; null: it was not. */
  reason: MessageState['reason'];
  /** What its text was checked against (db/read/keptChecks.ts); null: no check of this text is kept. */
  facts: string | null;
  /** -1: not known. */
  score: number;
  followers: number;
};

const WAITS: ReadonlySet<MessageState['status']> = new Set(['drafted', 'approved']);

export const NEEDS = { unknown: 0, flagged: 1, review: 2, failed: 3, unfit: 4, nothing: 5, text: 6 } as const;

function needsOf({ state: { status, hasText }, check, sets }: Placed): number {
  if (status === 'unknown') return NEEDS.unknown;
  if (sets.includes('toRead')) return check?.flagged ? NEEDS.flagged : NEEDS.review;
  if (status === 'failed') return NEEDS.failed;
  if (status === 'unfit') return NEEDS.unfit;
  return NOT_LEFT.has(status) && !hasText ? NEEDS.text : NEEDS.nothing;
}

/** Lists need neither why a partner fits nor its parts. */
type ListedPartner = Omit<PartnerState, 'why' | 'parts'>;

function foundBy({ state, subject }: Placed, partner: ListedPartner | null): string {
  const person = partner?.person;
  if (!person) return '';
  const words = [person.name, person.username, recipientOf(state, partner?.contact?.email), subject];
  return words.filter(Boolean).join(' ').normalize('NFC').toLowerCase();
}

/** An email that was refused at once as undeliverable counts as one that left and bounced: reputation suffers alike. */
function ratedAt({ status, sentAt, delivery }: MessageState): string | null {
  if (status === 'sent') return sentAt;
  return status === 'failed' && delivery?.report === 'bounced' ? delivery.at : null;
}

/** `written`: all messages to the person. */
export function messageRow(message: Placed, partner: ListedPartner | null, written: readonly Placed[]): MessageRow {
  const { id, state, sets } = message;
  const thread = () =>
    threadMailbox(written.flatMap((one) => (one.state.campaignId === state.campaignId ? one.state : [])));
  const at = state.sentAt ?? state.scheduledAt;
  return {
    ...{ id, campaignId: state.campaignId, status: state.status, sets, createdAt: state.createdAt, at },
    mailbox: (sets.includes('toPlan') && state.followUp ? thread() : null) ?? state.mailbox,
    ...{ ratedAt: ratedAt(state), report: state.delivery?.report ?? null },
    listed: isAnswer(state.step)
      ? sets.includes('failed') || sets.includes('unknown')
      : sets.includes('kept') || sets.includes('cancelled'),
    notBefore: WAITS.has(state.status) && !(state.status === 'approved' && state.immediate) ? state.notBefore : null,
    moment: at ?? (NOT_LEFT.has(state.status) ? (state.notBefore ?? '') : ''),
    needs: needsOf(message),
    name: (partner ? (readable(partner, partner.person?.name) ?? '') : '').toLowerCase(),
    found: foundBy(message, partner),
    address: (partner?.person ? recipientOf(state, partner.contact?.email) : null)?.toLowerCase() ?? null,
    variant: state.variant,
    followUp: state.followUp && !gaveWay(state) ? state.followUp.id : null,
    reason: state.status === 'cancelled' ? state.reason : null,
    facts: message.check?.facts ?? null,
    score: partner?.score ?? -1,
    followers: partner?.followersCount ?? -1,
  };
}
