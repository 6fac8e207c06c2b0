/** Control characters other than tab and line ends, and halves of surrogate pairs. No text has them, and jsonb refuses some. */
const UNREADABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

/** The path (`a.0.b`) of the first text with an unreadable character; null when there is none. */
export function unreadableField(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return UNREADABLE.test(value) ? path : null;
  if (value === null || typeof value !== 'object') return null;
  for (const [name, inner] of Object.entries(value)) {
    const found = unreadableField(inner, path === '' ? name : `${path}.${name}`);
    if (found !== null) return found;
  }
  return null;
}

/** The text that a person sees instead. */
export const UNREADABLE_TEXT = 'holds a control character or half a character. Remove it and try again.';
