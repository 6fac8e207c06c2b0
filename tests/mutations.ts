/**
 * npm run mutations [-- NAME …] plants each bug of proofs.ts alone into a copy of the tree. Then it runs the one test that must catch it. First all
 * of these tests pass without a bug. Exit 1 when a bug is missed. NAME: only the bugs whose name holds it.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { type Mutation, mutations, plantedIn } from './proofs.ts';

type Report = {
  testResults: {
    name: string;
    message: string;
    assertionResults: { status: string; fullName: string; failureMessages: string[] }[];
  }[];
};

/** For each bug: a run that a bug makes endless is no catch. */
const LONGEST_MS = 5 * 60_000;
/** The failures of an assertion: of expect, of fast-check, and of `until` in support/person.ts. */
const ASSERTION = /AssertionError|Property failed after|instead of (rejecting|resolving)|Still not so after/;

/** The files of the working tree as they are now, committed or not. */
function copyTree(): string {
  const tree = mkdtempSync(path.join(tmpdir(), 'partner-pilot-mutations-'));
  process.on('exit', () => rmSync(tree, { recursive: true, force: true }));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));
  const options = { encoding: 'utf8', maxBuffer: 1e8 } as const;
  const list = (...args: string[]) => execFileSync('git', ['ls-files', '-z', ...args], options).split('\0');
  const deleted = new Set(list('--deleted'));
  for (const file of list('--cached', '--others', '--exclude-standard'))
    if (file && !deleted.has(file)) cpSync(file, path.join(tree, file));
  symlinkSync(path.resolve('node_modules'), path.join(tree, 'node_modules'));
  return tree;
}

/** Runs the tests of some mutations, and nothing else, in one vitest. */
async function runTests(tree: string, of: readonly Mutation[]): Promise<Report['testResults'][number][]> {
  const results = path.join(tree, 'results.json');
  rmSync(results, { force: true });
  const names = [...new Set(of.map(({ test }) => test.name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')))];
  const files = [...new Set(of.map(({ test }) => test.file))];
  const args = ['run', '-t', names.join('|'), '--reporter=json', `--outputFile=${results}`, ...files];
  const child = spawn(path.join('node_modules', '.bin', 'vitest'), args, {
    cwd: tree,
    stdio: 'ignore',
    timeout: LONGEST_MS * of.length,
  });
  await once(child, 'close');
  try {
    return (JSON.parse(readFileSync(results, 'utf8')) as Report).testResults;
  } catch {
    return [];
  }
}

const firstLine = (text: string): string => stripVTControlCharacters(text).trim().split('\n')[0] ?? '';

/** The tests of a mutation that ran; a title may be that of several. */
const testsOf = ({ test }: Mutation, ran: Awaited<ReturnType<typeof runTests>>) =>
  ran
    .filter(({ name }) => name.endsWith(`/${test.file}`))
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ fullName, status }) => fullName.includes(test.name) && status !== 'skipped');

/** Why the tests prove nothing even without a bug; null: they all pass. */
async function whyNotSound(tree: string, of: readonly Mutation[]): Promise<string | null> {
  const ran = await runTests(tree, of);
  for (const mutation of of) {
    const tests = testsOf(mutation, ran);
    const failed = tests.find(({ status }) => status !== 'passed');
    const { file, name } = mutation.test;
    if (failed) return `${file} › ${name} fails without a bug: ${firstLine(failed.failureMessages.join('\n'))}`;
    if (tests.length === 0) return `${file} › ${name} did not run`;
  }
  return null;
}

/** Plants the bug, runs its test, and takes the bug out. `caught`: an assertion of the test failed. `why`: what was seen. */
async function tryOne(tree: string, mutation: Mutation): Promise<{ caught: boolean; why: string }> {
  const file = path.join(tree, mutation.file);
  const right = readFileSync(file, 'utf8');
  const planted = plantedIn(right, mutation);
  if (planted === null) return { caught: false, why: `its text is not there exactly once in ${mutation.file}` };
  writeFileSync(file, planted);
  try {
    const ran = await runTests(tree, [mutation]);
    const failures = testsOf(mutation, ran).flatMap(({ failureMessages }) => failureMessages);
    const assertion = failures.find((text) => ASSERTION.test(text));
    if (assertion !== undefined) return { caught: true, why: firstLine(assertion) };
    const other = failures[0] ?? ran.find(({ message }) => message)?.message;
    return { caught: false, why: other ? `no assertion failed, but: ${firstLine(other)}` : 'its test passed' };
  } finally {
    writeFileSync(file, right);
  }
}

const wanted = process.argv.slice(2);
const chosen = mutations.filter(({ name }) => wanted.length === 0 || wanted.some((part) => name.includes(part)));
const tree = copyTree();
const unsound = chosen.length === 0 ? `no bug has a name with ${wanted.join(' or ')}` : await whyNotSound(tree, chosen);
if (unsound) console.error(unsound);
let caught = 0;
for (const mutation of unsound ? [] : chosen) {
  const started = performance.now();
  const found = await tryOne(tree, mutation);
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  if (found.caught) caught += 1;
  console.log(`${found.caught ? 'caught' : 'missed'}  ${mutation.name} (${seconds} s): ${found.why.slice(0, 160)}`);
}
process.exitCode = caught === chosen.length && caught > 0 ? 0 : 1;
console.log(`${caught} caught, ${chosen.length - caught} missed`);
