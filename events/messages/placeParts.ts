/** Where the parts of a text are in it. Apart from parts.ts: the web goes without zod. */
import type { Part } from './parts.ts';

type Placed<P> = { text: string; part: P | null };

/** The pieces of a body in order, each with its part; null: between parts. */
export function placeParts<P extends Pick<Part, 'text'>>(body: string, parts: readonly P[]): Placed<P>[] {
  const pieces: Placed<P>[] = [];
  let at = 0;
  for (const one of parts) {
    const start = body.indexOf(one.text, at);
    if (start < 0) continue;
    if (start > at) pieces.push({ text: body.slice(at, start), part: null });
    at = start + one.text.length;
    pieces.push({ text: one.text, part: one });
  }
  return at < body.length ? [...pieces, { text: body.slice(at), part: null }] : pieces;
}
