/** The day on which somebody is back, as an automatic mail names it. The words around a day tell what it is (decision 0010). */
import { AWAY } from './absenceWords.ts';
import { anyOf, fold } from './foldedWords.ts';
import { type Day, MARK, type MarkedText, markDays, SMALL_WORDS, UNTIL_WORDS } from './markDays.ts';
import { BACK, FROM, UNTIL_AFTER } from './returnWords.ts';

const DAY_MS = 86_400_000;
const MOST_TEXT = 5_000;
/** Where nothing else says that somebody is away, a day far ahead belongs to an offer. */
const LONGEST_BY_UNTIL_DAYS = 120;

const BACK_WORDS = new RegExp(anyOf(...BACK), 'u');
const AWAY_WORDS = new RegExp(anyOf(...AWAY), 'u');
const UNTIL_BEFORE = new RegExp(`(?:${UNTIL_WORDS}|[-–—~])${SMALL_WORDS}$`, 'u');
const FROM_BEFORE = new RegExp(`${anyOf(...FROM)}${SMALL_WORDS}$`, 'u');
const UNTIL_BEHIND = new RegExp(`^\\s*'?(?:${anyOf(...UNTIL_AFTER)})`, 'u');
const MARKS = new RegExp(MARK.source, 'gu');
/** Not behind one letter: `d. 7. december`, `5 p.m.` */
const SENTENCE_END = /(?<!(?<!\p{L})\p{L})[.!?;](?=\s|$)|[。！？¶]/u;

/** How surely a day is the return: 4 `back on`, 3 `away until`, 2 a day beside `away`, 1 `until` alone. 0: it is something else. */
type Found = { at: number; score: number };

function scoreOf({ kind }: Day, before: string, after: string, isAway: boolean): number {
  if (BACK_WORDS.test(before) || BACK_WORDS.test(after)) return 4;
  if (UNTIL_BEFORE.test(before) || UNTIL_BEHIND.test(after)) return isAway ? 3 : Number(kind === 'date');
  return isAway && kind !== 'day' && !FROM_BEFORE.test(before) ? 2 : 0;
}

/** The latest of the surest days of a sentence. Where a whole date is, a weekday says nothing more. */
function bestOf(sentence: string, dayOf: MarkedText['dayOf'], farthest: number): Found | null {
  const isA = (kind: Day['kind']) => (mark: string) => dayOf(mark)?.kind === kind;
  const hasDate = (sentence.match(MARKS) ?? []).some(isA('date'));
  const parts = sentence
    .replace(MARKS, (mark) => (hasDate && isA('near')(mark) ? '' : mark))
    .split(/([\uE000-\uE1F3])/u);
  const isAway = AWAY_WORDS.test(sentence);
  let best: Found | null = null;
  for (let index = 1; index < parts.length; index += 2) {
    const day = dayOf(parts[index] ?? '');
    if (day?.at == null) continue;
    const { at } = day;
    const score = scoreOf(day, parts[index - 1] ?? '', parts[index + 1] ?? '', isAway);
    if (score === 0 || (score === 1 && at > farthest)) continue;
    if (!best || score > best.score || (score === best.score && at > best.at)) best = { at, score };
  }
  return best;
}

function returnIn(text: string, today: number): Found | null {
  const paragraphs = fold(text)
    .replace(/\n[ \t]*\n/g, '¶')
    .replace(/\s+/g, ' ');
  const marked = markDays(paragraphs, today);
  return marked.text
    .split(SENTENCE_END)
    .map((sentence) => bestOf(sentence, marked.dayOf, today + LONGEST_BY_UNTIL_DAYS * DAY_MS))
    .reduce((surest, one) => (one && one.score > (surest?.score ?? 0) ? one : surest), null);
}

/** The day (`YYYY-MM-DD`) that a mail of `receivedAt` (ISO 8601) names as the return or as the last one of an absence. null: none. */
export function returnDateIn(
  { newPart, subject }: { newPart: string; subject: string },
  receivedAt: string,
): string | null {
  const today = Math.floor(Date.parse(receivedAt) / DAY_MS) * DAY_MS;
  const byText = returnIn(newPart.slice(0, MOST_TEXT), today);
  // a subject may be ours, with days of ours
  const bySubject = byText ? null : returnIn(subject, today);
  const best = byText ?? (bySubject && bySubject.score > 1 ? bySubject : null);
  return best && new Date(best.at).toISOString().slice(0, 10);
}
