import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/classes.ts';

export type ControlProps = { id: string; 'aria-invalid': boolean | undefined; 'aria-describedby': string | undefined };

/** A labelled control with its hint and its error. The child gets the attributes that tie them together. */
export function Field(props: {
  label: string;
  /** Only for those who hear it, where its place says what the field is. */
  hideLabel?: boolean;
  hint?: ReactNode;
  error?: string | undefined;
  optional?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
}) {
  const id = useId();
  const describedBy = props.error ? `${id}-error` : props.hint ? `${id}-hint` : undefined;
  return (
    <div className={classes('flex flex-col gap-1.5', props.className)}>
      <label htmlFor={id} className={props.hideLabel ? 'sr-only' : 'font-medium text-small'}>
        {props.label}
        {props.optional && <span className="font-normal text-ink-3"> (optional)</span>}
      </label>
      {props.children({ id, 'aria-invalid': props.error ? true : undefined, 'aria-describedby': describedBy })}
      {props.error ? (
        <p id={`${id}-error`} className="text-bad text-note" role="alert">
          {props.error}
        </p>
      ) : (
        props.hint && (
          <p id={`${id}-hint`} className="text-ink-3 text-note">
            {props.hint}
          </p>
        )
      )}
    </div>
  );
}
