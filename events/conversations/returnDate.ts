/** The day on which somebody is back, as an automatic mail names it. */

const DAY_MS = 86_400_000;
/** A day that is further away is none of a return. */
const LONGEST_DAYS = 120;

/** The months as English, German, French, Spanish, Italian, and Dutch begin them. */
const MONTHS = [
  ...['jan|ene|gen', 'feb|fév|fev', 'mar|mär|maer|mrz|maa', 'apr|avr|abr', 'may|mai|mag|mei', 'jun|juin|giu'],
  ...['jul|juil|lug', 'aug|aoû|aou|ago', 'sep|set', 'oct|okt|ott', 'nov', 'dec|dez|déc|dic'],
];
const MONTH = `(${MONTHS.join('|')})[\\p{L}]*\\.?`;
const YEAR = '(?:,?\\s+(?:de\\s+)?(\\d{4}))?';

/** `12 January 2027`, `1st of December`, `1. Dezember` */
const DAY_FIRST = new RegExp(`\\b(\\d{1,2})(?:st|nd|rd|th|\\.|er|º)?\\s+(?:of\\s+|de\\s+)?${MONTH}${YEAR}`, 'giu');
/** `January 12, 2027` */
const MONTH_FIRST = new RegExp(`\\b${MONTH}\\s+(\\d{1,2})(?:st|nd|rd|th)?\\b${YEAR}`, 'giu');
const ISO = /\b(\d{4})-(\d{2})-(\d{2})\b/g;
/** `30.11.` and `30.11.2026`; with slashes nobody knows which is the month */
const DOTTED = /\b(\d{1,2})\.(\d{1,2})\.(\d{4}|\d{2})?/g;

/** The words before the day of a return. */
const BACK =
  /\b(until|till|through|back|return(ing)?|from|bis|zurück|wieder|ab|jusqu|retour|reviens|hasta|vuelvo|regreso|fino|rientro|tot|terug)(?!\p{L})/giu;
/** A day belongs to such a word when it follows so closely. */
const CLOSE = 60;

type Found = { year: number | null; month: number; day: number };

const monthOf = (name: string): number => MONTHS.findIndex((names) => new RegExp(`^(${names})`, 'iu').test(name));

function daysIn(text: string): Found[] {
  const all = <T>(pattern: RegExp, read: (parts: (string | undefined)[]) => T): T[] =>
    [...text.matchAll(pattern)].map((match) => read([...match]));
  const yearOf = (year: string | undefined) => (year ? Number(year.length === 2 ? `20${year}` : year) : null);
  return [
    ...all(DAY_FIRST, ([, day, month, year]) => ({
      year: yearOf(year),
      month: monthOf(month ?? ''),
      day: Number(day),
    })),
    ...all(MONTH_FIRST, ([, month, day, year]) => ({
      year: yearOf(year),
      month: monthOf(month ?? ''),
      day: Number(day),
    })),
    ...all(ISO, ([, year, month, day]) => ({ year: yearOf(year), month: Number(month) - 1, day: Number(day) })),
    ...all(DOTTED, ([, day, month, year]) => ({ year: yearOf(year), month: Number(month) - 1, day: Number(day) })),
  ].filter(({ month, day }) => month >= 0 && month < 12 && day >= 1 && day <= 31);
}

/** The day (`YYYY-MM-DD`) that a mail of `receivedAt` (ISO 8601) names as the return or as the last one of an absence. null: none. */
export function returnDateIn({ newPart }: { newPart: string; subject: string }, receivedAt: string): string | null {
  const said = newPart.slice(0, 5_000);
  const from = Date.parse(receivedAt);
  const thisYear = new Date(from).getUTCFullYear();
  const days = [...said.matchAll(BACK)]
    .flatMap(({ index }) => daysIn(said.slice(index, index + CLOSE)))
    .flatMap(({ year, month, day }) =>
      (year === null ? [thisYear, thisYear + 1] : [year]).map((one) => Date.UTC(one, month, day)),
    )
    .filter((at) => at + DAY_MS > from && at < from + LONGEST_DAYS * DAY_MS);
  return days.length > 0 ? new Date(Math.max(...days)).toISOString().slice(0, 10) : null;
}
