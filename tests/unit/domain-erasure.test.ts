import { describe, expect, test } from 'vitest';
import { urlSearchId } from '../../events/partners/search.ts';
import {
  advanceErasure,
  completeErasure,
  dropErasure,
  type ErasureEvent,
  type ErasureState,
  eraseSuppression,
  erasure,
  erasureId,
  NOTHING,
  recordErasure,
  requestErasure,
} from '../../events/privacy/erasure.ts';
import { erasureReceipt, receiptLines } from '../../events/privacy/erasureReceipt.ts';
import { liftSuppression, type SuppressionEvent, suppression } from '../../events/privacy/suppression.ts';
import { personOf } from '../../events/shared/event.ts';
import { given } from '../support/scenario.ts';

const wish = { kind: 'partner', partnerId: 'p1', addressHmac: null, why: 'request' } as const;
const requested: ErasureEvent = { type: 'ErasureRequested', data: wish };
const advanced = (done: object): ErasureEvent => ({ type: 'ErasureAdvanced', data: { ...NOTHING, ...done } });
const completed: ErasureEvent = { type: 'ErasureCompleted', data: {} };

describe('an erasure', () => {
  test('is asked for once while it is open, and again when it was done', () => {
    given(erasure)
      .when((state) => requestErasure(state, wish))
      .gives(requested);
    given(erasure, requested)
      .when((state) => requestErasure(state, wish))
      .gives();
    given(erasure, requested, advanced({ keys: 1 }), completed)
      .when((state) => requestErasure(state, wish))
      .gives(requested);
  });

  test('of who came back adds to the receipt', () => {
    const once = [requested, advanced({ keys: 2 }), completed];
    const { state } = given(erasure, ...once, requested, advanced({ keys: 1 }), completed);
    expect(state).toMatchObject({ status: 'done', times: 2, tally: { keys: 3 } });
    expect(receiptLines(erasureReceipt('t1', 'partner.p1', state)).join('\n')).toMatch(
      /number 2 .*all of them.*3 keys/s,
    );
  });

  test('that somebody asks for goes further than one by retention', () => {
    const byClock: ErasureEvent = { type: 'ErasureRequested', data: { ...wish, why: 'retention' } };
    const open = given(erasure, byClock);
    open.when((state) => requestErasure(state, { ...wish, why: 'retention' })).gives();
    open.when((state) => requestErasure(state, wish)).gives(requested);
    expect(given(erasure, byClock, requested).state).toMatchObject({ status: 'open', why: 'request', times: 1 });
  });

  test('by retention of somebody who was added again is dropped, and its receipt does not call them erased', () => {
    const byClock: ErasureEvent = { type: 'ErasureRequested', data: { ...wish, why: 'retention' } };
    const dropped: ErasureEvent = { type: 'ErasureDropped', data: {} };
    const told = (state: ErasureState) => receiptLines(erasureReceipt('t1', 'partner.p1', state)).join('\n');
    given(erasure, byClock).when(dropErasure).gives(dropped);
    given(erasure, requested).when(dropErasure).gives();
    const first = given(erasure, byClock, dropped);
    expect(first.state).toMatchObject({ status: 'dropped', times: 0 });
    expect(told(first.state)).toMatch(/^Partner p1 of workspace t1: not erased, [^\n]* added again [^\n]*$/);
    const later = given(erasure, requested, advanced({ keys: 2 }), completed, byClock, dropped);
    expect(told(later.state)).toMatch(/not erased.*erased once before.*2 keys/s);
    expect(given(erasure, byClock, dropped, requested).state).toMatchObject({ status: 'open', times: 1 });
  });

  test('that is one step is wish and end at once, or nothing; an open wish goes on', () => {
    given(erasure)
      .when((state) => recordErasure(state, wish, { keys: 1 }))
      .gives(requested, advanced({ keys: 1 }), completed);
    given(erasure)
      .when((state) => recordErasure(state, wish, { keys: 0 }))
      .gives();
    given(erasure, requested)
      .when((state) => recordErasure(state, wish, { keys: 1 }))
      .gives(advanced({ keys: 1 }));
  });

  test('counts what each step destroyed, and its receipt says so in words without a name', () => {
    const { state } = given(
      erasure,
      requested,
      advanced({ keys: 1, rows: 3, sealedTexts: 9 }),
      advanced({ keys: 1, suppressed: 1 }),
      completed,
    );
    const receipt = erasureReceipt('t1', erasureId(wish), state);
    expect(receipt).toMatchObject({
      id: 'partner.p1',
      status: 'done',
      requestedBy: 'user:u1',
      destroyed: { keys: 2, rows: 3 },
      remains: { sealedTexts: 9, suppressed: 1 },
    });
    expect(receiptLines(receipt).join('\n')).toMatch(
      /Partner p1 of workspace t1: erased at 2026.* by user:u1, on request.*2 keys.*3 rows.*9 sealed texts.*1 address as an HMAC/s,
    );
  });

  test('a step that found nothing, and one of an erasure that is done, count nothing', () => {
    given(erasure, requested)
      .when((state) => advanceErasure(state, { keys: 0 }))
      .gives();
    given(erasure, requested, completed)
      .when((state) => [...advanceErasure(state, { keys: 1 }), ...completeErasure(state)])
      .gives();
  });
});

describe('the address of an erased person', () => {
  const byUser: SuppressionEvent = {
    type: 'AddressSuppressed',
    data: { reason: 'user', source: 'user', conversation: null },
    personal: { email: 'a@b.example' },
  };

  test('stays on the list for good, without the address', () => {
    const { state } = given(suppression, byUser);
    const events = eraseSuppression(state, true);
    expect(events.map(({ type }) => type)).toEqual(['PersonErased', 'AddressSuppressed']);
    const after = given(suppression, byUser, ...events);
    expect(after.state).toMatchObject({ suppressed: true, reason: 'erased', source: 'erasure', email: null });
    after.when((now) => eraseSuppression(now, false)).gives();
    after.when((now) => liftSuppression(now, true)).refuses('illegal', /erased/);
  });

  test('comes onto the list if it was not there', () => {
    expect(given(suppression, ...eraseSuppression(suppression.initial, false)).state).toMatchObject({
      suppressed: true,
      reason: 'erased',
      email: null,
    });
  });
});

test('a search for one person has a key of its own, so that it goes with them and not with the owner', () => {
  const stream = `search-${urlSearchId('f00')}`;
  expect(personOf(stream)).toBe(stream);
  expect(personOf('search-0a1b')).toBe('owner');
});
