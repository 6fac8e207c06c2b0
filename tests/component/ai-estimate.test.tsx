import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { reasonSentence } from '../../events/shared/reasons.ts';
import { AiEstimate } from '../../web/features/ai/AiEstimate.tsx';
import { answer, reads } from './support/api.ts';
import { renderPart } from './support/renderApp.tsx';
import { aiEstimates } from './support/views.ts';

const shown = async (count = 12) => {
  await renderPart(<AiEstimate operation="messageGeneration" what={`${count} messages`} count={count} />);
};

test.each([
  [0.0033, 12, '12 messages, about $0.04'],
  [0.0033, 1, '1 messages, less than $0.01'],
  [0.31, 100, '100 messages, about $31.00'],
  [null, 12, '12 messages, cost unknown'],
])('a call of $%s, %d times: %s', async (costUsd, count, text) => {
  answer('get', '/api/ai-estimates', aiEstimates({ costUsd }));
  await shown(count);
  await screen.findByText(text);
});

test('a dearer call that not every run makes is said apart', async () => {
  answer('get', '/api/ai-estimates', aiEstimates({ costUsd: 0.15 }));
  const ifNeeded = { operation: 'partnerDiscovery', what: 'a web search' } as const;
  await renderPart(<AiEstimate operation="partnerGeneration" what="One search" ifNeeded={ifNeeded} />);
  await screen.findByText('One search, about $0.15; a web search, if needed, about $0.15');
});

test('a budget that is used up is said instead', async () => {
  const stopped = reasonSentence({ code: 'ai_budget_user' });
  answer('get', '/api/ai-estimates', aiEstimates({ stopped }));
  await shown();
  await screen.findByText(stopped);
  expect(screen.queryByText(/about/)).toBeNull();
});

test('what goes on without AI is said beside it', async () => {
  answer('get', '/api/ai-estimates', aiEstimates({ stopped: 'The budget is used up.' }));
  await renderPart(<AiEstimate operation="partnerGeneration" what="One search" without="Searches go on." />);
  await screen.findByText('The budget is used up. Searches go on.');
});

test('without AI nothing is said', async () => {
  answer('get', '/api/ai-estimates', { ...aiEstimates(), configured: false });
  await shown();
  await expect.poll(() => reads).toContain('/api/ai-estimates');
  expect(screen.queryByText(/messages/)).toBeNull();
});
