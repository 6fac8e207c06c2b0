/**
 * npm test: every check of the project. npm test -- NAME: the test files whose path holds the name. npm run check (`--check`): all without database
 * and browser. npm run test:long (`--long`): all that takes many minutes. The last line counts; exit 1 when anything failed.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { setPriority, tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { ensureChromium } from './support/chromium.ts';
import { ensureMailServers } from './support/mailServers.ts';

const bin = (name: string) => path.join('node_modules', '.bin', name);
const folder = mkdtempSync(path.join(tmpdir(), 'partner-pilot-results-'));
let passed = 0;
let failed = 0;
/** The part that was left out, and why, for the last line. */
let skipped = '';
const retried: string[] = [];
/** The failures, repeated at the end: readers of a long output often see only its last part. */
const failures: string[] = [];
/** How test files failed beside others. They get a second try, one by one, with the options of the first, and are named. */
const again = new Map<string, string[]>();
let againOptions: Options = {};

/** `patient`: it takes the processor that others leave, because nothing in it is timed. `short`: without the tests whose titles end in `[long]`. */
type Options = { env?: NodeJS.ProcessEnv; patient?: boolean; short?: boolean | undefined };
const LOW_PRIORITY = 10;

/** Runs a command to its end; what it prints is shown then, in one piece, since others run beside it. */
async function run(
  name: string,
  command: string,
  args: string[],
  { env = {}, patient = false }: Options = {},
): Promise<{ status: number | null; text: string }> {
  console.log(`\n── ${name}: running`);
  const began = performance.now();
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
  if (patient && child.pid) setPriority(child.pid, LOW_PRIORITY);
  const printed: Buffer[] = [];
  for (const output of [child.stdout, child.stderr]) output.on('data', (chunk: Buffer) => printed.push(chunk));
  const [status] = (await once(child, 'close')) as [number | null];
  const text = Buffer.concat(printed).toString();
  console.log(`\n── ${name}: done in ${Math.round((performance.now() - began) / 1000)} s\n${text}`);
  return { status, text };
}

async function check(name: string, command: string, args: string[], options: Options = {}): Promise<void> {
  const { status, text } = await run(name, command, args, options);
  if (status === 0) passed += 1;
  else {
    failed += 1;
    failures.push(`✗ ${name}\n${lastLines(text)}`);
  }
}

const lastLines = (text: string) => stripVTControlCharacters(text).trimEnd().split('\n').slice(-30).join('\n');

/** Most objects of a test are soon garbage. With more room for them, component and unit tests take a tenth less of the processor. */
const ROOM_FOR_YOUNG = '--max-semi-space-size=32';

/** The end of a test's title that `npm test` leaves out. */
const LONG = '[long]';
const WITHOUT_LONG = ['-t', '^(?!.*\\[long\\])'];

const STRAY = /This error originated in "([^"]+)" test file/g;

/** The part of vitest's JSON report that is used here. */
type Report = {
  numPassedTests: number;
  testResults: {
    name: string;
    status: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

function failuresIn({ name, status, message, assertionResults }: Report['testResults'][number]): string[] {
  const file = path.relative(process.cwd(), name);
  const tests = assertionResults.filter((test) => test.status === 'failed');
  if (tests.length === 0 && status === 'failed') return [`✗ ${file}\n${lastLines(message)}`];
  return tests.map((test) => {
    const reason = stripVTControlCharacters(test.failureMessages.join('\n')).split('\n').slice(0, 30).join('\n');
    return `✗ ${file} › ${test.fullName}\n${reason}`;
  });
}

/** Runs tests. Answers what was reported, and the failures of each file. */
async function vitest(name: string, given: string[], { env, short }: Options) {
  const results = path.join(folder, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}`];
  const filters = short ? [...given, ...WITHOUT_LONG] : given;
  const { status, text } = await run(name, bin('vitest'), ['run', ...reporters, ...filters], {
    env: { ...env, NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${ROOM_FOR_YOUNG}` },
  });
  retried.push(...text.split('\n').filter((line) => stripVTControlCharacters(line).includes('(retry x')));
  let report: Report | undefined;
  try {
    report = JSON.parse(readFileSync(results, 'utf8')) as Report;
  } catch {}
  const broken = new Map<string, string[]>();
  // an error outside of every test names the file that ran
  for (const [, file = ''] of stripVTControlCharacters(text).matchAll(STRAY))
    broken.set(file, [`✗ ${file}\n${lastLines(text)}`]);
  for (const file of report?.testResults ?? []) {
    const found = failuresIn(file);
    if (found.length > 0) broken.set(path.relative(process.cwd(), file.name), found);
  }
  return { status, text, report, broken };
}

/** The tests of a project, or of several, and some of their files. */
async function tests(name: string, projects: string[], given: string[] = [], options: Options = {}): Promise<void> {
  const of = projects.map((project) => `--project=${project}`);
  const { status, text, report, broken } = await vitest(name, [...of, ...given], options);
  for (const [file, found] of broken) again.set(file, found);
  againOptions = { env: { ...againOptions.env, ...options.env }, short: againOptions.short || options.short };
  passed += report?.numPassedTests ?? 0;
  if (status !== 0 && broken.size === 0) {
    failed += 1;
    failures.push(`✗ ${name}\n${lastLines(text)}`);
  }
}

/** Files that failed beside others run once more, one after the other. A second failure counts. */
async function secondTries(): Promise<void> {
  if (again.size === 0) return;
  const { report, broken } = await vitest('second tries', ['--no-file-parallelism', ...again.keys()], againOptions);
  const ran = new Set(report?.testResults.map(({ name }) => path.relative(process.cwd(), name)));
  for (const [file, found] of again) {
    if (ran.has(file) && !broken.has(file)) {
      passed += found.length;
      retried.push(...found);
    } else {
      failed += found.length;
      failures.push(...found);
    }
  }
}

const PATIENT: Options = { patient: true };

const componentTests = (filters: string[] = []) => tests('component tests', ['component'], filters);
const unitTests = (filters: string[] = []) => tests('unit tests', ['unit'], filters);
/** Both wait now and then, and nothing else needs the two cores. */
const checkAlone = () => Promise.all([componentTests(['--maxWorkers=2']), unitTests(['--maxWorkers=2']), checks()]);

/** They take what the tests leave of the processor, which wait now and then. */
async function checks(): Promise<void> {
  await check('types', 'npm', ['run', '--silent', 'types'], PATIENT);
  await check('boundaries', bin('tsx'), ['tests/boundaries.ts'], PATIENT);
  await check('unused code', bin('knip'), ['--no-config-hints'], PATIENT);
  await check('lint', bin('biome'), ['ci', '--error-on-warnings', '.'], PATIENT);
  await check('words', bin('tsx'), ['tests/words.ts'], PATIENT);
}

/** Builds what tests start. The web app's folder is a copy, because tests of the start may build it again while browser tests use it. */
async function builds(): Promise<string> {
  await check('build', 'npm', ['run', '--silent', 'build']);
  await check('web sizes', bin('size-limit'), []);
  const copy = path.join(folder, 'web');
  cpSync('web/dist', copy, { recursive: true });
  return copy;
}

function ensureTools(form?: 'long'): void {
  ensureChromium();
  const missing = ensureMailServers(form === 'long');
  if (missing) skipped = ` (mailbox tests skipped: ${missing})`;
}

async function everything(): Promise<void> {
  ensureTools();
  const built = builds();
  const inTurn = async () => {
    await componentTests();
    await built;
    await unitTests();
  };
  // they wait half of their time, so one worker with them leaves room for the three below
  const quick = Promise.all([checks(), inTurn()]);
  const env = { WEB_FOLDER: await built };
  await tests('integration and browser tests', ['integration', 'browser'], ['--maxWorkers=3'], { env, short: true });
  await quick;
}

/** The files of a project that have tests which `npm test` leaves out. */
function withLongTests(project: 'integration' | 'browser'): string[] {
  const files = readdirSync(`tests/${project}`).map((file) => `tests/${project}/${file}`);
  return files.filter((file) => file.endsWith('.ts') && readFileSync(file, 'utf8').includes(LONG));
}

/** Whole installations that are killed and restored, every fault and mutant, and the oldest PostgreSQL, for a release. */
async function long(): Promise<void> {
  ensureTools('long');
  const env = { WEB_FOLDER: await builds() };
  // nothing is left out there because a tool is missing
  await tests('long tests', ['long'], ['--maxWorkers=2'], { env: { LONG: 'on' } });
  await tests('integration tests', ['integration'], ['--maxWorkers=3', ...withLongTests('integration')]);
  await tests('browser tests', ['browser'], ['--maxWorkers=2', ...withLongTests('browser')], { env });
  await check('PostgreSQL 15', bin('tsx'), ['tests/postgres15.ts']);
}

/** The files whose path holds one of these names, of whichever kind. */
async function named(names: string[]): Promise<void> {
  if (names.some((name) => readdirSync('tests/browser').some((file) => `tests/browser/${file}`.includes(name)))) {
    ensureChromium();
    await check('web build', bin('vite'), ['build', 'web', '--logLevel', 'warn']);
  }
  const child = spawn(bin('vitest'), ['run', ...names], { stdio: 'inherit' });
  const [status] = (await once(child, 'close')) as [number | null];
  process.exit(status ?? 1);
}

const args = process.argv.slice(2);
if (args[0] === '--check') await checkAlone();
else if (args[0] === '--long') await long();
else if (args.length > 0) await named(args);
else await everything();
await secondTries();
rmSync(folder, { recursive: true, force: true });

if (retried.length > 0) console.log(`\n── tried a second time\n${retried.join('\n')}`);
if (failures.length > 0) console.log(`\n── failed\n${failures.join('\n\n')}`);
console.log(`\n${passed} passed, ${failed} failed${skipped}`);
process.exitCode = failed === 0 ? 0 : 1;
