import { expect, test } from 'vitest';
import { createLogger } from '../../db/process/logger.ts';

function logged(options: { level: string; json: boolean }): string[] {
  const lines: string[] = [];
  const log = createLogger({ ...options, to: { write: (line) => void lines.push(line.trimEnd()) } }).child({
    name: 'api',
  });
  log.debug('looked');
  log.info({ requestId: 'r1' }, 'answered');
  log.warn('a proxy is not known');
  log.error({ requestId: 'r2', code: '42P01' }, 'a call failed');
  return lines;
}

test('plain lines say who speaks, what happened, and the facts', () => {
  expect(logged({ level: 'info', json: false })).toEqual([
    'api: answered (requestId=r1)',
    'api: a proxy is not known',
    'api: a call failed (requestId=r2, code=42P01)',
  ]);
});

test('in production each line is JSON with its level, time and request', () => {
  const lines = logged({ level: 'debug', json: true }).map((line) => JSON.parse(line) as object);
  expect(lines).toHaveLength(4);
  expect(lines.at(-1)).toEqual({
    level: 'error',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    name: 'api',
    requestId: 'r2',
    code: '42P01',
    msg: 'a call failed',
  });
});

test.each([
  ['warn', 2],
  ['error', 1],
  ['silent', 0],
])('LOG_LEVEL=%s keeps %i of four lines', (level, count) => {
  expect(logged({ level, json: false })).toHaveLength(count);
});
