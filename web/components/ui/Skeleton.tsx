import { classes } from '../../lib/classes.ts';

/** A grey placeholder of the final size. */
export function Skeleton(props: { className?: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-tag bg-line', props.className)} />;
}

/** Rows of a list that is being loaded; the label is what a screen reader hears. */
export function SkeletonRows(props: { label: string; rows: number; height?: string }) {
  const rows = Array.from({ length: props.rows }, (_, index) => index);
  return (
    <div className="panel divide-y" role="status" aria-label={props.label}>
      {rows.map((row) => (
        <div key={row} className={classes('flex items-center gap-3 px-4', props.height ?? 'h-14.5')}>
          <Skeleton className="size-8 rounded-full" />
          <div className="flex flex-1 flex-col gap-1.5">
            <Skeleton className="h-3.5 w-2/5 max-w-48" />
            <Skeleton className="h-3 w-3/5 max-w-72" />
          </div>
          <Skeleton className="h-5 w-16" />
        </div>
      ))}
    </div>
  );
}
