import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import type { JudgeAnswer } from '../../events/messages/check/judge.ts';
import type { AskAi } from '../../worker/providers/openai/askAi.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { gradeTexts } from '../evals/texts.ts';

const heldOut: unknown = JSON.parse(readFileSync(path.join(import.meta.dirname, '../evals/heldOutTexts.json'), 'utf8'));

const BODY = `Hi Ada,\n\nyou teach rye bread to beginners, and we make mugs by hand. Our friend told us of your new school in town.
We would love to send you some of our mugs, whenever that suits you. May we?`;
const oneCase = { id: 'x1', label: 'bad', subject: 'Mugs', body: BODY };

/** The AI, with one answer for each part. */
const judgeOf = (answer: (text: string) => Partial<JudgeAnswer['parts'][number]>) => {
  let open = 0;
  let most = 0;
  const askAi = (async (_: unknown, { input }: { input: { parts: { part: number; text: string }[] } }) => {
    open += 1;
    most = Math.max(most, open);
    await new Promise((resolve) => setImmediate(resolve));
    open -= 1;
    const parts = input.parts.map(({ part, text }) => ({
      ...{ part, claim: null, verdict: 'no_claim', words: null },
      ...answer(text),
    }));
    return { value: { parts }, model: 'small', opened: [] };
  }) as unknown as AskAi;
  return { judge: { askAi, embed: null }, most: () => most };
};

test('by rules alone, the held-out texts are told apart as well as at the last measurement', async () => {
  const { table } = await gradeTexts(heldOut, null);
  const countOf = (name: string) => Number(/^\d+/.exec(String(table[name]))?.[0]);
  expect(countOf('truthful texts flagged')).toBeLessThanOrEqual(0);
  expect(countOf('invented claims that pass')).toBeLessThanOrEqual(10);
});

test('the judge adds to the rules, and says why', async () => {
  const fine = judgeOf(() => ({})).judge;
  const found = judgeOf((text) =>
    text.includes('friend') ? { claim: 'meeting_or_contact', verdict: 'not_supported', words: 'Our friend' } : {},
  ).judge;
  const link = { ...oneCase, id: 'x2', body: `${BODY}\nhttps://evil.example` };
  const alone = (await gradeTexts([link], null)).verdicts[0]?.why;
  expect((await gradeTexts([link], fine)).verdicts).toEqual([{ id: 'x2', wanted: 'bad', got: 'bad', why: alone }]);
  const [verdict] = (await gradeTexts([oneCase], found)).verdicts;
  expect(verdict).toMatchObject({ got: 'bad', why: expect.stringContaining('(meeting_or_contact): “Our friend”') });
});

test('an AI that fails on a case is neither right nor wrong, and said', async () => {
  const askAi = (async () => {
    throw new ProviderError({ code: 'provider_unreachable', provider: 'The AI provider' }, 'connection', true);
  }) as unknown as AskAi;
  const { verdicts, table } = await gradeTexts([{ ...oneCase, label: 'ok' }], { askAi, embed: null });
  expect(verdicts).toMatchObject([{ got: 'failed', why: expect.stringContaining('connection') }]);
  expect(table).toMatchObject({ 'without an answer, counted as wrong': 1, 'truthful texts flagged': '1 of 1' });
});

test('a few calls are made at a time', async () => {
  const { judge, most } = judgeOf(() => ({}));
  const many = Array.from({ length: 12 }, (_, at) => ({ ...oneCase, id: `x${at}` }));
  expect((await gradeTexts(many, judge)).verdicts.map(({ id }) => id)).toEqual(many.map(({ id }) => id));
  expect(most()).toBeLessThanOrEqual(4);
});

test('a case may leave out the business, the campaign, the offer, the partner and the evidence', async () => {
  const bare = {
    ...oneCase,
    id: 'x3',
    campaign: { offer: null, language: null },
    partner: { name: 'Ada', evidence: null },
  };
  const { verdicts } = await gradeTexts([{ ...oneCase, label: 'ok' }, bare], judgeOf(() => ({})).judge);
  expect(verdicts.map(({ got }) => got)).not.toContain('failed');
  await expect(gradeTexts([{ id: 'x4', label: 'maybe', body: '' }], null)).rejects.toThrow();
});
