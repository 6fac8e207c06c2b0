import type { ReactNode } from 'react';
import { classes } from '../../lib/classes.ts';

/** The head of a screen: its title, one sentence, its actions. */
export function PageHeader(props: { title: ReactNode; note?: ReactNode; actions?: ReactNode; before?: ReactNode }) {
  return (
    <header className="mb-4">
      {props.before}
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h1 className="font-bold text-title tracking-title">{props.title}</h1>
          {props.note && <p className="text-ink-3">{props.note}</p>}
        </div>
        {props.actions && (
          <div className="flex flex-wrap gap-2 max-sm:w-full max-sm:[&>*]:flex-[1_0_40%]">{props.actions}</div>
        )}
      </div>
    </header>
  );
}

/** The head of a screen that is a list: one line, so that the list begins near the top. */
export function PageBar(props: { title: string; children?: ReactNode }) {
  return (
    <header className="mb-2 flex min-h-8 flex-wrap items-center gap-2">
      <h1 className="mr-auto font-bold text-title tracking-title max-sm:text-lead">{props.title}</h1>
      {props.children}
    </header>
  );
}

/** `beside`: a few words on the line of the value; `note`: a line below. */
export type Figure = { label: string; value: ReactNode; beside?: ReactNode; note?: ReactNode };

/** The numbers of a screen side by side, two a row where there is little room. */
export function FigureStrip(props: { label: string; figures: readonly Figure[] }) {
  return (
    <dl
      aria-label={props.label}
      className="panel grid grid-cols-2 gap-px overflow-hidden bg-line lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none"
    >
      {props.figures.map((figure) => (
        <div
          key={figure.label}
          className={classes(
            'bg-surface px-4 py-3 max-lg:last:odd:col-span-2',
            Boolean(figure.beside) && 'flex flex-wrap content-start items-baseline gap-x-2',
          )}
        >
          <dt className="w-full text-ink-3 text-note">{figure.label}</dt>
          <dd className="font-semibold text-figure tabular-nums tracking-title">{figure.value}</dd>
          {figure.beside && <dd className="text-ink-3 text-note tabular-nums">{figure.beside}</dd>}
          {figure.note && <dd className="w-full text-ink-3 text-note">{figure.note}</dd>}
        </div>
      ))}
    </dl>
  );
}
