import { X } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { useShortcuts } from '../../../lib/shortcuts.ts';
import { totalNumber } from '../../../lib/total.ts';
import { Button } from '../Button.tsx';

/** The actions on the selected rows, of which there may be more than `count` (`isMore`), at the foot of the window as long as the table is in view. */
export function BulkBar(props: {
  label: string;
  count: number;
  isMore?: boolean;
  onClear: () => void;
  children: ReactNode;
}) {
  const bar = useRef<HTMLDivElement>(null);
  useShortcuts(
    props.count > 0 ? { bulk: () => bar.current?.querySelector<HTMLElement>('button:not([disabled])')?.focus() } : {},
  );
  if (props.count === 0) return null;
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={props.label}
      data-bulk-bar
      className="sticky bottom-(--tab-bar) z-5 flex min-h-12 flex-wrap items-center gap-2 rounded-b-panel border-t bg-surface px-4 py-2 shadow-up"
    >
      <p className="shrink-0 whitespace-nowrap font-semibold tabular-nums">
        {totalNumber({ total: props.count, exact: !props.isMore })} selected
      </p>
      {/* a phone has a line for them: the one that its edge cuts says that there are more */}
      <div className="contents max-sm:-mx-4 max-sm:order-last max-sm:flex max-sm:basis-[calc(100%+2rem)] max-sm:gap-2 max-sm:overflow-x-auto max-sm:px-4">
        {props.children}
      </div>
      <Button variant="ghost" className="ml-auto" onClick={props.onClear}>
        <X aria-hidden />
        Clear Selection
      </Button>
    </div>
  );
}
