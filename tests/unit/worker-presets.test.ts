import { expect, test } from 'vitest';
import { WORKER_PRESETS } from '../../worker/runWorker.ts';

// the queue only catches the error of an outcome that it stores in a batch
test.each(Object.entries(WORKER_PRESETS))('an outcome that %s cannot store ends no process', (_lane, preset) => {
  expect(preset.completeJobBatchDelay).toBeGreaterThanOrEqual(0);
  expect(preset.failJobBatchDelay).toBeGreaterThanOrEqual(0);
});
