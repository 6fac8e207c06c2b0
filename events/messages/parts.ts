/** The parts of a text that the AI wrote: what each speaks of, and what it rests on. */
import { z } from 'zod';
import { fillSlots, type Slots } from './slots.ts';

/** `about_them`: the partner. `offer`: what the partner gets. `about_us`: the business. `courtesy`: greeting, reason to write, question. */
const PART_KINDS = ['about_them', 'offer', 'about_us', 'courtesy'] as const;

/** `cites`: ids of the partner's facts (check/facts.ts), `profile` (the business) or `offer`. */
export const part = z.object({ text: z.string(), kind: z.enum(PART_KINDS), cites: z.array(z.string()) });
export type Part = z.infer<typeof part>;

export type Paragraphs = readonly { readonly parts: readonly Part[] }[];

/** Scripts that put no space between sentences. */
const UNSPACED = String.raw`[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}。、！？「」）]`;
const TOUCHES = new RegExp(`${UNSPACED}$`, 'u');
const TOUCHED = new RegExp(String.raw`^(?:${UNSPACED}|[.,;:!?…)\]}”’»])`, 'u');

const joined = (left: string, right: string): string =>
  left === '' || TOUCHES.test(left) || TOUCHED.test(right) ? left + right : `${left} ${right}`;

/** Joins the parts of an answer to a text, with the values of the offer filled in. */
export function composeBody(paragraphs: Paragraphs, slots: Slots): { body: string; parts: Part[] } {
  const filled = paragraphs.map(({ parts }) =>
    parts.flatMap((one): Part[] => {
      const text = fillSlots(one.text, slots).trim();
      return text === '' ? [] : [{ ...one, text, cites: [...new Set(one.cites)] }];
    }),
  );
  const body = filled
    .map((parts) => parts.reduce((text, one) => joined(text, one.text), ''))
    .filter((paragraph) => paragraph !== '')
    .join('\n\n');
  return { body, parts: filled.flat() };
}
