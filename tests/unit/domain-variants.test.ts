import { describe, expect, test } from 'vitest';
import { newId } from '../../db/log/newId.ts';
import {
  campaign,
  chooseVariant,
  createCampaign,
  editCampaign,
  requestMessages,
} from '../../events/campaigns/campaign.ts';
import { campaignForm, campaignPatch } from '../../events/campaigns/campaignInput.ts';
import {
  assignVariants,
  chanceThatBWins,
  LEAST_SENT,
  textOfVariant,
  type Variant,
  verdictOf,
} from '../../events/campaigns/variants.ts';
import { whatHappened } from '../../events/history/eventText.ts';
import { message } from '../../events/messages/message.ts';
import type { MessageState } from '../../events/messages/messageState.ts';
import { recordGenerated, recordGenerationFailed } from '../../events/messages/messageText.ts';
import { textsToWrite, unapprovedTexts } from '../../events/messages/textsToWrite.ts';
import type { Aggregate, AnyEvent } from '../../events/shared/event.ts';
import { fold, recorded } from '../support/scenario.ts';

const foldOn = <S, E extends AnyEvent>(aggregate: Aggregate<S, E>, events: readonly E[], state: S): S =>
  recorded(events).reduce(aggregate.evolve, state);

const BASE = { name: 'Spring', subjectType: 'static', staticSubject: 'A vest', messagePrompt: 'Offer a vest.' };
const form = (abTest: object | null) => campaignForm.parse({ ...BASE, abTest });
const created = createCampaign(campaign.initial, form({ varies: 'instructions', variantB: 'Ask a question.' }), newId);
const draft = fold(campaign, created);
const active = { ...draft, status: 'active' as const };

describe('the chance that B gets more replies', () => {
  const belief = (alpha: number, beta: number) => ({ alpha, beta });

  test('agrees with a published example', () => {
    // Will Kurt, Bayesian Statistics the Fun Way, chapter 15: 36 of 150 against 50 of 150, before that Beta(3, 7)
    expect(chanceThatBWins(belief(36 + 3, 114 + 7), belief(50 + 3, 100 + 7))).toBeCloseTo(0.96, 2);
  });

  test('is the mean of B where every rate of A is as likely', () => {
    for (const [alpha, beta] of [
      [1, 1],
      [2, 1],
      [3, 9],
      [40, 161],
    ] as const)
      expect(chanceThatBWins(belief(1, 1), belief(alpha, beta))).toBeCloseTo(alpha / (alpha + beta), 12);
  });

  test('is even for the same results, and both chances make one', () => {
    for (const [alpha, beta] of [
      [1, 31],
      [7, 400],
      [900, 9_100],
    ] as const)
      expect(chanceThatBWins(belief(alpha, beta), belief(alpha, beta))).toBeCloseTo(0.5, 9);
    const [a, b] = [belief(6, 46), belief(13, 39)];
    expect(chanceThatBWins(a, b) + chanceThatBWins(b, a)).toBeCloseTo(1, 12);
  });

  test('agrees with numerical integration', () => {
    for (const [a, b] of [
      [belief(4, 28), belief(9, 23)],
      [belief(11, 91), belief(6, 96)],
      [belief(31, 171), belief(46, 156)],
    ] as const)
      expect(chanceThatBWins(a, b)).toBeCloseTo(integrated(a, b), 6);
  });

  /** ∫ f_B(x) · F_A(x) dx by the trapezoidal rule. */
  function integrated(a: { alpha: number; beta: number }, b: { alpha: number; beta: number }): number {
    const STEPS = 20_000;
    const density = ({ alpha, beta }: typeof a, x: number) => x ** (alpha - 1) * (1 - x) ** (beta - 1);
    let [below, both, ofA, ofB] = [0, 0, 0, 0];
    for (let step = 1; step < STEPS; step += 1) {
      const x = step / STEPS;
      const [fA, fB] = [density(a, x), density(b, x)];
      both += fB * (below + fA / 2);
      below += fA;
      ofA += fA;
      ofB += fB;
    }
    return both / (ofA * ofB);
  }
});

describe('what is said of the difference', () => {
  const say = (a: [number, number], b: [number, number]) =>
    verdictOf({ A: { replied: a[0], sent: a[1] }, B: { replied: b[0], sent: b[1] } });

  test('nothing before enough were sent in both versions', () => {
    const early = { kind: 'early', better: null };
    expect(say([0, 12], [5, 11])).toEqual({
      ...early,
      text: 'Too early to tell: 12 and 11 sent. It takes 30 of each version.',
    });
    expect(say([0, 300], [20, LEAST_SENT - 1])).toMatchObject(early);
    expect(say([0, LEAST_SENT], [20, LEAST_SENT])).toMatchObject({ kind: 'better' });
    expect(say([0, LEAST_SENT], [4, LEAST_SENT])).toMatchObject({ kind: 'unclear' });
  });

  test('which one is better, once chance alone would hardly do it', () => {
    expect(say([3, 50], [15, 50])).toEqual({
      ...{ kind: 'better', better: 'B' },
      text: 'B is better: it gets more replies.',
    });
    expect(say([15, 50], [3, 50])).toMatchObject({ better: 'A', text: 'A is better: it gets more replies.' });
    expect(say([4, 50], [11, 50])).toMatchObject({ kind: 'unclear' });
  });

  test('that there is no clear difference, with the one that leads', () => {
    expect(say([5, 50], [7, 50])).toEqual({
      ...{ kind: 'unclear', better: null },
      text: 'No clear difference yet: B leads, which may be chance.',
    });
    expect(say([5, 50], [5, 50]).text).toBe('No difference so far: both get about as many replies.');
  });
});

describe('looking at a test after every pair, up to 200 of each', () => {
  const MOST = 200;
  /** By pairs sent and replies to one version: the replies from which on the other one is called better. */
  const better = Array.from({ length: MOST + 1 }, (_, sent) => {
    let other = 0;
    return Array.from({ length: sent + 1 }, (__, one) => {
      other = Math.max(other, one + 1);
      const isBetter = () =>
        verdictOf({ A: { replied: one, sent }, B: { replied: other, sent } }).kind === 'better' || other > sent;
      if (sent < LEAST_SENT) return sent + 1;
      while (!isBetter()) other += 1;
      return other;
    });
  });

  /** The share of all tests in which each version is called better at some time, at these rates. It is exact, over every course of a test. */
  function everCalledBetter(rateA: number, rateB: number, most = MOST): { A: number; B: number } {
    const width = MOST + 2;
    const called = { A: 0, B: 0 };
    let open = new Map([[0, 1]]);
    for (let sent = 1; sent <= most; sent += 1) {
      const next = new Map<number, number>();
      for (const [replies, share] of open) {
        // too rare to count: all of them together are far below a millionth
        if (share < 1e-13) continue;
        for (const [a, ofA] of [
          [0, 1 - rateA],
          [1, rateA],
        ] as const)
          for (const [b, ofB] of [
            [0, 1 - rateB],
            [1, rateB],
          ] as const) {
            const key = replies + a * width + b;
            next.set(key, (next.get(key) ?? 0) + share * ofA * ofB);
          }
      }
      for (const [replies, share] of next) {
        const [a, b] = [Math.floor(replies / width), replies % width];
        const winner = b >= (better[sent]?.[a] ?? sent + 1) ? 'B' : a >= (better[sent]?.[b] ?? sent + 1) ? 'A' : null;
        if (winner === null) continue;
        called[winner] += share;
        next.delete(replies);
      }
      open = next;
    }
    return called;
  }

  test.each([0.01, 0.05, 0.2, 0.5])('two equal versions at %d: a winner in at most 5 %%', (rate) => {
    const { A, B } = everCalledBetter(rate, rate);
    expect(A).toBeCloseTo(B, 9);
    expect(A + B).toBeLessThanOrEqual(0.05);
  });

  test('one that is better by much is still found, and the other one almost never', () => {
    const found = ([from, to]: readonly [number, number], most: number) => everCalledBetter(from, to, most);
    expect(found([0.1, 0.2], 200).B).toBeGreaterThan(0.6);
    expect(found([0.05, 0.15], 200).B).toBeGreaterThan(0.8);
    expect(found([0.1, 0.3], 100).B).toBeGreaterThan(0.8);
    expect(found([0.05, 0.1], 200).A).toBeLessThan(0.001);
  });
});

describe('who gets which version', () => {
  const first = (id: string, variant: Variant | null = null) => ({ id, variant });
  const ids = (count: number) => Array.from({ length: count }, (_, index) => `m${index}`);

  test('the versions take turns, and each message keeps its own', () => {
    const messages = ids(5).map((id) => first(id));
    expect(assignVariants(ids(5), messages, null)).toEqual(['A', 'B', 'A', 'B', 'A']);
    const written = [first('m0', 'A'), first('m1', 'B'), first('m2', 'A'), first('m3'), first('m4')];
    expect(assignVariants(ids(5), written, null)).toEqual(['A', 'B', 'A', 'B', 'A']);
    expect(assignVariants(['m3'], written, null)).toEqual(['B']);
  });

  test('the smaller one comes first when messages were cancelled', () => {
    const messages = [first('m0', 'A'), first('m1', 'A'), first('m2'), first('m3'), first('m4')];
    expect(assignVariants(['m2', 'm3', 'm4'], messages, null)).toEqual(['B', 'B', 'A']);
  });

  test('one that is no first email gets none, and the choice of the user counts for all', () => {
    expect(assignVariants(['f1', 'm0'], [first('m0')], null)).toEqual([null, 'A']);
    expect(assignVariants(['m0', 'm1'], [first('m0', 'A'), first('m1')], 'B')).toEqual(['B', 'B']);
  });

  test('first emails are those that are neither cancelled nor follow-ups, answers or sent again', () => {
    const followUp = {
      id: 'f1',
      textId: 't1',
      afterDays: 3,
      number: 1,
      follows: 'm0',
      notBefore: '2026-03-05T10:00:00.000Z',
    };
    const state = (change: Partial<MessageState>): MessageState => ({
      ...message.initial,
      status: 'drafted',
      step: '1',
      ...change,
    });
    const messages = [
      { id: 'm0', state: state({ variant: 'A', hasText: true }) },
      { id: 'm1', state: state({}) },
      { id: 'm2', state: state({ status: 'cancelled', variant: 'B' }) },
      { id: 'f0', state: state({ step: '2', followUp }) },
      { id: 'r0', state: state({ step: 'r1', status: 'sent' }) },
      { id: 'm3', state: state({ variant: 'B', hasText: true, edited: true }) },
      { id: 'm4', state: state({ variant: 'B', hasText: true, status: 'approved' }) },
    ];
    expect(textsToWrite(messages, false).firstMessages).toEqual([
      first('m0', 'A'),
      first('m1'),
      first('m3', 'B'),
      first('m4', 'B'),
    ]);
    expect(unapprovedTexts(messages)).toEqual([first('m0', 'A')]);
  });
});

describe('the campaign', () => {
  const run = { runId: 'g1', regenerate: false, missing: ['m0', 'm1'], written: [], edited: [], includeEdited: false };
  const firstMessages = [
    { id: 'm0', variant: null },
    { id: 'm1', variant: null },
  ];

  test('keeps its test, whose text is personal', () => {
    expect(created[0]).toMatchObject({
      data: { abTest: { varies: 'instructions' } },
      personal: { variantB: 'Ask a question.' },
    });
    expect(draft.abTest).toMatchObject({ varies: 'instructions', variantB: 'Ask a question.' });
    expect(whatHappened('CampaignCreated', created[0]?.data ?? {})).toBe(
      'Campaign created, with an A/B test of the instructions',
    );
    expect(textOfVariant(draft, 'A')?.messagePrompt).toBe('Offer a vest.');
    expect(textOfVariant(draft, 'B')).toEqual({ ...draft.text, messagePrompt: 'Ask a question.' });
    const textIds = { A: 'a1', B: 'b1' };
    const subject = { ...draft, abTest: { varies: 'subject' as const, variantB: 'Your trails', textIds } };
    expect(textOfVariant(subject, 'B')?.staticSubject).toBe('Your trails');
    expect(textOfVariant({ ...subject, subjectType: 'show_me_you_know_me' }, 'B')?.invitationText).toBe('Your trails');
  });

  test('without a test says nothing of it', () => {
    const [event] = createCampaign(campaign.initial, campaignForm.parse(BASE), newId);
    expect(event).toMatchObject({ data: { abTest: null }, personal: { variantB: null } });
    expect(
      requestMessages(fold(campaign, event ? [event] : []), { ...run, firstMessages })[0]?.data,
    ).not.toHaveProperty('variants');
  });

  test('asks for each text in its version', () => {
    const [asked] = requestMessages(draft, { ...run, firstMessages });
    expect(asked?.data).toMatchObject({ messageIds: ['m0', 'm1'], variants: ['A', 'B'] });
    expect(whatHappened('MessagesRequested', asked?.data ?? {})).toBe(
      'Texts requested: 2 (1 in version A, 1 in version B)',
    );
  });

  test('changes and ends its test as it changes its instructions, at any time', () => {
    const change = (abTest: unknown) => editCampaign(active, campaignPatch.parse({ abTest }), newId);
    expect(change({ varies: 'subject', variantB: 'Your trails' })[0]?.data).toMatchObject({
      abTest: { varies: 'subject' },
    });
    expect(change({ varies: 'instructions', variantB: 'Ask a question.' })).toEqual([]);
    const chosen = { ...active, chosenVariant: 'B' as const };
    const ended = editCampaign(chosen, campaignPatch.parse({ abTest: null }), newId);
    expect(foldOn(campaign, ended, chosen)).toMatchObject({ abTest: null, chosenVariant: null });
  });

  test('gives a version a new id with each new text, and no other one', () => {
    const idsAfter = (patch: object, state = active) =>
      foldOn(campaign, editCampaign(state, campaignPatch.parse(patch), newId), state).abTest?.textIds;
    const { A, B } = active.abTest?.textIds ?? { A: '', B: '' };
    expect(new Set([A, B, '']).size).toBe(3);
    expect(idsAfter({ dailyLimit: 7 })).toEqual({ A, B });
    // both versions say it, and it is not what they are compared by
    expect(idsAfter({ staticSubject: 'Other' })).toEqual({ A, B });
    const ofB = idsAfter({ abTest: { varies: 'instructions', variantB: 'Ask two questions.' } });
    expect(ofB).toEqual({ A, B: expect.not.stringMatching(`^${B}$`) });
    const ofA = idsAfter({ messagePrompt: 'Offer two vests.' });
    expect(ofA).toEqual({ A: expect.not.stringMatching(`^${A}$`), B });
    const both = idsAfter({ abTest: { varies: 'subject', variantB: 'Your trails' } });
    expect(Object.values(both ?? {}).filter((id) => id === A || id === B)).toEqual([]);
    const [edited] = editCampaign(active, campaignPatch.parse({ messagePrompt: 'Offer two vests.' }), newId);
    expect(edited?.data).toMatchObject({ changed: ['messagePrompt'] });
  });

  test('refuses a version B that is no other one, or does not fit', () => {
    const issue = (change: object) => campaignForm.safeParse({ ...BASE, ...change }).error?.issues[0];
    const wrong = { path: ['abTest', 'variantB'] };
    expect(issue({ abTest: { varies: 'subject', variantB: ' A vest ' } })).toMatchObject({
      ...wrong,
      message: 'Version B must differ from version A',
    });
    expect(issue({ abTest: { varies: 'instructions', variantB: ' ' } })).toMatchObject({
      ...wrong,
      message: 'Write version B',
    });
    expect(issue({ abTest: { varies: 'subject', variantB: 'x'.repeat(201) } })).toMatchObject({
      ...wrong,
      message: 'Version B must be at most 200 characters',
    });
    expect(issue({ abTest: { varies: 'subject', variantB: 'a\nb' } })).toMatchObject({
      message: 'Subject must be a single line',
    });
    expect(() => editCampaign(draft, campaignPatch.parse({ messagePrompt: 'Ask a question.' }), newId)).toThrow(
      'Version B must differ from version A',
    );
  });

  test('a choice counts for what is not written yet, and for texts of the other version that wait for approval', () => {
    const unapproved = [
      { id: 'm0', variant: 'A' as const },
      { id: 'm1', variant: 'B' as const },
      { id: 'm2', variant: null },
    ];
    const events = chooseVariant(active, 'B', { runId: 'g2', unapproved });
    expect(events).toMatchObject([
      { type: 'VariantChosen', data: { variant: 'B' } },
      { type: 'MessagesRequested', data: { messageIds: ['m0'], variants: ['B'], includeEdited: false } },
    ]);
    const after = foldOn(campaign, events.slice(0, 1), active);
    expect(chooseVariant(after, 'B', { runId: 'g3', unapproved: [] })).toEqual([]);
    // the AI could not write them
    expect(chooseVariant(after, 'B', { runId: 'g3', unapproved })).toMatchObject([
      { type: 'MessagesRequested', data: { runId: 'g3', messageIds: ['m0'] } },
    ]);
    expect(chooseVariant(foldOn(campaign, events, active), 'B', { runId: 'g3', unapproved })).toEqual([]);
    expect(requestMessages(after, { ...run, firstMessages })[0]?.data).toMatchObject({ variants: ['B', 'B'] });
    expect(whatHappened('VariantChosen', { variant: 'B' })).toBe('Version B chosen for the rest of the A/B test');
  });

  test('a choice needs a test that runs, and no run of writing', () => {
    const choose = (state: typeof active) => () => chooseVariant(state, 'B', { runId: 'g', unapproved: [] });
    expect(choose({ ...active, abTest: null })).toThrow('This campaign has no A/B test.');
    expect(choose({ ...active, status: 'draft' as const } as never)).toThrow('Start the campaign first.');
    const writing = foldOn(campaign, requestMessages(draft, { ...run, firstMessages }), draft);
    expect(choose({ ...writing, status: 'active' })).toThrow('Messages are being generated.');
  });
});

describe('a message', () => {
  const drafted: MessageState = { ...message.initial, status: 'drafted', step: '1' };
  const result = {
    runId: 'g1',
    model: 'm',
    promptVersion: 'p@1',
    text: { subject: 'S', body: 'B' },
    includeEdited: false,
  };

  test('says in which version its text is written, and a text without a test in none', () => {
    const written = foldOn(
      message,
      recordGenerated(drafted, { ...result, version: { variant: 'B', variantTextId: 'b1' } }),
      drafted,
    );
    expect(written).toMatchObject({ variant: 'B', variantTextId: 'b1' });
    const again = recordGenerated(written, { ...result, runId: 'g2', version: null });
    expect(foldOn(message, again, written)).toMatchObject({ variant: null, variantTextId: null });
    expect(again[0]?.data).not.toHaveProperty('variant');
  });

  test('keeps its version when no text could be written', () => {
    const failed = foldOn(
      message,
      recordGenerationFailed(drafted, 'g1', { code: 'answer_not_seen' }, { variant: 'B' }),
      drafted,
    );
    expect(failed).toMatchObject({ variant: 'B', hasText: false });
    const written = foldOn(message, recordGenerated(drafted, { ...result, version: { variant: 'A' } }), drafted);
    const kept = foldOn(
      message,
      recordGenerationFailed(written, 'g2', { code: 'answer_not_seen' }, { variant: 'B' }),
      written,
    );
    expect(kept.variant).toBe('A');
  });

  test('an approved text is written over only in a draft of a campaign', () => {
    const approved: MessageState = { ...drafted, status: 'approved', hasText: true, variant: 'A' };
    expect(recordGenerated(approved, { ...result, version: { variant: 'B' }, overApproved: false })).toEqual([]);
    expect(recordGenerated(approved, { ...result, version: { variant: 'B' }, overApproved: true })).toHaveLength(1);
  });
});
