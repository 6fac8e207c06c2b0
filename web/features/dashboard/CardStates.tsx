import type { ReactNode } from 'react';
import { Button } from '../../components/ui/Button.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { Skeleton } from '../../components/ui/Skeleton.tsx';

/** The inside of a card while its list is on the way. */
export function CardLoading(props: { label: string; rows: number; height: string }) {
  return (
    <div role="status" aria-label={props.label} className="flex flex-col gap-3 p-4">
      {Array.from({ length: props.rows }, (_, row) => row).map((row) => (
        <Skeleton key={row} className={props.height} />
      ))}
    </div>
  );
}

/** The inside of a card whose list could not be loaded. */
export function CardFailed(props: { again: { refetch: () => unknown }; children: ReactNode }) {
  return (
    <div className="p-4">
      <Notice
        tone="bad"
        action={
          <Button size="small" onClick={() => void props.again.refetch()}>
            Try again
          </Button>
        }
      >
        {props.children}
      </Notice>
    </div>
  );
}

/** The inside of a card with nothing in it yet: a sentence and the next step. */
export function CardEmpty(props: { action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-10 text-center">
      <p className="max-w-form text-ink-2">{props.children}</p>
      {props.action}
    </div>
  );
}
