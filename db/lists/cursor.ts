import { z } from 'zod';
import { Refused } from '../../events/shared/refused.ts';

const values = z
  .array(z.union([z.string(), z.number(), z.null()]))
  .min(1)
  .max(6);
export type CursorValue = z.infer<typeof values>[number];

/** Where a page ends: the values that the list is sorted by, the last of which is an id. */
export const cursorOf = (at: readonly CursorValue[]): string => Buffer.from(JSON.stringify(at)).toString('base64url');

/** Refuses what no page answered. `length`: how many values the list is sorted by. */
export function readCursor(cursor: string, length: number): CursorValue[] {
  try {
    const read = values.length(length).safeParse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
    if (read.success) return read.data;
  } catch {
    // refused below
  }
  throw new Refused({ code: 'wrong_page' });
}
