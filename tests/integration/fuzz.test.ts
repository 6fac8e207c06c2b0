import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFuzzApp } from '../support/fuzzApp.ts';
import { fuzz } from '../support/fuzzRun.ts';

let started: Awaited<ReturnType<typeof startFuzzApp>>;
beforeAll(async () => {
  started = await startFuzzApp();
});
afterAll(() => started.stop());

test('drawn requests of every route get an answer that the route declares', async () => {
  const { wrong, requests } = await fuzz(started.testApp, { rounds: 2, seed: 1 });
  expect(wrong).toEqual([]);
  expect(requests).toBeGreaterThan(400);
}, 120_000);
