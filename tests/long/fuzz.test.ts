import { afterAll, beforeAll, expect, test } from 'vitest';
import { startFuzzApp } from '../support/fuzzApp.ts';
import { fuzz } from '../support/fuzzRun.ts';
import { mainThreadMs } from '../support/mainThread.ts';

const MOST_MS = 200;
/** A seed that found something is tried again by FUZZ_SEED; another number of rounds by FUZZ_ROUNDS. */
const { FUZZ_SEED = '1', FUZZ_ROUNDS = '94' } = process.env;

let started: Awaited<ReturnType<typeof startFuzzApp>>;
beforeAll(async () => {
  started = await startFuzzApp();
});
afterAll(() => started.stop());

test('20,000 drawn requests get an answer that their route declares, and none stops the event loop', async () => {
  const { wrong, stalls, ...said } = await fuzz(started.testApp, {
    rounds: Number(FUZZ_ROUNDS),
    seed: Number(FUZZ_SEED),
  });
  console.info(
    JSON.stringify(
      { ...said, stalls: stalls.map(({ ms, request }) => [Math.round(ms), request.slice(0, 200)]) },
      null,
      2,
    ),
  );
  expect(wrong).toEqual([]);
  // the others need a worker, a provider or a code
  expect(said.unreached.length).toBeLessThan(55);
  if (mainThreadMs() !== null) expect(stalls.filter(({ ms }) => ms > MOST_MS)).toEqual([]);
}, 3_600_000);
