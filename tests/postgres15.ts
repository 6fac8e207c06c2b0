/** npm run test:postgres15: every query and part of the schema once, on the system's PostgreSQL, the oldest supported one. */
import { spawnSync } from 'node:child_process';
import { startSystemPostgres } from './support/systemPostgres.ts';

const FILES = [
  ...[
    'log-',
    'history-',
    'audit-verify',
    'rebuild',
    'loop',
    'migrate-projections',
    'available-partners',
    'guards',
    'unsubscribe',
  ],
  ...['http-lists', 'http-schedule', 'http-suppressions', 'http-undo', 'http-unknown'],
  ...['worker-clock', 'worker-dispatch', 'worker-plan', 'worker-relay', 'worker-removed', 'worker-scores'],
].map((name) => `integration/${name}`);

const system = await startSystemPostgres();
if (!system) {
  console.error('There is no PostgreSQL of the system, version 15 or later. On Debian: apt-get install postgresql');
  process.exit(1);
}
console.log(`PostgreSQL ${system.version}`);
try {
  const { status } = spawnSync('node_modules/.bin/vitest', ['run', '--project', 'integration', ...FILES], {
    stdio: 'inherit',
    env: { ...process.env, TEST_DATABASE_URL: system.url },
  });
  process.exitCode = status ?? 1;
} finally {
  system.stop();
}
