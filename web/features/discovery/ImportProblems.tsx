import type { ReactNode } from 'react';
import type { ImportProblemView } from '../../../api/views.ts';
import { counted } from '../../lib/numbers.ts';

const SHOWN = 200;

/** Lines that cannot be imported, and why; `children` says what follows from it. `count`: of all, where only the first are given. */
export function ImportProblems(props: {
  problems: readonly ImportProblemView[];
  count?: number;
  children: ReactNode;
  action?: ReactNode;
}) {
  const { problems, count = problems.length } = props;
  const shown = problems.slice(0, SHOWN);
  return (
    <section aria-label="Lines that cannot be imported" className="rounded-control bg-bad-soft p-3 text-small">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="alert" className="min-w-0 flex-1 basis-60 font-medium text-bad">
          {props.children}
        </p>
        {props.action}
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard. */}
      <ul className="mt-2 max-h-48 overflow-y-auto" tabIndex={0}>
        {shown.map(({ line, problem }) => (
          <li key={`${line}-${problem}`} className="py-0.5 text-ink">
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
