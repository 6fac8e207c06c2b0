import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { JUDGED_UNASKED } from '../../events/shared/options.ts';
import { JudgeWaiting } from '../../web/features/discovery/JudgeWaiting.tsx';
import { answer } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';
import { aiEstimates } from './support/views.ts';

const shown = (waiting: number) => renderPart(<JudgeWaiting waiting={waiting} />);

test('many rough scores: the cost is said before the AI judges them', async () => {
  answer('get', '/api/ai-estimates', aiEstimates({ costUsd: 0.0131 }));
  const asked: string[] = [];
  answer('post', '/api/partners/judge', ({ path }) => {
    asked.push(path);
    return { partners: 480 };
  });
  const hand = await shown(480);
  await screen.findByText('480 partners, about $0.21');
  expect(asked).toEqual([]);
  await hand.click(screen.getByRole('button', { name: 'Judge 480 partners' }));
  await screen.findByRole('button', { name: 'Judging 480 partners' });
  expect(asked).toHaveLength(1);
});

test.each([
  ['few, whom the AI judges unasked', JUDGED_UNASKED, true],
  ['no AI', 480, false],
])('nothing is asked: %s', async (_, waiting, configured) => {
  answer('get', '/api/ai-estimates', { ...aiEstimates(), configured });
  await shown(waiting);
  // a turn for what would be fetched and shown
  await new Promise((done) => setTimeout(done, 50));
  expect(screen.queryByRole('button')).toBeNull();
});
