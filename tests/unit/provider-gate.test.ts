/** The calls that wait when a provider asks one to wait. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { rateLimited } from '../../worker/providers/providerError.ts';
import { providerGate } from '../../worker/providers/providerGate.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

const isOpen = (pass: () => void): boolean => {
  try {
    pass();
    return true;
  } catch {
    return false;
  }
};

test('a long wait closes the gate for its own kind of call, and for the others for a moment', () => {
  const gate = providerGate('The AI provider');
  const open = () => ['t1 label', 't2 label', 't1 text'].map((kind) => isOpen(() => gate.pass(kind)));
  gate.heed(rateLimited('The AI provider', 900), 't1 label');
  expect(open()).toEqual([false, false, false]);
  vi.advanceTimersByTime(20_000);
  expect(open()).toEqual([false, true, true]);
  vi.advanceTimersByTime(880_000);
  expect(open()).toEqual([true, true, true]);
});

test('a provider whose calls are all of one kind waits as long as it is asked to', () => {
  const gate = providerGate('Hunter');
  gate.heed(rateLimited('Hunter', 60));
  vi.advanceTimersByTime(59_000);
  expect(isOpen(() => gate.pass())).toBe(false);
  vi.advanceTimersByTime(1_000);
  expect(isOpen(() => gate.pass())).toBe(true);
});
