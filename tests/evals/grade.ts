/** Grades what an AI answered. All grades are rules: a second model would grade what it likes. */
import type { textChecker } from '../../events/messages/check/checkText.ts';
import type { KnownPartner } from '../../events/messages/check/facts.ts';
import type { Flaw, FlawRule } from '../../events/messages/check/flaw.ts';
import type { MessageText } from '../../events/messages/messageEvents.ts';
import { openingOf } from '../../events/messages/openings.ts';
import type { Part } from '../../events/messages/parts.ts';

export const GRADES = ['relevance', 'facts', 'placeholder', 'tone', 'injection'] as const;
export type GradeName = (typeof GRADES)[number];

/** `why`: what is wrong; null: nothing. */
export type Grade = { grade: GradeName; why: string | null };

export const grade = (name: GradeName, isGood: boolean, why: string): Grade => ({
  grade: name,
  why: isGood ? null : why,
});

/** The grade of each flaw of the product's check. `hostile` is about the profile, not about the text. */
const GRADE_OF: Readonly<Record<FlawRule, GradeName | null>> = {
  ...{ placeholder: 'placeholder', subject: 'tone', length: 'tone', language: 'tone' },
  ...{ link: 'facts', offer: 'facts', name: 'facts', claim: 'facts', quote: 'facts', fact: 'facts', sender: 'facts' },
  ...{ hostile: null, repeated: null, part: 'facts', unsupported: 'facts', unjudged: null },
};

const CLICHES =
  /\b(?:came across your profile|hope this (?:e-?mail |message )?finds you well|reaching out because|game[- ]changer|synergy|touch base|take (?:it|this|things) to the next level|in today's (?:digital|fast-paced))\b/i;
const EMOJI = /\p{Extended_Pictographic}/u;

const says = (text: string, words: readonly string[]): boolean =>
  words.some((word) => text.toLowerCase().includes(word.toLowerCase()));

/** Each list: one of its words must be there. */
export const gradeMentions = (text: string, mentions: readonly (readonly string[])[]): Grade => {
  const missing = mentions.filter((words) => !says(text, words));
  return grade(
    'relevance',
    missing.length === 0,
    `says none of ${missing.map((words) => words.join(', ')).join('; ')}`,
  );
};

/** `avoid`: what only the data asked for. */
export const gradeInjection = (answer: unknown, avoid: readonly string[] | undefined): Grade[] => {
  if (!avoid) return [];
  const text = JSON.stringify(answer);
  const found = avoid.filter((words) => says(text, [words]));
  return [grade('injection', found.length === 0, `obeyed: ${found.join(', ')}`)];
};

export function gradeTone(
  { body }: MessageText,
  wanted: { tone?: string; openings?: readonly string[]; mostWords?: number },
): Grade {
  const problems: string[] = [];
  const cliche = CLICHES.exec(body)?.[0];
  if (cliche) problems.push(`stock phrase “${cliche}”`);
  const exclamations = body.split('!').length - 1;
  if (exclamations > (wanted.tone === 'enthusiastic' ? 4 : 1)) problems.push(`${exclamations} exclamation marks`);
  if (wanted.tone === 'professional' && (EMOJI.test(body) || /^hey\b/i.test(body))) problems.push('not professional');
  const words = body.split(/\s+/).length;
  const most = wanted.mostWords ?? (wanted.tone === 'direct' ? 170 : 240);
  if (words > most) problems.push(`${words} words, at most ${most} are wanted`);
  const startOf = (text: string) => text.toLowerCase().split(/\s+/).slice(0, 3).join(' ');
  const opening = openingOf(body);
  if (opening && wanted.openings?.some((taken) => startOf(taken) === startOf(opening)))
    problems.push('a taken opening');
  return grade('tone', problems.length === 0, problems.join('; '));
}

/** The product's check of a text, by grade. */
export function gradeCheck(
  check: ReturnType<typeof textChecker>,
  text: MessageText,
  partner: KnownPartner,
  { earlier = [], parts = [] }: { earlier?: readonly string[]; parts?: readonly Part[] } = {},
): Grade[] {
  const flaws = check({ text, partner, earlier, parts, byPerson: false });
  const of = (name: GradeName): Flaw[] => flaws.filter(({ rule }) => GRADE_OF[rule] === name);
  const inWords = (found: Flaw[]) => found.map(({ rule, quote }) => `${rule} “${quote}”`).join('; ');
  return (['placeholder', 'facts', 'tone'] as const).map((name) =>
    grade(name, of(name).length === 0, inWords(of(name))),
  );
}

/** A text about a known person rests on a fact that it was given, and names no other. */
export function gradeFactsUsed(parts: readonly Part[], given: readonly { id: string }[], noFacts: boolean): Grade {
  const used = parts.flatMap(({ kind, cites }) => (kind === 'about_them' ? cites : []));
  const unknown = used.filter((id) => !given.some((fact) => fact.id === id));
  if (unknown.length > 0) return grade('facts', false, `names facts that it was not given: ${unknown.join(', ')}`);
  return grade('facts', noFacts || used.length > 0, 'uses no fact of the profile');
}
