import { afterEach } from 'vitest';
import { openPages } from './screens.ts';

/** Setup of the browser tests: a failed test prints its pages, since no one can look at them in CI. */
afterEach(async ({ task }) => {
  if (task.result?.state !== 'fail') return;
  for (const page of openPages()) {
    const shown = await page
      .locator('body')
      .ariaSnapshot({ timeout: 2_000 })
      .catch((error: unknown) => String(error));
    const lines = shown.split('\n').filter((line) => !/^\s*- option /.test(line));
    process.stderr.write(`${task.name}\n${page.url()}\n${lines.join('\n').slice(0, 6_000)}\n`);
  }
});
