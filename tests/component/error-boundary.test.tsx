import { setTimeout as wait } from 'node:timers/promises';
import { act, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { expect, test, vi } from 'vitest';
import { ErrorBoundary } from '../../web/app/ErrorBoundary.tsx';
import { onDemand } from '../../web/lib/onDemand.tsx';
import { afterTest } from './support/afterTest.ts';

const Screen = () => <h1>The screen</h1>;

/** A screen whose code is fetched in vain `failures` times. */
async function show(failures: number) {
  const console = vi.spyOn(globalThis.console, 'error').mockImplementation(() => {});
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  afterTest(() => {
    vi.useRealTimers();
    console.mockRestore();
  });
  let fetches = 0;
  const Part = onDemand(async () => {
    fetches += 1;
    if (fetches <= failures) throw new TypeError('Failed to fetch dynamically imported module');
    return Screen;
  });
  const page = (key: string) => (
    <ErrorBoundary resetKey={key}>
      <Suspense fallback="Loading">
        <Part />
      </Suspense>
    </ErrorBoundary>
  );
  const { rerender } = await act(async () => render(page('/approved true')));
  await revealed();
  return {
    fetched: () => fetches,
    async connectionBack() {
      await act(async () => rerender(page('/approved false')));
      await revealed();
    },
  };
}
async function byHand() {
  await act(async () => screen.getByText('Try again').click());
  await revealed();
}
async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds));
  await revealed();
}
/** React shows what follows a placeholder 300 ms after it at the earliest, by the real clock. */
const revealed = () => wait(350);

test('a screen whose fetch still fails when the connection is back is fetched again by itself', async () => {
  const { connectionBack } = await show(2);
  screen.getByText('This page could not be loaded');
  await connectionBack();
  screen.getByText('This page could not be loaded');
  await pass(3_000);
  screen.getByText('The screen');
});

test('a screen that cannot be fetched at all is fetched a few times, then by hand', async () => {
  const { fetched } = await show(5);
  for (const wait of [3_000, 6_000, 12_000, 60_000, 600_000]) await pass(wait);
  expect(fetched()).toBe(4);
  screen.getByText('This page could not be loaded');
  await byHand();
  await byHand();
  screen.getByText('The screen');
});
