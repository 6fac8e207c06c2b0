import { type CSSProperties, memo, type ReactNode } from 'react';
import { Link } from 'wouter';
import { classes } from '../../../lib/classes.ts';
import { Checkbox } from '../Checkbox.tsx';
import type { TableColumn } from './columns.ts';

export type RowParts<T> = {
  columns: readonly TableColumn<T>[];
  /** The rows are cards of this height; `content`: what is on them, instead of the columns. */
  cards: { px: number; content: ((row: T, open: boolean) => ReactNode) | undefined } | null;
  grid: CSSProperties;
  rowPx: number;
  nameOf: (row: T) => string;
  onOpen: ((id: string) => void) | undefined;
  onSelect: ((id: string, selected: boolean, range: boolean) => void) | undefined;
  actions: ((row: T) => ReactNode) | undefined;
};

type Props<T> = {
  row: T;
  /** Counted from 1 in the whole table, with the header as the first. */
  index: number;
  parts: RowParts<T>;
  open: boolean;
  current: boolean;
  selected: boolean;
};

/** One row; on a phone a card of two lines. A press anywhere but on what has a press of its own opens it. */
function Row<T extends { id: string }>(props: Props<T>) {
  const { row, parts, open, selected } = props;
  const { columns, cards, onOpen, onSelect } = parts;
  const ground = selected ? 'bg-accent-soft' : open || props.current ? 'bg-sunken' : 'bg-surface hover:bg-sunken';
  const head = columns.filter(({ card }) => card === 'head');
  const side = columns.filter(({ card }) => card === 'side');
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the name is a real button; the rest of the row only widens it for the mouse.
    <div
      role="row"
      data-row={row.id}
      aria-rowindex={props.index}
      style={cards ? { height: cards.px } : { ...parts.grid, height: parts.rowPx }}
      className={classes(
        'group/row relative scroll-mt-20 scroll-mb-14 items-center border-t first:border-t-0 md:scroll-mt-8',
        cards ? 'flex gap-3 px-4 max-[359px]:gap-2 max-[359px]:px-3' : 'grid gap-x-3 px-4',
        ground,
        onOpen && 'cursor-pointer',
        (open || props.current) && 'shadow-mark',
      )}
      onClick={(event) => {
        const pressed = event.target;
        // a press inside a dialog of this row arrives here, too, through React's portal
        if (!onOpen || !(pressed instanceof Element) || !event.currentTarget.contains(pressed)) return;
        if (!pressed.closest('a, [data-own-press]')) onOpen(row.id);
      }}
    >
      {onSelect && (
        <div role="cell" data-own-press className="flex cursor-default">
          <Checkbox
            label={`Select ${parts.nameOf(row)}`}
            hideLabel
            checked={selected}
            onChange={(checked, shift) => onSelect(row.id, checked, shift)}
          />
        </div>
      )}
      {!cards &&
        columns.map((column) => (
          <div
            key={column.id}
            role="cell"
            className={classes('min-w-0', column.align === 'right' && 'text-right tabular-nums')}
          >
            {column.cell(row, open)}
          </div>
        ))}
      {cards?.content && (
        <div role="cell" className="min-w-0 flex-1">
          {cards.content(row, open)}
        </div>
      )}
      {cards && !cards.content && (
        <>
          <div role="cell" className="min-w-0 flex-1">
            {head.map((column) => (
              <div key={column.id}>{column.cell(row, open)}</div>
            ))}
          </div>
          <div role="cell" className="flex shrink-0 flex-col items-end gap-1">
            {side.map((column) => (
              <div key={column.id}>{column.cell(row, open)}</div>
            ))}
          </div>
        </>
      )}
      {/* the panel of an open row has the same, and they would cover its status */}
      {parts.actions && !cards && !open && (
        <div
          role="cell"
          data-own-press
          className={classes(
            // a finger cannot hover and would press what it does not see; the row's panel has the same
            '[@media(hover:none)]:hidden forced-colors:bg-surface',
            'absolute inset-y-0 right-0 flex cursor-default items-center gap-1 bg-linear-to-r from-transparent to-20% pr-3 pl-10 opacity-0 focus-within:opacity-100 group-hover/row:opacity-100',
            selected ? 'to-accent-soft' : 'to-sunken',
          )}
        >
          {parts.actions(row)}
        </div>
      )}
    </div>
  );
}

export const TableRow = memo(Row) as typeof Row;

/** The name of a row, which leads to its own page. The rest of the row opens it beside the list. */
export function RowName(props: { open: boolean; href: string; children: string }) {
  return (
    <Link
      href={props.href}
      data-opens
      aria-expanded={props.open}
      dir="auto"
      title={props.children}
      className="block w-fit max-w-full truncate rounded-tag text-left font-semibold leading-6 hover:underline"
    >
      {props.children}
    </Link>
  );
}
