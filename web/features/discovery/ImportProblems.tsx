import { useEffect, useRef } from 'react';
import type { ImportProblemView } from '../../../api/views.ts';
import { Button } from '../../components/ui/Button.tsx';
import { counted } from '../../lib/numbers.ts';

const SHOWN = 200;

/** The button that leaves lines out goes with them: the keyboard goes on at Import, or where that has nothing left, at another list. */
export function useFocusAfterLeavingOut(leftOut: number) {
  const importing = useRef<HTMLButtonElement>(null);
  const otherList = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (leftOut > 0) (importing.current?.disabled ? otherList : importing).current?.focus();
  }, [leftOut]);
  return { importing, otherList };
}

/** Every line that cannot be imported, and why. Nothing is imported until none is left. `noun`: what is wrong, where a line holds several. */
export function ImportProblems(props: {
  problems: readonly ImportProblemView[];
  onLeaveOut: () => void;
  noun?: readonly [one: string, many: string];
}) {
  const { problems, noun = ['line', 'lines'] } = props;
  const count = counted(problems.length, ...noun);
  return (
    <section aria-label="Lines that cannot be imported" className="rounded-control bg-bad-soft p-3 text-small">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="alert" className="min-w-0 flex-1 basis-60 font-medium text-bad">
          {count} cannot be imported. Nothing is added yet: fix the list and choose it again, or leave these {noun[1]}{' '}
          out.
        </p>
        <Button onClick={props.onLeaveOut}>Leave out {count}</Button>
      </div>
      <ul className="mt-2 max-h-48 overflow-y-auto">
        {problems.slice(0, SHOWN).map(({ line, problem }) => (
          <li key={`${line}-${problem}`} className="py-0.5 text-ink">
            {line > 0 && <span className="font-semibold tabular-nums">Line {line}: </span>}
            {problem}
          </li>
        ))}
        {problems.length > SHOWN && (
          <li className="text-ink-2">and {counted(problems.length - SHOWN, `more ${noun[0]}`, `more ${noun[1]}`)}</li>
        )}
      </ul>
    </section>
  );
}
