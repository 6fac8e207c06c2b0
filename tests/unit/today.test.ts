/** What waits for a person, and what they decided about it. */
import { describe, expect, test } from 'vitest';
import { type ConversationState, conversation } from '../../events/conversations/conversation.ts';
import { conversationRow } from '../../events/lists/conversationRow.ts';
import { NO_MOMENT, needRows } from '../../events/lists/needRows.ts';
import type { Placed } from '../../events/lists/person.ts';
import { initialMessage, type MessageState } from '../../events/messages/messageState.ts';
import { type PartnerState, partner } from '../../events/partners/partner.ts';
import { finishNeed, type NeedState, need, reopenNeed, snoozeNeed } from '../../events/today/need.ts';
import { fold, given } from '../support/scenario.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 2, 2, 9, minute)).toISOString();

describe('a decision about a thing', () => {
  const snoozed = { type: 'NeedSnoozed', data: { until: at(9) } } as const;
  test('holds until it is taken back', () => {
    given(need).when(finishNeed).gives({ type: 'NeedDone', data: {} });
    given(need, { type: 'NeedDone', data: {} }).when(finishNeed).gives();
    given(need, { type: 'NeedDone', data: {} }).when(reopenNeed).gives({ type: 'NeedReopened', data: {} });
    given(need).when(reopenNeed).gives();
    expect(fold(need, [snoozed, { type: 'NeedReopened', data: {} }])).toEqual(need.initial);
  });
  test('puts off until a later moment, once', () => {
    given(need)
      .when((state) => snoozeNeed(state, at(9), at(0)))
      .gives(snoozed);
    given(need, snoozed)
      .when((state) => snoozeNeed(state, at(9), at(0)))
      .gives();
    given(need)
      .when((state) => snoozeNeed(state, at(0), at(0)))
      .refuses('invalid', /until must be in the future/);
  });
});

describe('what waits', () => {
  const person: PartnerState = { ...partner.initial, status: 'approved' };
  const message = (step: string, state: Partial<MessageState>, sets: string[], flagged = false): Placed => ({
    id: `c1.p1.${step}`,
    state: { ...initialMessage, campaignId: 'c1', partnerId: 'p1', step, createdAt: at(0), ...state },
    sets,
    check: { flagged },
    campaign: null,
  });
  const talk = (state: Partial<ConversationState>) => ({
    id: 'c1.p1',
    state: { ...conversation.initial, campaignId: 'c1', partnerId: 'p1', lastReceivedAt: at(5), ...state },
    sentText: '',
  });
  const waiting = (messages: Placed[], talks: ReturnType<typeof talk>[] = [], decided?: NeedState, who = person) => {
    const known = { partner: who, conversations: talks, campaigns: new Map() };
    const needs = new Map(decided ? [...messages, ...talks].map(({ id }) => [id, decided]) : []);
    const rows = talks.map((one) => conversationRow(one, { ...known, messages }));
    return needRows({ ...known, needs }, messages, rows);
  };
  const bounced = message('1', { status: 'sent', delivery: { report: 'bounced', reason: null, at: at(2) } }, [
    'sent',
    'bounced',
  ]);

  test('are texts to read, mails to repair, complaints, and conversations without an answer', () => {
    const found = waiting(
      [
        message('1', { status: 'drafted' }, ['toRead'], true),
        message('2', { status: 'unknown' }, ['unknown']),
        message('3', { status: 'sent' }, ['sent', 'complained']),
        message('4', { status: 'scheduled' }, ['pending']),
      ],
      [talk({ label: { label: 'interested', by: 'ai', at: at(5) } })],
    );
    expect(found.map(({ id, group, reason }) => `${id} ${group} ${reason}`)).toEqual([
      'c1.p1.1 read flagged',
      'c1.p1.2 fix unknown',
      'c1.p1.3 look complained',
      'c1.p1 answer interested',
    ]);
  });

  test('an unread mail that wants no answer does not wait, and a read one that wants one does', () => {
    expect(waiting([], [talk({ unread: true, label: { label: 'no', by: 'ai', at: at(5) } })])).toEqual([]);
    expect(waiting([], [talk({ unread: false, label: { label: 'question', by: 'ai', at: at(5) } })])).toMatchObject([
      { group: 'answer', reason: 'question', at: at(5) },
    ]);
  });

  test('a question of a weak sign is looked at before it is answered', () => {
    const asked = talk({ questions: [{ receivedId: 'm1', sign: 'unsubscribe', by: 'words' }], askedAt: at(5) });
    expect(waiting([], [asked])).toMatchObject([{ group: 'look', reason: 'asked' }]);
  });

  test('interested people come first, then the newest', () => {
    const of = (label: 'interested' | 'later', minute: number) =>
      waiting([], [talk({ lastReceivedAt: at(minute), label: { label, by: 'ai', at: at(9) } })])[0]?.place ?? '';
    expect([of('later', 9), of('interested', 1), of('interested', 5)].toSorted()).toEqual([
      of('interested', 5),
      of('interested', 1),
      of('later', 9),
    ]);
  });

  test('a mail that came back waits until it was sent again', () => {
    expect(waiting([bounced])).toMatchObject([{ group: 'fix', reason: 'bounced' }]);
    expect(waiting([bounced, message('r1', { status: 'approved', createdAt: at(3) }, [])])).toEqual([]);
    expect(waiting([bounced, message('r1', { status: 'cancelled', createdAt: at(3) }, [])])).toHaveLength(1);
  });

  test('a decision holds until the thing changes', () => {
    const put = (minute: number, until: string | null): NeedState => ({ at: at(minute), done: false, until });
    expect(waiting([bounced], [], put(3, at(30)))).toMatchObject([{ until: at(30) }]);
    expect(waiting([bounced], [], put(3, null))).toMatchObject([{ until: NO_MOMENT }]);
    expect(waiting([bounced], [], put(1, at(30)))).toMatchObject([{ until: null }]);
    expect(waiting([bounced], [], { at: at(3), done: true, until: null })).toEqual([]);
  });

  test('an email on hold is in Later alone until it is released, whatever was decided about it', () => {
    const held = message('1', { status: 'drafted', heldAt: at(4) }, ['toRead'], true);
    const later = [{ group: 'later', reason: 'held', at: at(4), until: NO_MOMENT }];
    expect(waiting([held])).toMatchObject(later);
    expect(waiting([held], [], { at: at(9), done: false, until: at(10) })).toMatchObject(later);
    expect(waiting([message('1', { status: 'cancelled', heldAt: at(4) }, [])])).toEqual([]);
  });

  test('nobody who is gone waits, but an unknown fate does', () => {
    const gone: PartnerState = { ...person, status: 'deleted' };
    expect(waiting([bounced, message('2', { status: 'unknown' }, ['unknown'])], [talk({})], undefined, gone)).toEqual([
      expect.objectContaining({ id: 'c1.p1.2' }),
    ]);
  });
});
