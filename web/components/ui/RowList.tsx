import { useWindowVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { VIRTUAL_FROM, VirtualItems } from './VirtualItems.tsx';

const ROW_PX = 59;

type Rows<T extends { id: string }> = {
  label: string;
  items: readonly T[];
  row: (item: T) => ReactNode;
  /** Cards of their own instead of lines on one panel. */
  cards?: boolean;
  /** About how high a row is, until it was measured. */
  rowPx?: number;
  /** The row that is brought into view when the list first appears, such as the one that the address opens. */
  reveal?: string | null;
};

/** Rows on a panel; long lists hold only the rows near the window in the DOM. */
export function RowList<T extends { id: string }>(props: Rows<T> & { columns?: ReactNode; bulk?: ReactNode }) {
  return (
    <div className={props.cards ? '@container' : 'panel @container overflow-clip'}>
      {props.columns}
      {props.items.length > VIRTUAL_FROM ? <VirtualRows {...props} /> : <PlainRows {...props} />}
      {props.bulk}
    </div>
  );
}

function PlainRows<T extends { id: string }>(props: Rows<T>) {
  const [revealed] = useState(props.reveal);
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    row.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return (
    <ul aria-label={props.label} className={props.cards ? 'flex flex-col gap-4' : 'divide-y'}>
      {props.items.map((item) => (
        <li key={item.id} ref={item.id === revealed ? row : null}>
          {props.row(item)}
        </li>
      ))}
    </ul>
  );
}

function VirtualRows<T extends { id: string }>(props: Rows<T>) {
  const list = useRef<HTMLUListElement>(null);
  const [top, setTop] = useState(0);
  // Content above the list (progress, bulk operations) can change height. Measure its offset after each render.
  useLayoutEffect(() => {
    if (list.current) setTop(list.current.getBoundingClientRect().top + window.scrollY);
  });
  const rows = useWindowVirtualizer({
    count: props.items.length,
    estimateSize: () => props.rowPx ?? ROW_PX,
    overscan: 6,
    scrollMargin: top,
    getItemKey: (index) => props.items[index]?.id ?? index,
  });
  const [revealed] = useState(() => props.items.findIndex(({ id }) => id === props.reveal));
  const { scrollToIndex } = rows;
  useEffect(() => {
    if (revealed >= 0) scrollToIndex(revealed, { align: 'auto' });
  }, [revealed, scrollToIndex]);
  return (
    <VirtualItems
      label={props.label}
      items={props.items}
      row={props.row}
      rows={rows}
      top={top}
      list={list}
      {...(props.cards && { itemClass: 'pb-4' })}
    />
  );
}
