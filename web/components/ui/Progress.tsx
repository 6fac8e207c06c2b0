import * as RadixProgress from 'radix-ui/progress';
import { classes } from '../../lib/classes.ts';

/** A bar of `value` out of `max`, named for screen readers. */
export function Progress(props: { label: string; value: number; max: number; className?: string }) {
  const share = props.max > 0 ? Math.min(1, props.value / props.max) : 0;
  return (
    <RadixProgress.Root
      aria-label={props.label}
      value={Math.min(props.value, props.max)}
      max={Math.max(1, props.max)}
      getValueLabel={(value, max) => `${value} of ${max}`}
      className={classes('h-1 overflow-hidden rounded-full bg-line', props.className)}
    >
      <RadixProgress.Indicator
        className="h-full rounded-full bg-accent transition-[width] duration-150"
        style={{ width: `${share * 100}%` }}
      />
    </RadixProgress.Root>
  );
}
