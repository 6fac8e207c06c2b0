/** What waits for a person, over all campaigns (the screen Today): rows that follow from messages and conversations. */
import { isAnswer } from '../messages/answer.ts';
import { isHeld } from '../messages/messageState.ts';
import { needsAddress } from '../messages/readdress.ts';
import type { ReplyLabel } from '../messages/replyLabels.ts';
import type { NeedState } from '../today/need.ts';
import type { NeedReason, TodayGroup } from '../today/needGroups.ts';
import type { ConversationRow } from './conversationRow.ts';
import { LATEST_MS } from './partnerRow.ts';
import type { Person, Placed, Talk } from './person.ts';

/** It waits until the person answers, or until the user releases it: after every moment. */
export const NO_MOMENT = '~';

/** `id`: of the message or the conversation. `at`: since when it waits (ISO 8601). `place`: sorts its group. */
export type NeedRow = {
  id: string;
  campaignId: string;
  group: TodayGroup;
  reason: NeedReason;
  at: string;
  place: string;
  /** It was put off until then (ISO 8601, or NO_MOMENT); null: it was not. */
  until: string | null;
};
type Found = Pick<NeedRow, 'group' | 'reason' | 'at' | 'place'>;

const newestFirst = (at: string): string => String(LATEST_MS - (Date.parse(at) || 0)).padStart(13, '0');

/** Most others wait for these first. */
const FIRST: readonly ReplyLabel[] = ['interested', 'question', 'referral'];

function ofConversation({ state }: Talk, row: ConversationRow): Found | null {
  if (!row.listed || row.done) return null;
  const at = row.lastReceivedAt;
  const isLegal = state.legalRequest !== null && state.legalRequest.doneAt === null;
  if (isLegal) return { group: 'look', reason: 'legal_request', at, place: `0.${newestFirst(at)}` };
  if (state.questions.length > 0) return { group: 'look', reason: 'asked', at, place: `2.${newestFirst(at)}` };
  if (!row.unanswered) return null;
  const first = row.label ? FIRST.indexOf(row.label) : -1;
  const place = `${first === -1 ? FIRST.length : first}.${newestFirst(at)}`;
  return { group: 'answer', reason: (row.label as NeedReason | null) ?? 'unlabeled', at, place };
}

function ofMessage(message: Placed, own: readonly Placed[]): Found | null {
  const { state, sets, check } = message;
  const has = (set: string) => sets.includes(set);
  // a person said "not now", which is stronger than what else it waits for
  if (isHeld(state) && state.heldAt !== null) return { group: 'later', reason: 'held', at: state.heldAt, place: '' };
  if (has('toRead')) {
    const reason = check?.flagged ? 'flagged' : 'text';
    const at = state.editedAt ?? state.createdAt;
    return { group: 'read', reason, at, place: `${reason === 'flagged' ? 0 : 1}.${state.notBefore ?? ''}.${at}` };
  }
  const since = state.delivery?.at ?? state.dispatch?.at ?? state.createdAt;
  const fix = (reason: NeedReason, rank: number): Found => ({
    ...{ group: 'fix', reason, at: since },
    place: `${rank}.${newestFirst(since)}`,
  });
  if (has('complained')) return { ...fix('complained', 1), group: 'look' };
  if (has('unknown')) return fix('unknown', 1);
  const others = own.map((one) => one.state);
  if ((has('bounced') || has('failed')) && needsAddress(state, others)) return fix('bounced', 2);
  return has('failed') ? fix('failed', isAnswer(state.step) ? 1 : 3) : null;
}

/** What was decided before the thing last changed says nothing of it now. */
const holds = (decided: NeedState | undefined, { at }: Found): decided is NeedState =>
  Boolean(decided?.at && decided.at >= at);

/** `needs`: what was decided about them, by id. */
export function needRows(
  { conversations, partner, needs }: Pick<Person, 'conversations' | 'partner' | 'needs'>,
  messages: readonly Placed[],
  rows: readonly ConversationRow[],
): NeedRow[] {
  // who was deleted or erased waits for nothing; an unknown fate stays to be decided
  const isGone = partner === null || partner.status === 'deleted' || partner.erased;
  const found = [
    ...messages.map((one) => ({ id: one.id, campaignId: one.state.campaignId, found: ofMessage(one, messages) })),
    ...conversations.map((talk, index) => {
      const row = rows[index] as ConversationRow;
      return { id: talk.id, campaignId: row.campaignId, found: ofConversation(talk, row) };
    }),
  ];
  return found.flatMap(({ id, campaignId, found: one }): NeedRow[] => {
    if (!one || (isGone && one.reason !== 'unknown')) return [];
    // only Release or Cancel ends it
    if (one.reason === 'held') return [{ id, campaignId, ...one, until: NO_MOMENT }];
    const decided = needs.get(id);
    if (!holds(decided, one)) return [{ id, campaignId, ...one, until: null }];
    return decided.done ? [] : [{ id, campaignId, ...one, until: decided.until ?? NO_MOMENT }];
  });
}
