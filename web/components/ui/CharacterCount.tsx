import { type RefObject, useLayoutEffect, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { wholeNumber } from '../../lib/numbers.ts';

/** From this part of its limit on, a text is counted. */
const COUNTED_FROM = 0.9;

/** The length of the field in a box, as the server counts it. 0: there is much room. `count`: call it when the field changed. */
export function useCharacterCount(box: RefObject<HTMLElement | null>, limit: number | undefined) {
  const [length, setLength] = useState(0);
  const count = (): void => {
    if (limit === undefined) return;
    const typed = box.current?.querySelector<HTMLTextAreaElement>('textarea, input')?.value.trim().length ?? 0;
    setLength(typed > limit * COUNTED_FROM ? typed : 0);
  };
  // forms fill their fields themselves, without an event
  useLayoutEffect(count);
  return { length, count };
}

/** "12,610 of 500 characters". */
export function CharacterCount(props: { id: string; length: number; limit: number }) {
  const { id, length, limit } = props;
  return (
    <p id={id} className={classes('ml-auto text-note tabular-nums', length > limit ? 'text-bad' : 'text-ink-3')}>
      {wholeNumber(length)} of {wholeNumber(limit)} characters
    </p>
  );
}

/** Announced once when the text gets too long, not at every key. */
export function TooLong(props: { length: number; limit: number }) {
  const { length, limit } = props;
  return (
    <span aria-live="polite" className="sr-only">
      {length > limit && `Longer than ${wholeNumber(limit)} characters`}
    </span>
  );
}
