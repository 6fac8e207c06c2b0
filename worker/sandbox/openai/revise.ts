import type { MessageInput } from './inputs.ts';
import { sayInstructions } from './instructions.ts';
import { sentencesOf } from './prose.ts';

const SHORTER = /\b(?:short|shorter|shorten|brief|briefer|concise|cut|tighten)\b/i;
const FORMAL = /\b(?:formal|formally|serious|polite)\b/i;
const WARMER = /\b(?:warm|warmer|friendly|friendlier|casual|relaxed)\b/i;

/** Rewrites a text as it is asked, and keeps the rest: what the instruction wants said comes before the closing paragraph. */
export function rewrite({ instruction, subject, body }: NonNullable<MessageInput['revise']>): {
  subject: string;
  body: string;
} {
  const [greeting = '', ...paragraphs] = body.split(/\n{2,}/);
  const closing = paragraphs.pop();
  const wanted = sayInstructions(instruction);
  const isShorter =
    SHORTER.test(instruction) || (wanted.length === 0 && !FORMAL.test(instruction) && !WARMER.test(instruction));
  const middle = isShorter ? paragraphs.map((paragraph) => sentencesOf(paragraph)[0] ?? '') : paragraphs;
  const greets = FORMAL.test(instruction)
    ? greeting.replace(/^(?:hi|hello|hey)\b/i, 'Dear')
    : WARMER.test(instruction)
      ? greeting.replace(/^(?:dear|hello)\b/i, 'Hi')
      : greeting;
  const parts = [greets, ...middle, wanted.join(' '), closing ?? ''];
  return { subject, body: parts.filter(Boolean).join('\n\n') };
}
