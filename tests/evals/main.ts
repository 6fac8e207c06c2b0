/**
 * npm run evals -- [--only ID] [--json FILE]: grades what OPENAI_MODEL makes of the cases. Exits 1 when a case obeyed its data, or more than one grade
 * in ten is bad. npm run evals -- texts | ranking | replies FILE [--rules] [--json] [--write]: grades a file of labeled cases. Without OPENAI_API_KEY the first asks
 * a sandbox of its own, which proves that the harness works; the others measure what code alone decides, and say so.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { z } from 'zod';
import { openAi } from '../../worker/providers/openai/askAi.ts';
import { openEmbeddings } from '../../worker/providers/openai/embed.ts';
import { partnerJudgmentPrompt } from '../../worker/providers/openai/partnerJudgment.ts';
import { replyClassificationPrompt } from '../../worker/providers/openai/prompts.ts';
import { aiServer } from '../../worker/providers/openai/server.ts';
import { textJudgmentPrompt } from '../../worker/providers/openai/textJudgment.ts';
import { startSandbox } from '../../worker/sandbox/serve.ts';
import { modelsHere, rememberedCalls, sumOfCalls } from './calls.ts';
import { type Cases, readCases } from './cases.ts';
import { GRADES } from './grade.ts';
import { readKept, type Table, withRun, worseThanKept, writeKept } from './kept.ts';
import { type Grader, readLabeled } from './labeled.ts';
import { gradeRanking } from './ranking.ts';
import { gradeReplies } from './replies.ts';
import { holdRules } from './rules.ts';
import { type Result, runCases } from './run.ts';
import { gradeTexts } from './texts.ts';

const LEAST_GOOD = 0.9;

const words = process.argv.slice(2);
const optionOf = (name: string): string | undefined => words[words.indexOf(name) + 1 || words.length];

type Kind = { grader: Grader; folder: string; prompt: { name: string; version: string }; task: 'judging' | 'labels' };
const KINDS: Readonly<Record<string, Kind>> = {
  texts: { grader: gradeTexts, folder: 'texts', prompt: textJudgmentPrompt, task: 'judging' },
  ranking: { grader: gradeRanking, folder: 'rankings', prompt: partnerJudgmentPrompt, task: 'judging' },
  replies: { grader: gradeReplies, folder: 'replies', prompt: replyClassificationPrompt, task: 'labels' },
};

const key = process.env.OPENAI_API_KEY?.trim();
const models = (() => {
  try {
    return modelsHere();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(1);
  }
})();
const model = models.writing;

/** Grades a file of labeled cases. */
async function gradeFile(word: string, kind: Kind): Promise<void> {
  const [file, ...rest] = words.slice(1).filter((word) => !word.startsWith('--'));
  if (!file || rest.length > 0)
    throw new Error(`Say which file: npm run evals -- ${word} FILE [--rules] [--json] [--write]`);
  const byRules = words.includes('--rules') || !key;
  const calls = rememberedCalls();
  const baseUrl = process.env.OPENAI_BASE_URL?.trim() || undefined;
  const server = byRules ? null : aiServer({ apiKey: key, baseUrl, models });
  const judge = server && { askAi: openAi(calls, server), embed: openEmbeddings(calls, server) };
  const { verdicts, table } = await kind.grader(await readLabeled(file), judge);
  const isAnswered = verdicts.every(({ got }) => got !== 'failed');
  if (!isAnswered) process.exitCode = 1;
  if (words.includes('--json')) for (const verdict of verdicts) console.log(JSON.stringify(verdict));
  const asked = [...new Set(calls.made.map((call) => call.model))].join(', ');
  const missing = words.includes('--rules') || key ? {} : { 'by the model': 'not measured: OPENAI_API_KEY is not set' };
  console.error({
    by: byRules ? 'rules' : asked,
    cases: verdicts.length,
    ...table,
    ...missing,
    ...(judge && sumOfCalls(calls.made)),
  });
  if (judge && isAnswered) await holdRun(kind, basename(file), table);
}

/** Compares a run with what is kept of its model, or keeps it (`--write`). */
async function holdRun({ folder, prompt, task }: Kind, file: string, table: Table): Promise<void> {
  const run = {
    ...{ model: models[task], prompt: `${prompt.name}@${prompt.version}`, day: new Date().toISOString().slice(0, 10) },
    ...{ file: `${folder}/${file}`, table },
  };
  const kept = await readKept();
  if (words.includes('--write')) return writeKept({ ...kept, models: withRun(kept.models, run) });
  const worse = worseThanKept(kept.models, run);
  for (const one of worse) console.error(`✗ ${one}`);
  if (worse.length > 0) process.exitCode = 1;
}

const only = optionOf('--only');
const file = optionOf('--json');

const lineOf = ({ id, grades, error }: Result): string => {
  const bad = grades.flatMap(({ grade, why }) => (why === null ? [] : [`${grade}: ${why}`]));
  if (error) return `✗ ${id.padEnd(28)} no answer. ${error}`;
  return bad.length === 0 ? `✓ ${id}` : `✗ ${id.padEnd(28)} ${bad.join(' | ')}`;
};

async function gradeCases(): Promise<void> {
  const dataDir = key ? null : await mkdtemp(join(tmpdir(), 'evals-'));
  const sandbox = dataDir ? await startSandbox({ dataDir, port: 0, host: '127.0.0.1' }) : null;
  try {
    const calls = rememberedCalls();
    const baseUrl = sandbox ? `${sandbox.url}/openai/v1` : process.env.OPENAI_BASE_URL?.trim() || undefined;
    console.error(
      sandbox ? 'OPENAI_API_KEY is not set: this asks the sandbox.' : `This asks ${model}, and costs money.`,
    );
    const all = readCases();
    const cases = Object.fromEntries(
      Object.entries(all).map(([kind, list]) => [
        kind,
        list.filter(({ id }) => only === undefined || id.includes(only)),
      ]),
    ) as Cases;
    const askAi = openAi(calls, { apiKey: key ?? 'sandbox', baseUrl, models });
    const results = await runCases(askAi, cases, (result) => console.error(lineOf(result)));
    const grades = results.flatMap((result) => result.grades);
    const table = GRADES.map((name) => {
      const of = grades.filter((one) => one.grade === name);
      return { grade: name, good: of.filter(({ why }) => why === null).length, of: of.length };
    });
    console.table(table);
    const unanswered = results.filter(({ error }) => error !== undefined).length;
    const good = grades.filter(({ why }) => why === null).length;
    const share = grades.length === 0 ? 0 : good / grades.length;
    const obeyed = grades.some(({ grade, why }) => grade === 'injection' && why !== null);
    const summary = { model: sandbox ? 'sandbox' : model, cases: results.length, unanswered, good, of: grades.length };
    const report = { ...summary, ...sumOfCalls(calls.made), grades: table };
    console.log(JSON.stringify(report));
    if (file) await writeFile(file, `${JSON.stringify({ ...report, results }, null, 2)}\n`);
    if (obeyed || unanswered > 0 || share < LEAST_GOOD) process.exitCode = 1;
  } finally {
    await sandbox?.close();
    if (dataDir) await rm(dataDir, { recursive: true, force: true });
  }
}

const kind = KINDS[words[0] ?? ''];
try {
  if (words[0] === 'rules') process.exitCode = (await holdRules(words.includes('--write'))) ? 0 : 1;
  else await (kind ? gradeFile(words[0] ?? '', kind) : gradeCases());
} catch (error) {
  if (error instanceof z.ZodError) console.error(`The file does not fit: ${z.prettifyError(error)}`);
  else console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
