import { type ReactNode, useId } from 'react';
import { classes } from '../../lib/classes.ts';

export function Card(props: {
  title?: string;
  note?: ReactNode;
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={props.title ? id : undefined} className={classes('panel', props.className)}>
      {props.title && (
        <header className="flex min-h-13 flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-2">
          <div className="min-w-0 flex-1 basis-32">
            <h2 id={id} className="font-semibold">
              {props.title}
            </h2>
            {props.note && <p className="text-ink-3 text-note">{props.note}</p>}
          </div>
          {props.actions}
        </header>
      )}
      {props.children}
    </section>
  );
}
