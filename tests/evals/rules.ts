/** `npm run evals -- rules [--write]`: what code alone decides of the sets that lie here, against the figures of RESULTS.json. */
import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Results, readKept, regressions, type Table, writeKept } from './kept.ts';
import { type Grader, readLabeled } from './labeled.ts';
import { gradeRanking } from './ranking.ts';
import { gradeReplies } from './replies.ts';
import { gradeTexts } from './texts.ts';

const FOLDERS: Readonly<Record<string, Grader>> = { texts: gradeTexts, rankings: gradeRanking, replies: gradeReplies };

export async function gradeByRules(): Promise<Results> {
  const results: Record<string, Table> = {};
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
  if (write) await writeKept({ ...kept, rules });
  return worse.length === 0;
}
