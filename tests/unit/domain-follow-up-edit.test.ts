/** An edit of a campaign's follow-ups, with people anywhere in them. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { profile } from '../../events/accounts/profile.ts';
import { type CampaignState, campaign } from '../../events/campaigns/campaign.ts';
import type { FollowUp } from '../../events/campaigns/followUps.ts';
import { draftFollowUp, followUpsLeft, numberAfter } from '../../events/messages/followUp.ts';
import { cancelOutdated, changeWait, followUpChanges, outdated } from '../../events/messages/followUpEdit.ts';
import { message } from '../../events/messages/message.ts';
import type { MessageEvent } from '../../events/messages/messageEvents.ts';
import { isWaiting, type MessageState } from '../../events/messages/messageState.ts';
import { partner } from '../../events/partners/partner.ts';
import { suppression } from '../../events/privacy/suppression.ts';
import { drawnByDefault } from '../support/drawn.ts';

const NOW = '2026-03-02T10:00:00.000Z';
const one = (id: string, change: Partial<FollowUp> = {}): FollowUp => ({
  ...{ id, textId: `${id}-1`, afterDays: 3, writer: 'user', text: `This is ${id}.` },
  ...change,
});
const [alpha, beta, zero] = [one('alpha'), one('beta'), one('zero')];
const having = (...followUps: FollowUp[]): CampaignState => ({ ...campaign.initial, status: 'active', followUps });

const first: MessageState = {
  ...message.initial,
  ...{ campaignId: 'c1', partnerId: 'p1', step: '1', status: 'sent', sentAt: NOW, hasText: true },
  text: { subject: 'A vest', body: 'Hello' },
};

/** Begins the follow-up after the last of these messages; null: there is none. */
function begin(now: CampaignState, written: readonly MessageState[]): MessageState | null {
  for (const previous of written) {
    const number = numberAfter(previous, written);
    if (previous.status !== 'sent' || number === null) continue;
    const next = written.find(({ step }) => step === String(number + 1)) ?? message.initial;
    const others = written.filter((other) => other !== previous && other !== next);
    const following = {
      ...{ campaign: now, previous, others, next },
      ...{ partner: { ...partner.initial, status: 'approved' as const }, suppression: suppression.initial },
    };
    const place = { number, follows: `c1.p1.${previous.step}` };
    const events = draftFollowUp(following, place, { zone: 'UTC', hashOf: () => 'hash', profile: profile.initial });
    if (events.length > 0) return apply(next, events);
  }
  return null;
}
const apply = (state: MessageState, events: readonly MessageEvent[]): MessageState =>
  events.reduce((now, event) => message.evolve(now, { ...event, at: NOW, actor: 'user:u1' } as never), state);
const replaceIn = (written: readonly MessageState[], state: MessageState): MessageState[] => [
  ...written.filter(({ step }) => step !== state.step),
  state,
];

const waiting = begin(having(alpha, beta), [first]) as MessageState;
const byHand = apply(waiting, [{ type: 'MessageEdited', data: {}, personal: { subject: 'Hi', body: 'By hand.' } }]);
const scheduled = apply(waiting, [
  { type: 'EmailScheduled', data: { at: '2026-03-05T11:00:00.000Z', seed: 1, day: '2026-03-05', ...drawnByDefault } },
]);

describe('a follow-up that waits', () => {
  const ends = (now: CampaignState, state = waiting) => outdated(state, now, [first]);

  test('ends when its campaign has it no more, even one that was edited or is about to leave', () => {
    const gone = { code: 'dropped' };
    expect(ends(having(beta))).toBe('dropped');
    expect(ends(having(beta), byHand)).toBe('dropped');
    expect(ends(having(), { ...waiting, status: 'claimed', immediate: true })).toBe('dropped');
    expect(cancelOutdated(waiting, having(beta), [first])).toEqual([
      { type: 'MessageCancelled', data: { reason: gone, removal: null } },
    ]);
  });

  test('ends when another one goes first, or it has another text, unless somebody edited it or asked for it', () => {
    const edits = [having(zero, alpha, beta), having({ ...alpha, textId: 'alpha-2', text: 'New.' })];
    for (const now of edits) {
      expect(ends(now)).toBe('replaced');
      expect(ends(now, byHand)).toBeNull();
      expect(ends(now, { ...waiting, immediate: true })).toBeNull();
    }
    expect(ends(having(alpha))).toBeNull();
    expect(ends(having({ ...alpha, afterDays: 9 }))).toBeNull();
  });

  test('is not what the person had: a re-send of it counts', () => {
    const sentAgain = { ...waiting, step: 'r1', status: 'sent' as const };
    expect(outdated(waiting, having(alpha, beta), [first, sentAgain])).toBe('replaced');
    expect(outdated(sentAgain, having(), [first])).toBeNull();
    expect(outdated(first, having(), [])).toBeNull();
  });

  test('gets the new wait, and loses a time that is too early', () => {
    const change = (state: MessageState, afterDays: number) =>
      changeWait(state, having({ ...alpha, afterDays }), first, { zone: 'UTC' });
    const changed = { type: 'FollowUpWaitChanged', data: { afterDays: 9, notBefore: '2026-03-11T00:00:00.000Z' } };
    const unscheduled = { type: 'EmailUnscheduled', data: { reason: { code: 'wait_changed' } } };
    expect(change(waiting, 9)).toEqual([changed]);
    expect(change(scheduled, 9)).toEqual([changed, unscheduled]);
    expect(change(scheduled, 2)).toHaveLength(1);
    expect(change(waiting, 3)).toEqual([]);
    expect(change(byHand, 9)).toEqual([]);
    const after = apply(scheduled, change(scheduled, 9));
    expect(after).toMatchObject({ status: 'approved', followUp: { afterDays: 9 }, notBefore: changed.data.notBefore });
    expect(change(after, 9)).toEqual([]);
    const away = '2026-04-01T00:00:00.000Z';
    expect(
      changeWait(waiting, having({ ...alpha, afterDays: 9 }), first, { zone: 'UTC', awayUntil: away })[0],
    ).toMatchObject({
      data: { notBefore: away },
    });
  });
});

describe('the one that begins', () => {
  const sent = (state: MessageState | null) => ({ ...(state as MessageState), status: 'sent' as const, sentAt: NOW });
  const text = (state: MessageState | null) => state?.text?.body;

  test('is the first of the list that the person has not had', () => {
    const had = [first, sent(waiting)];
    expect(text(begin(having(zero, alpha), had))).toBe('This is zero.');
    expect(begin(having(alpha), had)).toBeNull();
    const next = begin(having(zero, alpha, beta), had);
    expect(next?.followUp).toMatchObject({ id: 'zero', number: 2, follows: 'c1.p1.2' });
    expect(text(begin(having(zero, beta, alpha), [...had, sent(next)]))).toBe('This is beta.');
  });

  test('takes the place of one that ended before it left, and the next place of one that had been on its way', () => {
    const ended = apply(waiting, cancelOutdated(waiting, having(beta), [first]));
    expect(begin(having(beta), [first, ended])).toMatchObject({ step: '2', followUp: { id: 'beta', number: 1 } });
    const onItsWayOnce = { ...ended, dispatch: {} as never };
    expect(begin(having(beta), [first, onItsWayOnce])).toMatchObject({
      step: '3',
      followUp: { id: 'beta', number: 2 },
    });
  });
});

describe('before an edit is saved, it says', () => {
  const before = having(alpha, beta);
  const of = (after: CampaignState, messages: MessageState[], was = before) =>
    Object.entries(followUpChanges({ before: was, after }, messages))
      .filter(([, count]) => count !== 0 && count !== false)
      .map(([name, count]) => (count === true ? name : `${count} ${name}`));
  const person = (partnerId: string, ...states: MessageState[]) => states.map((state) => ({ ...state, partnerId }));
  const both = [...person('p1', first, waiting), ...person('p2', first, byHand)];

  test('how many change, end, or stay as somebody edited them', () => {
    expect(of(before, both)).toEqual([]);
    expect(of(having({ ...alpha, afterDays: 9 }, beta), both)).toEqual(['1 changed', '1 kept']);
    expect(of(having({ ...alpha, textId: 'x' }, beta), both)).toEqual(['1 changed', '1 kept']);
    expect(of(having({ ...alpha, textId: 'x', writer: 'ai' }), both)).toEqual(['1 toReview', '1 kept']);
    expect(of(having(beta), both)).toEqual(['2 changed']);
    expect(of(having(alpha), both)).toEqual([]);
  });

  test('when it completes the campaign', () => {
    expect(of(having(), both)).toEqual(['2 ended', 'completes']);
    expect(of(having(), both, { ...before, status: 'paused' })).toEqual(['2 ended']);
    expect(of(having(), [...both, ...person('p3', { ...first, status: 'approved' })])).toEqual(['2 ended']);
  });

  test('for how many another one begins', () => {
    const done = person('p1', first, { ...waiting, status: 'sent', sentAt: NOW });
    expect(of(having(alpha, beta), done, having(alpha))).toEqual(['1 started']);
    expect(of(having(alpha, beta), person('p1', { ...first, replied: true }), having())).toEqual([]);
  });
});

/** A person with messages; each step of time sends what waits, and begins the next. */
type Person = { written: MessageState[] };

const lists = fc.array(
  fc.record({
    ids: fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e']),
    text: fc.integer({ min: 1, max: 3 }),
    wait: fc.integer({ min: 1, max: 9 }),
    /** The people who get ahead before the next edit, and those edited by hand. */
    ahead: fc.array(fc.nat(3), { maxLength: 6 }),
    byHand: fc.option(fc.nat(3)),
  }),
  { minLength: 1, maxLength: 6 },
);

test('whatever is edited while people are anywhere in the list, each gets every one that stays once, in its order', () => {
  fc.assert(
    fc.property(lists, (edits) => {
      const people: Person[] = Array.from({ length: 4 }, () => ({ written: [first] }));
      let now = having();
      const follow = (someone: Person) => {
        for (const state of someone.written.filter(({ status, followUp }) => followUp && isWaiting(status))) {
          const others = someone.written.filter((other) => other !== state);
          const events = [...cancelOutdated(state, now, others)];
          const rest = events.length > 0 ? events : changeWait(state, now, first, { zone: 'UTC' });
          someone.written = replaceIn(someone.written, apply(state, rest));
        }
        const begun = begin(now, someone.written);
        if (begun) someone.written = replaceIn(someone.written, begun);
      };
      const leave = (someone: Person) => {
        const next = someone.written.find(({ status }) => isWaiting(status));
        if (!next?.followUp) return;
        const others = someone.written.filter((other) => other !== next);
        const { id } = next.followUp;
        const present = now.followUps.find((wanted) => wanted.id === id);
        expect(present).toBeDefined();
        // what was edited by hand keeps its turn
        if (!(next.edited && !next.fromCampaign)) {
          expect(followUpsLeft(now, 'c1', others)[0]?.id).toBe(id);
          expect(next.text?.body).toBe(present?.text);
          expect(next.followUp.afterDays).toBe(present?.afterDays);
        }
        someone.written = replaceIn(someone.written, { ...next, status: 'sent', sentAt: NOW });
        follow(someone);
      };
      for (const { ids, text, wait, ahead, byHand: who } of edits) {
        now = having(
          ...ids.map((id) => one(id, { textId: `${id}-${text}`, text: `This is ${id}, ${text}.`, afterDays: wait })),
        );
        for (const someone of people) follow(someone);
        const editor = who === null ? undefined : people[who];
        const open = editor?.written.find(({ status, followUp }) => followUp && isWaiting(status));
        if (editor && open)
          editor.written = replaceIn(
            editor.written,
            apply(open, [{ type: 'MessageEdited', data: {}, personal: { subject: 'Hi', body: 'By hand.' } }]),
          );
        for (const index of ahead) leave(people[index] as Person);
      }
      for (const someone of people) {
        while (someone.written.some(({ status }) => isWaiting(status))) leave(someone);
        const had = someone.written.flatMap(({ status, followUp }) =>
          status === 'sent' && followUp ? [followUp.id] : [],
        );
        expect(new Set(had).size).toBe(had.length);
        expect(now.followUps.filter(({ id }) => !had.includes(id))).toEqual([]);
      }
    }),
    { numRuns: 200 },
  );
});
