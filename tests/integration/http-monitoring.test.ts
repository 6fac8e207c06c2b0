import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { until } from '../support/person.ts';
import { startTestApp, type TestApp } from '../support/testApp.ts';

const METRICS_TOKEN = 'a-token-of-a-monitor-with-32-signs';

let testApp: TestApp;
let closed: TestApp;

beforeAll(async () => {
  const webFolder = mkdtempSync(path.join(tmpdir(), 'web-'));
  writeFileSync(path.join(webFolder, 'index.html'), '<html></html>');
  [testApp, closed] = await Promise.all([
    startTestApp({ webFolder, metricsToken: METRICS_TOKEN }),
    startTestApp({ working: false }),
  ]);
});
afterAll(() => Promise.all([testApp.stop(), closed.stop()]));

const get = async (app: TestApp, place: string, token?: string) => {
  const answer = await fetch(app.url + place, token ? { headers: { Authorization: `Bearer ${token}` } } : {});
  return { status: answer.status, type: answer.headers.get('Content-Type'), text: await answer.text() };
};

test('a process is ready once its migrations have run, and says why it is not', async () => {
  const { sql } = testApp.owner;
  const [file] = await sql<{ hash: string }[]>`
    delete from migration.repeatable where name = 'functions/log.unread.sql' returning hash`;
  const before = await get(testApp, '/api/ready');
  await sql`insert into migration.repeatable (name, hash) values ('functions/log.unread.sql', ${file?.hash ?? ''})`;
  const after = await get(testApp, '/api/ready');
  expect([before.status, JSON.parse(before.text)]).toEqual([503, { ready: false, reasons: ['not_migrated'] }]);
  expect([after.status, JSON.parse(after.text)]).toEqual([200, { ready: true, reasons: [] }]);
  expect(JSON.parse((await get(closed, '/api/ready')).text)).toEqual({ ready: false, reasons: ['web_not_built'] });
});

test('metrics of the API and of the worker are read by a token alone', async () => {
  expect(await get(testApp, '/metrics', 'x')).toMatchObject({
    status: 401,
    text: expect.stringContaining('METRICS_TOKEN'),
  });
  expect(await get(testApp, '/metrics')).toMatchObject({ status: 401 });
  expect(await get(testApp, '/metrics/live', METRICS_TOKEN)).toMatchObject({
    status: 404,
    type: expect.stringMatching('text/plain'),
  });
  expect(await get(closed, '/metrics', METRICS_TOKEN)).toMatchObject({
    status: 404,
    type: expect.stringMatching('text/plain'),
  });

  await get(testApp, '/u/a-secret-of-a-recipient');
  const { status, text } = await until(
    () => get(testApp, '/metrics', METRICS_TOKEN),
    (answer) => answer.text.includes('service="worker"'),
  );
  expect(status).toBe(200);
  expect(text).toMatch(/^partner_pilot_workers 1$/m);
  expect(text).toMatch(/^partner_pilot_unread_seconds [\d.]+$/m);
  expect(text).toMatch(/^partner_pilot_record_wrong 0$/m);
  expect(text).toMatch(/^partner_pilot_jobs\{state="failed"\} 0$/m);
  expect(text).toMatch(/^partner_pilot_commits_total\{service="api",process="[^"]+"\} \d+$/m);
  expect(text).toMatch(/^partner_pilot_event_loop_delay_seconds\{service="worker",process="[^"]+"\} [\d.]+$/m);
  // patterns of routes, and no part of an address
  expect(text).toMatch(
    /^partner_pilot_request_seconds_count\{method="GET",route="\/u\/:\w+\??",status="\d+",service="api",/m,
  );
  expect(text).not.toContain('a-secret-of-a-recipient');
  expect(text.match(/^# TYPE partner_pilot_commits_total counter$/gm)).toHaveLength(1);
});
