/** Control characters other than tab and line ends, and halves of surrogate pairs. No text has them, and jsonb refuses some. */
const UNREADABLE = /(?![\t\n\r])[\p{Cc}\p{Cs}]/u;

/** The path (`a.0.b`) of the first text with an unreadable character; null when there is none. A list of its own holds any depth. */
export function unreadableField(value: unknown): string | null {
  const left: [path: string, value: unknown][] = [['', value]];
  for (let next = left.pop(); next; next = left.pop()) {
    const [path, inner] = next;
    if (typeof inner === 'string' && UNREADABLE.test(inner)) return path;
    if (inner === null || typeof inner !== 'object') continue;
    // the first comes off first
    for (const [name, one] of Object.entries(inner).reverse()) left.push([path === '' ? name : `${path}.${name}`, one]);
  }
  return null;
}

/** The text that a person sees instead. */
export const UNREADABLE_TEXT = 'holds a control character or half a character. Remove it and try again.';
