/** npm test: every check of the project, one after the other; the last line counts them. Exit 1 when anything failed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from './support/chromium.ts';
import { startSystemPostgres } from './support/systemPostgres.ts';

const bin = (name: string) => path.join('node_modules', '.bin', name);
const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-results-'));
let passed = 0;
let failed = 0;

function check(name: string, command: string, args: string[]): void {
  console.log(`\n── ${name}`);
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status === 0) passed += 1;
  else {
    failed += 1;
    console.log(`✗ ${name} failed`);
  }
}

function tests(name: string, project: string, filters: string[] = [], env: NodeJS.ProcessEnv = {}): void {
  console.log(`\n── ${name}`);
  const results = path.join(folder, 'results.json');
  rmSync(results, { force: true });
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const { status } = spawnSync(bin('vitest'), ['run', '--project', project, ...reporters, ...filters], {
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  const before = failed;
  try {
    const counts = JSON.parse(readFileSync(results, 'utf8')) as { numPassedTests: number; numFailedTests: number };
    passed += counts.numPassedTests;
    failed += counts.numFailedTests;
  } catch {
    failed += 1;
  }
  // a file that breaks before its first test, or an error outside of one, counts too
  if (status !== 0 && failed === before) failed += 1;
}

check('types', bin('tsc'), ['--noEmit']);
check('lint', bin('biome'), ['ci', '--error-on-warnings', '.']);
check('boundaries', bin('tsx'), ['tests/boundaries.ts']);
check('unused code', bin('knip'), ['--no-config-hints']);
check('web build', bin('vite'), ['build', 'web', '--logLevel', 'warn']);
check('web sizes', bin('size-limit'), []);
tests('unit tests', 'unit');
tests('integration tests', 'integration');
const system = await startSystemPostgres();
if (system) {
  const name = `the log, the rows, the API and the loop once more on PostgreSQL ${system.version}`;
  try {
    tests(name, 'integration', ['integration/log-', 'integration/rebuild', 'integration/loop', 'integration/http-'], {
      TEST_DATABASE_URL: system.url,
    });
  } finally {
    system.stop();
  }
} else console.log('\n── no PostgreSQL of the system to test on: left out');
ensureChromium();
tests('browser tests', 'browser');
rmSync(folder, { recursive: true, force: true });

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
