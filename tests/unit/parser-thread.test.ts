import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { parserThread, Unparsable } from '../../db/parse/parserThread.ts';
import { longestStall, mainThreadMs } from '../support/mainThread.ts';

const program = new URL('../support/testParser.ts', import.meta.url);
const parse = parserThread<string, string>(program, { cpuMs: 300, ms: 3_000, memoryMb: 64 });

test.each(['spin', 'grow', 'throw', 'throw late', 'wait'])(
  'a text that makes its parser %s ends alone',
  async (task) => {
    const [hostile, next] = await Promise.allSettled([parse(task), parse('next')]);
    expect(hostile).toEqual({ status: 'rejected', reason: expect.any(Unparsable) });
    expect(next).toEqual({ status: 'fulfilled', value: 'NEXT' });
  },
);

describe('a busy main thread', () => {
  const patient = parserThread<string, string>(program, { cpuMs: 300, ms: 60_000, memoryMb: 64 });
  /** Uses more of the processor than a text may, and lets the limits be checked in between. */
  async function work() {
    for (const before = process.cpuUsage(); process.cpuUsage(before).user < 600_000; await nextTurn());
  }

  // it is started before the work begins
  beforeAll(() => patient('first'));

  test('ends no innocent text', async () => {
    const [text] = await Promise.all([patient('nap long'), work()]);
    expect(text).toBe('NAP LONG');
  });

  test('saves no hostile text', async () => {
    const [hostile] = await Promise.allSettled([patient('spin'), work()]);
    expect(hostile).toEqual({ status: 'rejected', reason: expect.any(Unparsable) });
  });
});

test('each tenant has its turn, however many texts another one has', async () => {
  const done: string[] = [];
  const ask = (tenant: string | undefined, text: string) => parse(text, tenant).then(() => done.push(tenant ?? 'none'));
  const many = Array.from({ length: 20 }, () => ask('a', 'nap'));
  await many[0];
  await Promise.all([...many, ask('b', 'x'), ask('b', 'x'), ask(undefined, 'x')]);
  expect(done.slice(0, 6)).toEqual(['a', 'a', 'b', 'none', 'a', 'b']);
  expect(done).toHaveLength(23);
});

test('while a text is parsed the process does other work', async () => {
  expect(await longestStall(() => parse('spin').catch(() => undefined))).toBeLessThan(100);
});

test.skipIf(mainThreadMs() === null)('other work would be seen to wait', async () => {
  const busy = async () => {
    for (const end = (mainThreadMs() ?? 0) + 100; (mainThreadMs() ?? 0) < end; );
  };
  expect(await longestStall(busy)).toBeGreaterThan(50);
});

test('a parser that cannot start says nothing about the text', async () => {
  const missing = parserThread<string, string>(new URL('./missing.ts', import.meta.url));
  await expect(missing('text')).rejects.not.toBeInstanceOf(Unparsable);
  await expect(missing('text')).rejects.toThrow();
});
