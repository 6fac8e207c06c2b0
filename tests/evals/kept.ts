/** The figures of RESULTS.json: by rules, and of real runs by model and prompt version. */
import { readFile, writeFile } from 'node:fs/promises';

export type Table = Readonly<Record<string, number | string>>;
export type Results = Readonly<Record<string, Table>>;
/** `day`: of the newest run. */
type KeptRun = Readonly<{ day: string; results: Results }>;
export type Models = Readonly<Record<string, Readonly<Record<string, KeptRun>>>>;
export type Kept = Readonly<{ rules: Results; models: Models }>;
/** `prompt`: `name@version`. `file`: `texts/handed.jsonl`. */
export type ModelRun = { model: string; prompt: string; day: string; file: string; table: Table };

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

const nameOf = (prompt: string): string => prompt.slice(0, prompt.lastIndexOf('@'));

/** What is worse than the newest kept run of the same model and prompt, in whichever version. */
export function worseThanKept(models: Models, { model, prompt, file, table }: ModelRun): string[] {
  const [newest] = Object.entries(models[model] ?? {})
    .filter(([kept, { results }]) => nameOf(kept) === nameOf(prompt) && results[file])
    .map(([, run]) => run)
    .sort((a, b) => b.day.localeCompare(a.day));
  return newest ? regressions({ [file]: newest.results[file] ?? {} }, { [file]: table }) : [];
}

export function withRun(models: Models, { model, prompt, day, file, table }: ModelRun): Models {
  const kept = models[model] ?? {};
  const results = { ...kept[prompt]?.results, [file]: table };
  return { ...models, [model]: { ...kept, [prompt]: { day, results } } };
}

export const readKept = async (): Promise<Kept> => JSON.parse(await readFile(RESULTS, 'utf8')) as Kept;
export const writeKept = (kept: Kept): Promise<void> => writeFile(RESULTS, `${JSON.stringify(kept, null, 2)}\n`);
