import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { wholeNumber } from '../../lib/numbers.ts';

export type FunnelStep = { label: string; count: number; href?: string };

export function Funnel(props: { label: string; steps: readonly FunnelStep[] }) {
  const { steps } = props;
  const most = Math.max(1, ...steps.map(({ count }) => count));
  return (
    <ol aria-label={props.label} className="grid gap-1 px-2 pb-3">
      {steps.map((step, index) => {
        const before = steps[index - 1]?.count;
        return (
          <li key={step.label}>
            <Step href={step.href}>
              <span className="text-ink-2">{step.label}</span>
              <span aria-hidden className="h-4 min-w-0">
                {step.count > 0 && (
                  <span
                    className="block h-full min-w-px rounded-tag bg-chart-a"
                    style={{ width: `${(step.count / most) * 100}%` }}
                  />
                )}
              </span>
              <b className="text-right font-semibold tabular-nums">{wholeNumber(step.count)}</b>
              <span className="text-right text-ink-3 text-note tabular-nums">
                {before ? (
                  <>
                    {Math.round((step.count / before) * 100)}%
                    <span className="sr-only"> of {steps[index - 1]?.label.toLowerCase()}</span>
                  </>
                ) : null}
              </span>
            </Step>
          </li>
        );
      })}
    </ol>
  );
}

const STEP = 'grid h-7 grid-cols-[5rem_minmax(0,1fr)_3rem_2.5rem] items-center gap-x-2 rounded-control px-2 text-small';

function Step(props: { href: string | undefined; children: ReactNode }) {
  if (!props.href) return <div className={STEP}>{props.children}</div>;
  return (
    <Link href={props.href} className={`${STEP} hover:bg-sunken`}>
      {props.children}
    </Link>
  );
}
