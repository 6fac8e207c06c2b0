/** Grading of any file of labeled cases: what a person says of each against what the product says. */
import { readFile } from 'node:fs/promises';
import type { AskAi, Embed } from '../../worker/providers/openai/askAi.ts';

/** `wanted` and `got` are in the words of the file's labels; `got` is `failed` where the AI did not answer. `why`: what made it; null where nothing speaks for it. */
export type Verdict = { id: string; wanted: string; got: string; why: string | null };

/** The AI that grades; null: what code alone decides (`--rules`, or no key). */
export type Judge = { askAi: AskAi; embed: Embed | null } | null;

/** `table`: the figures of the goal, by name. */
export type Graded<V extends Verdict = Verdict> = {
  verdicts: V[];
  table: Readonly<Record<string, number | string>>;
};
export type Grader<V extends Verdict = Verdict> = (cases: unknown, judge: Judge) => Promise<Graded<V>>;

/** Reads a list of cases from JSON, or from lines of JSON. Throws an Error that says what is wrong. */
export async function readLabeled(file: string): Promise<unknown> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Error(`The file ${file} cannot be read.`);
  });
  try {
    return file.endsWith('.jsonl')
      ? text.split('\n').flatMap((line) => (line.trim() ? [JSON.parse(line) as unknown] : []))
      : (JSON.parse(text) as unknown);
  } catch {
    throw new Error(`The file ${file} is not JSON.`);
  }
}
