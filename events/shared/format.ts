let whole: Intl.NumberFormat | undefined;

/** 12,345. A browser's first number by Intl takes it 30 ms; below 1,000 there is nothing to group. */
export function wholeNumber(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1_000) return String(value);
  whole ??= new Intl.NumberFormat('en');
  return whole.format(value);
}

/** A count in words: "1 partner", "12,345 partners". */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${wholeNumber(count)} ${count === 1 ? one : many}`;

/** Followers as the lists show them: 950, 48.2K, 1.2M (one decimal from 1,000); an unknown number is a dash. */
export function formatFollowers(count: number | null): string {
  if (count === null) return '–';
  // 999,950 and more would round to 1000.0K
  if (count >= 999_950) return `${(count / 1_000_000).toFixed(1)}M`;
  if (count >= 1_000) return `${(count / 1_000).toFixed(1)}K`;
  return String(count);
}

export type Tone = 'good' | 'warn' | 'bad';

/** The label of a match score of 0–100 and its color. */
export function matchLabel(score: number): { label: 'Excellent' | 'Good' | 'Fair'; tone: Tone } {
  if (score >= 90) return { label: 'Excellent', tone: 'good' };
  if (score >= 75) return { label: 'Good', tone: 'warn' };
  return { label: 'Fair', tone: 'bad' };
}

/** The colour of the score on a partner card: green from 90, yellow from 70, red below. */
export function scoreTone(score: number): Tone {
  if (score >= 90) return 'good';
  return score >= 70 ? 'warn' : 'bad';
}

export const capitalised = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}`;

/** The first characters of a text, at most `length`, without half of an emoji at the end: jsonb refuses halves. */
export const cutText = (text: string, length: number): string => text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');

const UNITS = ['kB', 'MB', 'GB'];

/** "48 kB", "1.2 MB". */
export function fileSize(bytes: number): string {
  const power = Math.min(UNITS.length, Math.max(1, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const size = bytes / 1_000 ** power;
  return `${power === 1 || size >= 10 ? Math.max(1, Math.round(size)) : size.toFixed(1)} ${UNITS[power - 1]}`;
}
