/** `npm run evals -- rules [--write]`: what code alone decides of the sets that lie here, against the figures of RESULTS.json. */
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Grader, readLabeled } from './labeled.ts';
import { gradeRanking } from './ranking.ts';
import { gradeReplies } from './replies.ts';
import { gradeTexts } from './texts.ts';

type Table = Readonly<Record<string, number | string>>;
type Results = Record<string, Table>;

const FOLDERS: Readonly<Record<string, Grader>> = { texts: gradeTexts, rankings: gradeRanking, replies: gradeReplies };
const RESULTS = new URL('RESULTS.json', import.meta.url);

/** A figure that falls, or rises, by more than this many points is a regression. */
const TOLERANCE = 2;
const MORE_IS_BETTER = /right|order|wanted/;
const LESS_IS_BETTER = /pass|flagged|wrong|suppress/;

/** In points of 100; null: not a figure of the goal. */
function points(figure: number | string | undefined): number | null {
  if (typeof figure === 'number') return figure * 100;
  const [, some, all] = /^(\d+) of (\d+)$/.exec(figure ?? '') ?? [];
  return some === undefined || all === undefined ? null : (Number(some) / Math.max(1, Number(all))) * 100;
}

/** What is worse than it was, in words. A set that is new has nothing to lose. */
export function regressions(before: Results, now: Results): string[] {
  return Object.entries(before).flatMap(([file, table]) =>
    Object.entries(table).flatMap(([name, was]) => {
      const sign = MORE_IS_BETTER.test(name) ? 1 : LESS_IS_BETTER.test(name) ? -1 : 0;
      const [old, found] = [points(was), points(now[file]?.[name])];
      if (sign === 0 || old === null) return [];
      if (found === null) return [`${file}: ${name}: ${was} → not measured`];
      return sign * (found - old) < -TOLERANCE ? [`${file}: ${name}: ${was} → ${now[file]?.[name]}`] : [];
    }),
  );
}

export async function gradeByRules(): Promise<Results> {
  const results: Results = {};
  for (const [folder, grader] of Object.entries(FOLDERS)) {
    const path = new URL(`${folder}/`, import.meta.url);
    const files = (await readdir(path).catch(() => [])).filter((file) => /\.jsonl?$/.test(file)).sort();
    for (const file of files) {
      const read = await readLabeled(fileURLToPath(new URL(file, path)));
      results[`${folder}/${file}`] = (await grader(read, null)).table;
    }
  }
  return results;
}

type Kept = { rules: Results; models: Record<string, unknown> };
const readKept = async (): Promise<Kept> => JSON.parse(await readFile(RESULTS, 'utf8')) as Kept;

/** Answers whether all is at least as good as what is kept. */
export async function holdRules(write: boolean): Promise<boolean> {
  const rules = await gradeByRules();
  for (const [file, table] of Object.entries(rules)) {
    console.log(file);
    for (const [name, figure] of Object.entries(table)) console.log(`  ${name}: ${figure}`);
  }
  const kept = await readKept();
  const worse = regressions(kept.rules, rules);
  for (const one of worse) console.error(`✗ ${one}`);
  if (Object.keys(kept.models).length === 0) console.error('By a model: not measured.');
  if (write) await writeFile(RESULTS, `${JSON.stringify({ ...kept, rules }, null, 2)}\n`);
  return worse.length === 0;
}
