import type { ReactNode } from 'react';

/** An empty screen says the next step and offers it. */
export function EmptyState(props: { icon?: ReactNode; title: string; children?: ReactNode; action?: ReactNode }) {
  return (
    <div role="status" className="flex flex-col items-center gap-1 px-6 py-14 text-center">
      {props.icon}
      <h2 className="font-semibold text-lead">{props.title}</h2>
      {props.children && <p className="max-w-form text-balance text-ink-2">{props.children}</p>}
      {props.action && <div className="mt-4 flex flex-wrap justify-center gap-2">{props.action}</div>}
    </div>
  );
}
