import { type ReactNode, useId, useRef } from 'react';
import { classes } from '../../lib/classes.ts';
import { CharacterCount, TooLong, useCharacterCount } from './CharacterCount.tsx';

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
