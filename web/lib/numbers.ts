export { counted, wholeNumber } from '../../events/shared/format.ts';

/** "4.1%"; an unknown percent is a dash. The value is a percent number (4.1 means 4.1 %). */
export function percent(value: number | null): string {
  if (value === null) return '–';
  return `${Number.isInteger(value) ? value : value.toFixed(1)}%`;
}

/** The initials of a name, at most two letters; "?" without one. */
export function initials(name: string | null): string {
  // by code point: some letters are two code units
  const letters = (name ?? '')
    .trim()
    .split(/\s+/)
    .flatMap((word) => /\p{L}/u.exec(word)?.[0] ?? []);
  const first = letters[0] ?? '?';
  const last = letters.length > 1 ? (letters.at(-1) ?? '') : '';
  return `${first}${last}`.toUpperCase();
}
