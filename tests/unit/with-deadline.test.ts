import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { fetch } from 'undici';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Deps } from '../../api/context.ts';
import { waitFor } from '../../api/http/waitFor.ts';
import { withDeadline } from '../../db/connection/withDeadline.ts';

const untilAborted = (signal: AbortSignal) =>
  new Promise<'ended'>((resolve) => signal.addEventListener('abort', () => resolve('ended')));

describe('a wait ends on time though garbage is collected', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  let collecting: NodeJS.Timeout;
  beforeEach(() => {
    collecting = setInterval(collect, 20);
  });
  afterEach(() => clearInterval(collecting));

  test('of a call for the worker', async () => {
    const unsubscribe = vi.fn();
    const deps = { waitMs: 200, stopping: new AbortController().signal, tail: { subscribe: () => unsubscribe } };
    const waiting = waitFor(deps as unknown as Deps, 't', ['s'], async () => null, new AbortController().signal);
    expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 3_000, 'hangs'))])).toBeNull();
    expect(unsubscribe).toHaveBeenCalledOnce();
  });

  test('of any work with a deadline', async () => {
    const waiting = withDeadline(200, [new AbortController().signal, undefined], untilAborted);
    expect(await Promise.race([waiting, new Promise((resolve) => setTimeout(resolve, 3_000, 'hangs'))])).toBe('ended');
  });
});

test('a signal ends the work before its deadline, and many may listen to one', async () => {
  const warned = vi.spyOn(process, 'emitWarning');
  const stop = new AbortController();
  const all = Array.from({ length: 30 }, () => withDeadline(60_000, [stop.signal], untilAborted));
  stop.abort();
  expect(await Promise.all(all)).toHaveLength(30);
  expect(await withDeadline(60_000, [stop.signal], async (signal) => signal.aborted)).toBe(true);
  expect(warned).not.toHaveBeenCalled();
});

test('it leaves signals as fetch wants them: undici refuses one that may have any number of listeners', async () => {
  const stop = new AbortController();
  await withDeadline(1_000, [undefined], async () => undefined);
  await withDeadline(1_000, [stop.signal], async () => undefined);
  for (const signal of [new AbortController().signal, stop.signal])
    await expect(fetch('http://127.0.0.1:1', { signal })).rejects.toThrow(/fetch failed/);
});
