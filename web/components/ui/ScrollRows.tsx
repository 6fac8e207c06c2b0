import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { classes } from '../../lib/classes.ts';
import { VIRTUAL_FROM, VirtualItems } from './VirtualItems.tsx';

/** A list that scrolls in its own box, such as in a dialog. A long one holds only the rows near the box in the DOM. */
export function ScrollRows<T extends { id: string }>(props: {
  label: string;
  items: readonly T[];
  row: (item: T) => ReactNode;
  /** About how high a row is, until it was measured. */
  rowPx: number;
  className?: string;
  /** The row that is kept in view, such as the one that the address opens. */
  reveal?: string | null;
  /** The last rows of a long list are near: the next ones can be fetched. */
  onNearEnd?: () => void;
}) {
  // state and not a ref: the rows are laid out once their box is there
  const [box, setBox] = useState<HTMLDivElement | null>(null);
  return (
    // relative: texts for screen readers scroll with the rows, and do not lengthen the page.
    // Chromium would make the box a tab stop of its own, though its rows can be reached
    <div ref={setBox} tabIndex={-1} className={classes('relative min-h-0 overflow-y-auto', props.className)}>
      {props.items.length > VIRTUAL_FROM ? (
        <VirtualRows {...props} box={box} />
      ) : (
        <ul aria-label={props.label} className="divide-y">
          {props.items.map((item) => (
            <PlainRow key={item.id} reveal={item.id === props.reveal}>
              {props.row(item)}
            </PlainRow>
          ))}
        </ul>
      )}
    </div>
  );
}

function PlainRow(props: { reveal: boolean; children: ReactNode }) {
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (props.reveal) row.current?.scrollIntoView({ block: 'nearest' });
  }, [props.reveal]);
  return <li ref={row}>{props.children}</li>;
}

/** A list asks for more this many rows before its end. */
const NEAR_END = 20;

function VirtualRows<T extends { id: string }>(
  props: Parameters<typeof ScrollRows<T>>[0] & { box: HTMLDivElement | null },
) {
  const { items, reveal, onNearEnd } = props;
  const rows = useVirtualizer({
    // the row that is read stays in place when rows come in above it; at the top the new ones are seen
    anchorTo: props.box && props.box.scrollTop > 0 ? 'end' : 'start',
    count: props.items.length,
    getScrollElement: () => props.box,
    estimateSize: () => props.rowPx,
    overscan: 8,
    getItemKey: (index) => props.items[index]?.id ?? index,
  });
  const { scrollToIndex } = rows;
  const revealed = reveal ? items.findIndex(({ id }) => id === reveal) : -1;
  const [shown, setShown] = useState<string | null>(null);
  useEffect(() => {
    if (!props.box || !reveal || revealed < 0 || shown === reveal) return;
    setShown(reveal);
    scrollToIndex(revealed, { align: 'auto' });
  }, [props.box, reveal, revealed, shown, scrollToIndex]);
  const near = (rows.getVirtualItems().at(-1)?.index ?? 0) >= items.length - NEAR_END;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once more, where the rows that came are still too few
  useEffect(() => {
    if (near) onNearEnd?.();
  }, [near, onNearEnd, items.length]);
  return <VirtualItems label={props.label} items={props.items} row={props.row} rows={rows} />;
}
