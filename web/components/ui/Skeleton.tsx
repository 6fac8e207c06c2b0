import { classes } from '../../lib/classes.ts';

/** A grey placeholder of the final size, for one line or one mark. */
export function Skeleton(props: { className?: string }) {
  return <div aria-hidden className={classes('animate-pulse rounded-tag bg-line', props.className)} />;
}

const upTo = (count: number): number[] => Array.from({ length: count }, (_, index) => index);
const WIDTHS = ['w-1/3', 'w-11/12', 'w-4/5', 'w-3/5'];

/** Text in a box of the final height. `form`: fields under their labels. */
export function SkeletonText(props: { className: string; form?: boolean }) {
  return (
    <div aria-hidden className={classes('flex flex-col gap-3 overflow-hidden', props.className)}>
      {upTo(24).map((line) => (
        <Skeleton
          key={line}
          className={classes(
            'shrink-0',
            props.form ? (line % 2 === 0 ? 'h-3.5 w-24' : '-mt-1.5 mb-1 h-8 max-w-md') : `h-3.5 ${WIDTHS[line % 4]}`,
          )}
        />
      ))}
    </div>
  );
}

/** Rows of a list that is being loaded; the label is what a screen reader hears. `table`: they have a header. */
export function SkeletonRows(props: { label: string; rows: number; height?: string; table?: boolean }) {
  const height = props.table ? 'h-16 min-[490px]:h-11' : (props.height ?? 'h-14.5');
  return (
    <div className="panel divide-y overflow-hidden" role="status" aria-label={props.label}>
      {props.table && <div className="h-8 bg-sunken max-[490px]:hidden" />}
      {upTo(props.rows).map((row) => (
        <div key={row} className={classes('flex items-center gap-3 px-4', height)}>
          <Skeleton className="size-7 rounded-full" />
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

/** A screen before its code or data is here. It appears after a moment, so that a fast answer shows no flash. `panes`: a list beside its open item. */
export function PageSkeleton(props: { label: string; panes?: boolean }) {
  if (props.panes)
    return (
      <div role="status" aria-label={props.label} data-panes className="flex flex-1 animate-appear flex-col">
        <div className="panes">
          <SkeletonText className="h-dvh border-line p-4 sm:border-r" />
          <SkeletonText className="h-dvh p-6 max-sm:hidden" />
        </div>
      </div>
    );
  return (
    <div className="animate-appear">
      <div className="mb-4 flex h-8 items-center">
        <Skeleton className="h-5 w-48" />
      </div>
      <SkeletonRows label={props.label} rows={12} table />
    </div>
  );
}
