import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';
import { Button } from './Button.tsx';
import { Notice } from './Notice.tsx';
import { SkeletonText } from './Skeleton.tsx';

type Again = { refetch: () => unknown };
export type Query<T> = Again & { data: T | undefined; isPending: boolean; isError: boolean };

/** Placeholders while data loads, an error with a way to try again, and then the data. */
export function QueryState<T>(props: {
  query: Query<T>;
  loading: ReactNode;
  failed: string;
  className?: string;
  children: (data: T) => ReactNode;
}) {
  const { query } = props;
  return (
    <>
      {query.isPending && props.loading}
      {query.isError && (
        <LoadFailed again={query} className={props.className}>
          {props.failed}
        </LoadFailed>
      )}
      {query.data !== undefined && props.children(query.data)}
    </>
  );
}

/** Placeholders of the final height; the label is what a screen reader hears. */
export function Loading(props: {
  label: string;
  rows?: number;
  height: string;
  /** Fields under their labels. */
  form?: boolean;
  className?: string;
}) {
  return (
    <div role="status" aria-label={props.label} className={classes('flex flex-col gap-3', props.className)}>
      {Array.from({ length: props.rows ?? 1 }, (_, row) => row).map((row) => (
        <SkeletonText key={row} className={props.height} form={props.form ?? false} />
      ))}
    </div>
  );
}

export function LoadFailed(props: { again: Again; className?: string | undefined; children: ReactNode }) {
  return (
    <Notice
      tone="bad"
      className={props.className}
      action={
        <Button size="small" onClick={() => void props.again.refetch()}>
          Try again
        </Button>
      }
    >
      {props.children}
    </Notice>
  );
}
