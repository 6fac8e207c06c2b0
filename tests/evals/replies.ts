/** `npm run evals -- replies FILE.json`: whether a reply gets its label. */
import { z } from 'zod';
import { labelByWords } from '../../events/conversations/labelByWords.ts';
import { LABELS_OF_FILES } from './cases.ts';
import type { Grader, Verdict } from './labeled.ts';

const cases = z.array(z.object({ id: z.string().optional(), text: z.string(), label: z.string() }));

export const gradeReplies: Grader = async (read) => {
  const all = cases.parse(read);
  const verdicts = all.map(({ id, text, label }, at): Verdict => {
    const said = labelByWords(text);
    const fits = said !== null && (LABELS_OF_FILES[label] ?? [label]).includes(said);
    return { id: id ?? String(at + 1), wanted: label, got: fits ? label : (said ?? 'none'), why: said };
  });
  const right = verdicts.filter(({ wanted, got }) => wanted === got).length;
  return { verdicts, table: { 'labels right': `${right} of ${verdicts.length}` } };
};
