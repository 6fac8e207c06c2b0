/** Finds days in a text, in any language and form. Each one becomes a mark, so that the words around it can be read. */
import { calendarWords } from './calendarWords.ts';
import { anyOf, fold } from './foldedWords.ts';
import { AND, ARTICLES, BACK, END_OF, IN, UNTIL } from './returnWords.ts';

const DAY_MS = 86_400_000;
/** A day without its year is over when the next one is further away. */
const LONGEST_DAYS = 320;
/** People name the year of a longer leave. */
const LONGEST_WITH_YEAR = 800;
/** `10/11` is two days. If both are near, the later one counts, so nothing leaves too early. */
const BOTH_NEAR_DAYS = 60;
/** Marks are of the private use area, which `MARK` finds. */
const FIRST_MARK = 0xe000;
const MOST_MARKS = 500;
export const MARK = /[\uE000-\uE1F3]/u;

/** `at`: the start of a day in UTC; null: not one that is ahead. `near`: a weekday, today, next week. `day`: a day without its month. */
export type Day = { at: number | null; kind: 'date' | 'near' | 'day' };
export type MarkedText = { text: string; dayOf: (mark: string) => Day | undefined };
type Rule = [pattern: RegExp, read: (groups: readonly (string | undefined)[], before: string) => Day | null];

/** Right before the last day, or between two days. */
export const UNTIL_WORDS = anyOf(...UNTIL, AND);
/** Small words may come between a word and its day: `until Monday, the`. */
export const SMALL_WORDS = '(?:[\\s,:(]|(?<!\\p{L})\\p{L}{1,3}(?!\\p{L})\\.?)*';
const NAMED_BEFORE = new RegExp(`(?:${UNTIL_WORDS}|${anyOf(...BACK)})${SMALL_WORDS}$`, 'u');

const [YEAR_SIGN, MONTH_SIGN, DAY_SIGN] = ['年|년', '月|월', '日|号|號|일'].map((signs) => `(?:${fold(signs)})`);
const DAY = '(\\d{1,2})(?:st|nd|rd|th|er|eme|:[ae]|[.oa](?!\\p{L}))?';
const WORD = '(\\p{L}{3,20})';
const YEAR = '(?:[\\s,.]{1,3}(?:del? )?(\\d{4})(?!\\d))?';
const OF = "(?:(?:of|del?|den|di|d')\\s+)?";
const NO_TIME = "(?![\\d:%€$]|[.,/-]\\d|\\s*(?:uhr|h|am|pm|a\\.m|p\\.m|o'clock)(?!\\p{L}))";

const pattern = (...sources: string[]) => new RegExp(sources.join(''), 'gu');
/** 2027-01-04T08:00, 2027年1月4日 */
const YEAR_FIRST = pattern(
  `(?<!\\d)(\\d{4})\\s?(?:[-/.]|${YEAR_SIGN})\\s?(\\d{1,2})\\s?(?:[-/.]|${MONTH_SIGN})`,
  `\\s?(\\d{1,2})(?:t\\d\\d:\\d\\d\\S*|${DAY_SIGN})?(?!\\d)`,
);
const ASIAN = pattern(`(?<!\\d)(\\d{1,2})\\s?${MONTH_SIGN}\\s?(\\d{1,2})\\s?${DAY_SIGN}?`);
/** Its months are numbers. */
const VIETNAMESE = pattern('(?<!\\d)(\\d{1,2}) thang (\\d{1,2})(?: nam (\\d{4}))?');
/** 4 January 2027, 1er de janvier */
const DAY_FIRST = pattern(`(?<!\\d)${DAY}(?:\\s*|-)${OF}${WORD}${YEAR}`);
/** January 1-4, which is written whole */
const MONTH_RANGE = pattern(
  `(?<!\\p{L})${WORD}\\.?\\s+(\\d{1,2})(?:st|nd|rd|th|\\.)?\\s*(?:[-–—~/]|${UNTIL_WORDS})\\s*(?:the\\s+)?(?=\\d{1,2}(?![\\d:])(?:\\s+${WORD})?)`,
);
/** January 4, 2027 */
const MONTH_FIRST = pattern(`(?<!\\p{L})${WORD}\\.?\\s+(?:the\\s+)?`, `${DAY}${NO_TIME}${YEAR}`);
/** 4.1., 4/1/2027, 4-1 */
const NUMBERS = pattern(
  '(?<![\\d:/]|\\d[.,])(\\d{1,2})([./-])\\s?(\\d{1,2})',
  `(?:(?:\\2\\s?|[- ](?=\\d{4}))(\\d{4}|\\d{2})(?!\\d)|\\.(?!\\d)|${NO_TIME}|(?=-\\d{1,2}[./]))`,
);
/** `write to Jan`, `scrivi a Marco` */
const AS_A_NAME =
  '(?<=(?<!\\p{L})(?:to|an|a|al)\\s+)(?:jan|marco|april|may|june|august|augusto|avril|juni|juli)(?!\\p{L})';
/** until the end of May, in November */
const MONTH_ALONE = pattern(
  `(?<=(?:${anyOf(...UNTIL, IN)})\\s+)(?!${AS_A_NAME})(?:(${anyOf(END_OF)})\\s+${OF})?${WORD}${YEAR}`,
);
/** the 6th */
const ORDINAL = pattern(`(?:${anyOf(ARTICLES)}\\s+${DAY}|(?<!\\d)(\\d{1,2})(?:st|nd|rd|th))${NO_TIME}(?!\\p{L})`);

function startOf(year: number, month: number, day: number): number | null {
  const at = Date.UTC(year, month, day);
  return new Date(at).getUTCMonth() === month && new Date(at).getUTCDate() === day ? at : null;
}

/** The days of a folded text, as somebody means them who wrote it at `today` (the start of a day in UTC). */
export function markDays(text: string, today: number): MarkedText {
  const { months, weekdays, near, nearWords } = calendarWords();
  const [thisYear, thisMonth, weekdayToday] = [
    new Date(today).getUTCFullYear(),
    new Date(today).getUTCMonth(),
    new Date(today).getUTCDay(),
  ];
  const ahead = (days: readonly (number | null)[]) => days.find((at) => at !== null && at >= today) ?? null;
  const monthOf = (word = ''): number | undefined =>
    months.get(word) ?? months.get(`${word.slice(0, 5)}*`) ?? months.get(word.replace(/^ב/, ''));
  const yearsOf = (year?: string) =>
    year ? [Number(year.length === 2 ? `20${year}` : year)] : [thisYear, thisYear + 1];

  const within = (at: number | null, year?: string): number | null =>
    at !== null && at <= today + (year ? LONGEST_WITH_YEAR : LONGEST_DAYS) * DAY_MS ? at : null;
  const next = (month: number, day: number, year?: string): number | null =>
    within(ahead(yearsOf(year).map((one) => startOf(one, month, day))), year);
  const numbered = (day: string | undefined, month: string | undefined, year?: string): Day => ({
    at: next(Number(month) - 1, Number(day), year),
    kind: 'date',
  });
  function named(day: string | undefined, word: string | undefined, year?: string): Day | null {
    const month = monthOf(word);
    return month === undefined ? null : { at: next(month, Number(day), year), kind: 'date' };
  }
  function ambiguous(first: string, sign: string, second: string, year?: string): Day {
    const dayFirst = next(Number(second) - 1, Number(first), year);
    const monthFirst = sign === '.' && Number(second) <= 12 ? null : next(Number(first) - 1, Number(second), year);
    const [soon = null, late = soon] = [dayFirst, monthFirst].flatMap((at) => at ?? []).sort((a, b) => a - b);
    return { at: late !== null && late <= today + BOTH_NEAR_DAYS * DAY_MS ? late : soon, kind: 'date' };
  }
  function aroundNow(word: string): Day | null {
    const weekday = weekdays.get(word);
    const meaning = weekday === undefined ? near.get(word) : { days: ((weekday - weekdayToday + 6) % 7) + 1 };
    if (!meaning) return null;
    if ('days' in meaning) return { at: today + meaning.days * DAY_MS, kind: 'near' };
    const monday = today + (((8 - weekdayToday) % 7) + (weekdayToday === 1 ? 7 : 0)) * DAY_MS;
    return { at: meaning.next === 'week' ? monday : Date.UTC(thisYear, thisMonth + 1, 1), kind: 'near' };
  }

  const rules: Rule[] = [
    [YEAR_FIRST, ([year, month, day]) => numbered(day, month, year)],
    [ASIAN, ([month, day]) => numbered(day, month)],
    [VIETNAMESE, ([day, month, year]) => numbered(day, month, year)],
    [DAY_FIRST, ([day, word, year]) => named(day, word, year)],
    [MONTH_FIRST, ([word, day, year]) => named(day, word, year)],
    [
      NUMBERS,
      ([first = '', sign = '', second = '', year], before) =>
        `${first}${sign}${second}` === '24/7' || (sign === '-' && !year && !NAMED_BEFORE.test(before))
          ? null
          : ambiguous(first, sign, second, year),
    ],
    [
      MONTH_ALONE,
      ([end, word, year]) => {
        const month = monthOf(word);
        if (month === undefined) return null;
        const days = yearsOf(year).map((one) => Date.UTC(one, end ? month + 1 : month, end ? 0 : 1));
        return { at: within(ahead(days), year), kind: 'date' };
      },
    ],
    [
      ORDINAL,
      ([day, ordinal]) => ({
        at: ahead([0, 1, 2].map((more) => startOf(thisYear, thisMonth + more, Number(day ?? ordinal)))),
        kind: 'day',
      }),
    ],
    [nearWords, ([word = '']) => aroundNow(word)],
  ];
  const days: Day[] = [];
  const withMarks = rules.reduce(
    (all, [expression, read]) =>
      all.replace(expression, (...match) => {
        const [whole, ...groups] = match.slice(0, -2) as [string, ...(string | undefined)[]];
        const index = match.at(-2) as number;
        const day = days.length < MOST_MARKS ? read(groups, all.slice(Math.max(0, index - 40), index)) : null;
        return day ? ` ${String.fromCharCode(FIRST_MARK + days.push(day) - 1)} ` : whole;
      }),
    text.replace(MONTH_RANGE, (range, word: string, first: string, next?: string) =>
      monthOf(word) === undefined || monthOf(next) !== undefined ? range : `${word} ${first} - ${word} `,
    ),
  );
  return { text: withMarks, dayOf: (mark) => days[mark.charCodeAt(0) - FIRST_MARK] };
}
