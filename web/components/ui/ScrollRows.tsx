import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { VIRTUAL_FROM, VirtualItems } from './VirtualItems.tsx';

/** A list that scrolls in a box of its own, such as in a dialog; a long one holds only the rows near the box in the DOM. */
export function ScrollRows<T extends { id: string }>(props: {
  label: string;
  items: readonly T[];
  row: (item: T) => ReactNode;
  /** About how high a row is, until it was measured. */
  rowPx: number;
  className?: string;
}) {
  // state and not a ref: the rows are laid out once their box is there
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  return (
    // Chromium would make the box a tab stop of its own, though its rows can be reached
    <div ref={setBox} tabIndex={-1} className={classes('min-h-0 overflow-y-auto', props.className)}>
      {props.items.length > VIRTUAL_FROM ? (
        <VirtualRows {...props} box={box} />
      ) : (
        <ul aria-label={props.label} className="divide-y">
          {props.items.map((item) => (
            <li key={item.id}>{props.row(item)}</li>
          ))}
        </ul>
      )}
    </div>
  );
}

function VirtualRows<T extends { id: string }>(props: {
  label: string;
  items: readonly T[];
  row: (item: T) => ReactNode;
  rowPx: number;
  box: HTMLDivElement | null;
}) {
  const rows = useVirtualizer({
    count: props.items.length,
    getScrollElement: () => props.box,
    estimateSize: () => props.rowPx,
    overscan: 8,
    getItemKey: (index) => props.items[index]?.id ?? index,
  });
  return <VirtualItems label={props.label} items={props.items} row={props.row} rows={rows} />;
}
