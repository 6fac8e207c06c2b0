import { classes } from '../../lib/classes.ts';

/** A bar of `value` out of `max`, named for screen readers. `troubles`: parts of the rest, at the end of the bar. */
export function Progress(props: {
  label: string;
  value: number;
  max: number;
  troubles?: readonly { count: number; color: string }[];
  className?: string;
}) {
  const max = Math.max(1, props.max);
  const value = Math.min(props.value, max);
  return (
    <div
      role="progressbar"
      aria-label={props.label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={`${value} of ${props.max}`}
      className={classes('flex h-1 overflow-hidden rounded-full bg-line', props.className)}
    >
      <div
        className="mr-auto h-full rounded-full bg-accent transition-[width] duration-150"
        style={{ width: `${(value / max) * 100}%` }}
      />
      {props.troubles?.map(({ count, color }) => (
        <div key={color} className={color} style={{ width: `${(count / max) * 100}%` }} />
      ))}
    </div>
  );
}
