import type { ReactNode } from 'react';

/** The inside of a card with nothing in it yet: a sentence and the next step. */
export function CardEmpty(props: { action: ReactNode; children: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-4 px-6 py-10 text-center">
      <p className="max-w-form text-ink-2">{props.children}</p>
      {props.action}
    </div>
  );
}
