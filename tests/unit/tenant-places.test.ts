import { expect, test, vi } from 'vitest';
import { runTask } from '../../worker/defineTask.ts';
import { tenantPlaces } from '../../worker/tenantPlaces.ts';

const NOW = new Date('2026-12-02T12:00:00.000Z');
/** `young…`: signed up an hour ago. */
const createdAt = async (tenant: string) =>
  tenant.startsWith('young') ? '2026-12-02T11:00:00.000Z' : tenant === 'nobody' ? '' : '2026-11-01T00:00:00.000Z';
const sharing = (places: number, share: number) => tenantPlaces({ places, share }, createdAt, () => NOW);

test('a tenant has its share and no more, and another one has its own', async () => {
  const take = sharing(8, 2);
  const free = await take('one');
  expect(await take('one')).not.toBeNull();
  expect(await take('one')).toBeNull();
  expect(await take('two')).not.toBeNull();
  expect(await take('nobody')).not.toBeNull();
  free?.();
  expect(await take('one')).not.toBeNull();
});

test('of those that ask at the same moment no one gets more', async () => {
  const take = sharing(8, 2);
  const places = await Promise.all(Array.from({ length: 5 }, () => take('one')));
  expect(places.filter((place) => place !== null)).toHaveLength(2);
});

test('accounts younger than a day have half of the places together; older ones find theirs', async () => {
  const take = sharing(8, 2);
  const places = await Promise.all(Array.from({ length: 6 }, (_, index) => take(`young ${index}`)));
  expect(places.filter((place) => place !== null)).toHaveLength(4);
  expect(await take('one')).not.toBeNull();
  places[0]?.();
  expect(await take('young 5')).not.toBeNull();
});

test('what the installation itself does waits for no one', async () => {
  const take = sharing(2, 1);
  for (let count = 0; count < 3; count += 1) expect(await take('system')).not.toBeNull();
});

test('a job whose tenant has its share goes back to the queue for a moment, which is no try', async () => {
  const moment = Date.now();
  const sql = async () => [{ now: new Date(moment) }];
  const handler = vi.fn(async () => undefined);
  const addJob = vi.fn(async () => undefined);
  const job = { tenant: 'one', id: 'm', correlationId: 'c', causationId: null };
  const helpers = { job: { attempts: 2, key: 'send:one:m', max_attempts: 25, priority: 0 }, getQueueName: () => null };
  const run = (place: (() => void) | null, payload: object) =>
    runTask(
      { name: 'send-message', lane: 'send', needs: ['store'], handler },
      { store: { sql } } as never,
      async () => place,
    )(payload, {
      ...helpers,
      addJob,
    } as never);

  await run(null, job);
  expect(handler).not.toHaveBeenCalled();
  const [[name, again, spec]] = addJob.mock.calls as unknown as [[string, object, { runAt: Date }]];
  expect([name, again]).toEqual(['send-message', { ...job, turns: 1, tries: 1 }]);
  expect(spec).toMatchObject({ jobKey: 'send:one:m', jobKeyMode: 'preserve_run_at', maxAttempts: 25 });
  expect(spec.runAt.getTime() - moment).toBeLessThanOrEqual(250);

  const free = vi.fn();
  await run(free, again);
  expect(handler).toHaveBeenCalledExactlyOnceWith(expect.anything(), job, expect.objectContaining({ lastTry: true }));
  expect(free).toHaveBeenCalledOnce();
});
