/** Names of months, weekdays and near days in many languages, from the data of ICU that Node.js has. */
import { anyOf, fold } from './foldedWords.ts';

/** When a name has two meanings, the earlier language wins: "listopad" is November in Polish and October in Croatian. */
const LANGUAGES = [
  ...['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'sv', 'da', 'nb', 'fi', 'is', 'pl', 'cs', 'sk', 'hu', 'ro', 'ca'],
  ...['ru', 'uk', 'bg', 'el', 'tr', 'sl', 'hr', 'sr', 'lt', 'lv', 'et', 'id', 'ms', 'vi', 'th', 'ar', 'he', 'hi'],
  ...['ja', 'zh', 'zh-Hant', 'ko'],
];
const DAY_MS = 86_400_000;
const MONDAY = Date.UTC(2024, 0, 1);
/** Short names that are words of their own beside numbers: `out 1-12 December`, `ago`, `set`. */
const NO_MONTHS = new Set(['out', 'ago', 'set', 'mar', 'gen', 'may.', 'ara', 'tem']);

/** `days` from today, or the first day of the next week or month. */
export type Near = { days: number } | { next: 'week' | 'month' };
/** Of months, the first letters of longer names are in it, too (`decem*`): they are inflected. `nearWords`: finds names of the other two. */
export type CalendarWords = {
  months: Map<string, number>;
  weekdays: Map<string, number>;
  near: Map<string, Near>;
  nearWords: RegExp;
};

/** Spellings that ICU has not. */
const MORE_NEAR = { idag: 1, imorgon: 1, imorgen: 1, dzis: 1, astazi: 1, 'this afternoon': 1, 'rest of the day': 1 };
const NEAR: readonly [number, Intl.RelativeTimeFormatUnit, Near][] = [
  [0, 'day', { days: 1 }],
  [1, 'day', { days: 1 }],
  [2, 'day', { days: 2 }],
  [0, 'week', { next: 'week' }],
  [1, 'week', { next: 'week' }],
  [1, 'month', { next: 'month' }],
];

let known: CalendarWords | null = null;

export function calendarWords(): CalendarWords {
  known ??= made();
  return known;
}

function made(): CalendarWords {
  const [months, weekdays] = [new Map<string, number>(), new Map<string, number>()];
  const near = new Map<string, Near>();
  const add = <T>(to: Map<string, T>, name: string | undefined, meaning: T) => {
    const key = fold(name ?? '')
      .replace(/\.$/, '')
      .trim();
    if (key.length > 2 && !/^\d/.test(key) && !NO_MONTHS.has(key) && !to.has(key)) to.set(key, meaning);
  };
  for (const language of LANGUAGES) {
    const options = { timeZone: 'UTC', calendar: 'gregory', numberingSystem: 'latn' } as const;
    const formats = (['long', 'short'] as const).flatMap((month) =>
      [{ month }, { month, day: 'numeric' } as const].map(
        (parts) => new Intl.DateTimeFormat(language, { ...options, ...parts }),
      ),
    );
    for (const format of formats)
      for (let month = 0; month < 12; month += 1)
        add(months, format.formatToParts(Date.UTC(2024, month, 7)).find(({ type }) => type === 'month')?.value, month);
    const weekday = new Intl.DateTimeFormat(language, { ...options, weekday: 'long' });
    for (let day = 0; day < 7; day += 1) add(weekdays, weekday.format(MONDAY + day * DAY_MS), (day + 1) % 7);
    const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto' });
    for (const [count, unit, meaning] of NEAR) add(near, relative.format(count, unit), meaning);
  }
  for (const [name, month] of [...months]) {
    const start = `${name.slice(0, 5)}*`;
    if (name.length > 5 && !months.has(start)) months.set(start, month);
  }
  for (const [name, days] of Object.entries(MORE_NEAR)) near.set(name, { days });
  // "Guten Morgen" is no day
  const nearWords = new RegExp(
    `(?<!(?:guten|goede|goden|god|la) )(${anyOf(...weekdays.keys(), ...near.keys())})`,
    'gu',
  );
  return { months, weekdays, near, nearWords };
}
