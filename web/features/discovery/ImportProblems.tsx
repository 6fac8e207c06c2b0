import type { ReactNode } from 'react';
import type { ImportProblemView } from '../../../api/views.ts';
import { classes } from '../../lib/classes.ts';
import { counted } from '../../lib/numbers.ts';

const SHOWN = 200;

/** Lines that cannot be imported, and why; `children` says what follows from it. `count`: of all, where only the first are given. */
export function ImportProblems(props: {
  problems: readonly ImportProblemView[];
  count?: number;
  children: ReactNode;
  action?: ReactNode;
  /** Only a part of each line is left out. */
  isPart?: boolean;
}) {
  const { problems, count = problems.length, isPart = false } = props;
  const shown = problems.slice(0, SHOWN);
  return (
    <section
      aria-label={isPart ? 'Cells that are left out' : 'Lines that cannot be imported'}
      className={classes('rounded-control p-3 text-small', isPart ? 'bg-signal-soft' : 'bg-bad-soft')}
    >
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p
          role={isPart ? 'status' : 'alert'}
          className={classes('min-w-0 flex-1 basis-60 font-medium', isPart ? 'text-signal' : 'text-bad')}
        >
          {props.children}
        </p>
        {props.action}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <ul className="mt-2 max-h-48 overflow-y-auto" tabIndex={0}>
        {shown.map(({ line, problem }) => (
          <li key={`${line}-${problem}`} className="wrap-anywhere py-0.5 text-ink">
            {line > 0 && <span className="font-semibold tabular-nums">Line {line}: </span>}
            {problem}
          </li>
        ))}
        {count > shown.length && (
          <li className="text-ink-2">and {counted(count - shown.length, 'more line', 'more lines')}</li>
        )}
      </ul>
    </section>
  );
}
