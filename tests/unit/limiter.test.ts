import { expect, test } from 'vitest';
import { Limiter } from '../../api/http/limiter.ts';
import type { Sql } from '../../db/connection/connect.ts';

/** A bucket in place of PostgreSQL's, which does not refill. It counts what it is asked. */
function bucket(quota: number) {
  let left = quota;
  const asked: { need: number; want: number; back: number }[] = [];
  const sql = (_: TemplateStringsArray, ...values: unknown[]) => {
    const [need, want, back] = values.slice(3) as [number, number, number];
    asked.push({ need, want, back });
    left += back;
    const granted = left < need ? 0 : Math.min(want, left);
    left -= granted;
    return Promise.resolve([{ granted, remaining: left, wait: granted === 0 ? 30 : null }]);
  };
  return { sql: sql as unknown as Sql, asked };
}

const of = (quota: number) => () => ({ quota, seconds: 300 });

async function takeAll(limiter: Limiter, quota: number, calls: number, cost = 1) {
  const taken = await Promise.all(Array.from({ length: calls }, () => limiter.take('one', cost, of(quota))));
  return taken.filter(({ wait }) => wait === null).length;
}

test('a hundred calls cost ten statements, and no more pass than the quota', async () => {
  const { sql, asked } = bucket(100);
  expect(await takeAll(new Limiter(sql), 100, 250)).toBe(100);
  // the last one learns that nothing is left
  expect(asked).toHaveLength(11);
});

test('a refused caller costs no statement until the wait is over', async () => {
  let now = 0;
  const { sql, asked } = bucket(10);
  const limiter = new Limiter(sql, () => now);
  await takeAll(limiter, 10, 11);
  const before = asked.length;
  expect(await limiter.take('one', 1, of(10))).toMatchObject({ wait: 30 });
  now += 20_000;
  expect(await limiter.take('one', 1, of(10))).toMatchObject({ wait: 10 });
  expect(asked).toHaveLength(before);
  now += 10_000;
  await limiter.take('one', 1, of(10));
  expect(asked).toHaveLength(before + 1);
});

test('two processes together pass no more than the quota', async () => {
  const { sql } = bucket(100);
  const passed = await Promise.all([takeAll(new Limiter(sql), 100, 90), takeAll(new Limiter(sql), 100, 90)]);
  expect(passed[0] + passed[1]).toBe(100);
});

test('a heavy call takes its cost at once, and a light one passes after it was refused', async () => {
  const { sql } = bucket(50);
  const limiter = new Limiter(sql);
  expect(await takeAll(limiter, 50, 5, 20)).toBe(2);
  expect(await takeAll(limiter, 50, 20)).toBe(10);
});

test('a lease ends after a minute, and what is left of it goes back', async () => {
  let now = 0;
  const { sql, asked } = bucket(100);
  const limiter = new Limiter(sql, () => now);
  await limiter.take('one', 1, of(100));
  now += 60_000;
  await limiter.take('one', 1, of(100));
  expect(asked).toEqual([
    { need: 1, want: 10, back: 0 },
    { need: 1, want: 10, back: 9 },
  ]);
});

test('a cost above a small quota takes all of it', async () => {
  const { sql } = bucket(5);
  expect(await new Limiter(sql).take('one', 20, of(5))).toMatchObject({ wait: null });
});

test('without a database no call is refused here', async () => {
  const sql = (() => Promise.reject(Object.assign(new Error(), { code: 'ECONNREFUSED' }))) as unknown as Sql;
  expect(await new Limiter(sql).take('one', 1, of(5))).toMatchObject({ wait: null });
});

test('a caller keeps what was leased when ten thousand others come between', async () => {
  const buckets = new Map<string, ReturnType<typeof bucket>>();
  const sql = ((texts: TemplateStringsArray, ...values: unknown[]) => {
    const name = String(values[0]);
    const own = buckets.get(name) ?? bucket(100);
    buckets.set(name, own);
    return own.sql(texts, ...(values as never[]));
  }) as unknown as Sql;
  const limiter = new Limiter(sql);
  const others = async (from: number) => {
    for (let other = 0; other < 10_000; other += 1) await limiter.take(`other ${from + other}`, 1, of(100));
  };
  await limiter.take('one', 1, of(100));
  await others(0);
  expect(await takeAll(limiter, 100, 60)).toBe(60);
  await others(10_000);
  expect(await takeAll(limiter, 100, 60)).toBe(39);
});

test('a caller whose lease is being asked for is not forgotten', async () => {
  const { sql, asked } = bucket(1_000_000);
  let answer = (): void => {};
  const slow = (async (texts: TemplateStringsArray, ...values: unknown[]) => {
    if (values[0] === 'one') await new Promise<void>((resolve) => (answer = resolve));
    return (sql as unknown as (texts: TemplateStringsArray, ...values: unknown[]) => unknown)(texts, ...values);
  }) as unknown as Sql;
  const limiter = new Limiter(slow);
  const first = limiter.take('one', 1, of(100));
  for (let other = 0; other < 10_000; other += 1) await limiter.take(`other ${other}`, 1, of(100));
  const before = asked.length;
  const second = limiter.take('one', 1, of(100));
  await Promise.resolve();
  answer();
  expect([(await first).wait, (await second).wait]).toEqual([null, null]);
  expect(asked.length - before).toBe(1);
});
