import { type ReactNode, type RefObject, useId, useLayoutEffect, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { wholeNumber } from '../../lib/numbers.ts';

export type ControlProps = { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined };

/** A labelled control with its hint and its error. The child gets the attributes that tie them together. */
export function Field(props: {
  label: string;
  /** Only for those who hear it, where its place says what the field is. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  /** The limit of characters. A text near it is counted. */
  limit?: number;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}) {
  const { error, hint, limit } = props;
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const { length, count } = useCharacterCount(box, limit);
  const describedBy = [error ? `${id}-error` : hint && `${id}-hint`, length > 0 && `${id}-count`].filter(Boolean);
  const note = error ? (
    <p id={`${id}-error`} className="text-bad text-note" role="alert">
      {error}
    </p>
  ) : (
    hint && (
      <p id={`${id}-hint`} className="text-ink-3 text-note">
        {hint}
      </p>
    )
  );
  return (
    <div ref={box} onInput={count} className={classes('flex flex-col gap-1.5', props.className)}>
      <label htmlFor={id} className={props.hideLabel ? 'sr-only' : 'font-medium text-small'}>
        {props.label}
        {props.optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </label>
      {props.children({
        ...{ id, 'aria-invalid': error ? true : undefined },
        'aria-describedby': describedBy.join(' ') || undefined,
      })}
      {limit === undefined ? (
        note
      ) : (
        <>
          <div className="flex flex-wrap gap-x-4 empty:hidden">
            {note}
            {length > 0 && <CharacterCount id={`${id}-count`} length={length} limit={limit} />}
          </div>
          <TooLong length={error ? 0 : length} limit={limit} />
        </>
      )}
    </div>
  );
}

/** From this part of its limit on, a text is counted. */
const COUNTED_FROM = 0.9;

/** The length of the field in a box, as the server counts it. 0: there is much room. `count`: call it when the field changed. */
function useCharacterCount(box: RefObject<HTMLElement | null>, limit: number | undefined) {
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
function CharacterCount(props: { id: string; length: number; limit: number }) {
  const { id, length, limit } = props;
  return (
    <p id={id} className={classes('ml-auto text-note tabular-nums', length > limit ? 'text-bad' : 'text-ink-3')}>
      {wholeNumber(length)} of {wholeNumber(limit)} characters
    </p>
  );
}

/** Announced once when the text gets too long, not at every key. */
function TooLong(props: { length: number; limit: number }) {
  const { length, limit } = props;
  return (
    <span aria-live="polite" className="sr-only">
      {length > limit && `Longer than ${wholeNumber(limit)} characters`}
    </span>
  );
}
