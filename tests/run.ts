/** npm test: every check of the project, one after the other; the last line counts them. Exit 1 when anything failed. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ensureChromium } from './support/chromium.ts';

const bin = (name: string) => path.join('node_modules', '.bin', name);
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

check('types', bin('tsc'), ['--noEmit']);
check('lint', bin('biome'), ['ci', '.']);
check('boundaries', bin('tsx'), ['tests/boundaries.ts']);
check('unused code', bin('knip'), []);
check('web build', bin('vite'), ['build', 'web', '--logLevel', 'warn']);
ensureChromium();

const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-results-'));
for (const project of ['unit', 'integration', 'browser']) {
  console.log(`\n── ${project} tests`);
  const results = path.join(folder, `${project}.json`);
  const { status } = spawnSync(
    bin('vitest'),
    ['run', '--project', project, '--reporter=default', '--reporter=json', `--outputFile.json=${results}`],
    { stdio: 'inherit' },
  );
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
rmSync(folder, { recursive: true, force: true });

console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
