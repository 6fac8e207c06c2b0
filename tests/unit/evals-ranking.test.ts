import { describe, expect, test } from 'vitest';
import type { AskAi, Embed } from '../../worker/providers/openai/askAi.ts';
import { ProviderError } from '../../worker/providers/providerError.ts';
import { gradeRanking } from '../evals/ranking.ts';
import { gradeReplies } from '../evals/replies.ts';
import { gradeTexts } from '../evals/texts.ts';

const names = ['Ada', 'Ben', 'Cleo', 'Dov', 'Eli'];
const file = {
  note: 'People who mend boots',
  candidates: names.map((name, at) => ({
    ...{ name, platform: 'youtube', followers: 1_000, engagement: 2, industry: null },
    // the words speak for the last
    bio: `${at === 4 ? 'People who mend boots. ' : ''}I live by the sea, house ${at}.`,
  })),
};
type Candidate = { id: string; name: string; bio: string };

/** Marks the first the highest; `leavesOut` whom it overlooks in the first answer. */
function judgeOf(leavesOut = '') {
  const asked: Candidate[][] = [];
  const askAi = ((_: unknown, { input }: { input: { candidates: Candidate[] } }) => {
    asked.push(input.candidates);
    const candidates = input.candidates
      .filter(({ name }) => asked.length > 1 || name !== leavesOut)
      .map(({ id, name, bio }) => {
        const mark = 4 - names.indexOf(name);
        const marks = { topic: mark, audience: mark, region: null, quality: mark };
        return { id, orders: [], ...marks, against: [], quotes: [bio], reason: 'Mends.' };
      });
    return Promise.resolve({ value: { candidates }, model: 'm', opened: [] });
  }) as unknown as AskAi;
  return { asked, askAi };
}
const SPEARMAN = 'order against a person (Spearman)';

describe('npm run evals -- ranking, with a model', () => {
  test('grades the order by the rubric, not that of the words', async () => {
    const { askAi } = judgeOf();
    const byRules = await gradeRanking(file, null);
    const byModel = await gradeRanking(file, { askAi, embed: null });
    expect(byRules.table[SPEARMAN]).toBeLessThan(0.5);
    expect(byModel.table).toMatchObject({
      [SPEARMAN]: 1,
      'judged by the rubric': '5 of 5',
      embeddings: 'none: the rubric went on without',
    });
    expect(byRules.table).not.toHaveProperty('embeddings');
  });

  test('asks once more for whom the model left out', async () => {
    const { askAi, asked } = judgeOf('Cleo');
    const { table } = await gradeRanking(file, { askAi, embed: null });
    expect(asked.map((some) => some.length)).toEqual([5, 1]);
    expect(table[SPEARMAN]).toBe(1);
  });

  test('goes on and says so where the embeddings fail', async () => {
    const { askAi } = judgeOf();
    const embed: Embed = () =>
      Promise.reject(new ProviderError({ code: 'provider_unreachable', provider: 'x' }, 'connection', true));
    const { table } = await gradeRanking(file, { askAi, embed });
    expect(table).toMatchObject({ [SPEARMAN]: 1, embeddings: 'none: the rubric went on without' });
    const works: Embed = (texts) => Promise.resolve({ vectors: texts.map(() => [1]), model: 'e' });
    expect((await gradeRanking(file, { askAi, embed: works })).table.embeddings).toBe('used');
  });
});

describe('npm run evals -- ranking', () => {
  test('reads X as Twitter, however it is written', async () => {
    const { askAi, asked } = judgeOf();
    const written = ['x', 'X', 'Twitter/X', 'twitter', 'YouTube'];
    const candidates = file.candidates.map((one, at) => ({ ...one, platform: written[at] }));
    await gradeRanking({ ...file, candidates, criteria: { platforms: ['x'] } }, { askAi, embed: null });
    const platforms = new Map(asked.flat().map((one) => [one.name, (one as { platform?: string }).platform]));
    expect(names.map((name) => platforms.get(name))).toEqual(['twitter', 'twitter', 'twitter', 'twitter', 'youtube']);
  });

  test('takes what a file says of the business in fields of its own', async () => {
    const { note, ...rest } = file;
    const { verdicts } = await gradeRanking({ ...rest, business: { name: 'Sole', sells: note } }, null);
    expect(verdicts[4]).toMatchObject({ id: 'Eli', got: '1' });
  });

  test('refuses a file that does not say what the business looks for', async () => {
    const { note: _, ...rest } = file;
    await expect(gradeRanking(rest, null)).rejects.toThrow('what the business looks for');
  });

  test('measures no order of one', async () => {
    const { table } = await gradeRanking({ ...file, candidates: file.candidates.slice(0, 1) }, null);
    expect(table[SPEARMAN]).toBe('not measured: one candidate');
  });
});

test.each([
  ['texts', gradeTexts],
  ['replies', gradeReplies],
])('npm run evals -- %s refuses a file without cases', async (_, grader) => {
  await expect(grader([], null)).rejects.toThrow('at least one case');
});
