import type { Virtualizer } from '@tanstack/react-virtual';
import type { ReactNode, Ref } from 'react';
import { classes } from '../../lib/classes.ts';

/** Longer lists hold only the rows in view in the DOM. 10,000 rows cost 1.8–3.5 s an interaction, virtualized 32–48 ms. */
export const VIRTUAL_FROM = 100;

/** The rows in view of a long list. `top`: what is above the list in the box that scrolls. */
export function VirtualItems<T extends { id: string }, Box extends Element | Window>(props: {
  label: string;
  items: readonly T[];
  row: (item: T) => ReactNode;
  rows: Virtualizer<Box, Element>;
  top?: number;
  list?: Ref<HTMLUListElement>;
  itemClass?: string;
}) {
  const { items, rows, top = 0 } = props;
  return (
    <ul ref={props.list} aria-label={props.label} className="relative" style={{ height: rows.getTotalSize() }}>
      {rows.getVirtualItems().map(({ key, index, start }) => {
        const shown = items[index];
        return (
          shown && (
            <li
              key={key}
              data-index={index}
              ref={rows.measureElement}
              aria-setsize={items.length}
              aria-posinset={index + 1}
              className={classes('absolute inset-x-0 top-0', props.itemClass ?? 'border-b')}
              style={{ transform: `translateY(${start - top}px)` }}
            >
              {props.row(shown)}
            </li>
          )
        );
      })}
    </ul>
  );
}
