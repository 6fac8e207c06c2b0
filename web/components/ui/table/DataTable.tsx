import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useEffectEvent,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { classes } from '../../../lib/classes.ts';
import { counted, wholeNumber } from '../../../lib/numbers.ts';
import { columnsThatFit, type TableCard, type TableColumn, type TableSelection, type TableSort } from './columns.ts';
import { TableHeader } from './TableHeader.tsx';
import { type RowParts, TableRow } from './TableRow.tsx';
import { useRowsInView } from './useRowsInView.ts';
import { type RowKeys, useTableKeys } from './useTableKeys.ts';
import { useTableModel } from './useTableModel.ts';

const ROW_PX = 44;
const CARD = { px: 64, below: 490 };
const NO_ONE: ReadonlySet<string> = new Set();
/** More rows are fetched when so many are left below the window. */
const BEFORE_END = 20;

/** Columns are as wide as the browser's letters are large. */
const remPx = (): number => Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

type Props<T> = {
  /** The choice of columns is kept under it. */
  name: string;
  label: string;
  rows: readonly T[];
  columns: readonly TableColumn<T>[];
  /** Without it, the rows keep the order that they are given in. */
  sort?: TableSort;
  /** The rows come in the order of `sort`. */
  isSorted?: true;
  /** The number of all rows, if these are the first ones. */
  total?: number | undefined;
  /** The last rows come into view. */
  onEnd?: () => void;
  onSort?: (sort: TableSort) => void;
  /** The row's name, for its checkbox. */
  nameOf: (row: T) => string;
  /** The row that is open, and what a press on a row does. */
  open?: string | null;
  onOpen?: (id: string) => void;
  selection?: TableSelection;
  /**
   * The row as a card, if the table is narrower than `below`. All cards have one height. Without it, two lines of the columns' `card`, below 490 px.
   */
  card?: TableCard<T>;
  /** Rows with two links below each other need 52 px: each link is 24 px high. */
  rowPx?: number;
  /** Of one row, where it is pointed at or has the focus. */
  actions?: (row: T) => ReactNode;
  keys?: RowKeys<T>;
  /** The actions on the selected rows: a BulkBar. */
  bulk?: ReactNode;
};

/**
 * The table of every list: sorted by its headers, with checkboxes, a choice of columns, keys, and a bar for selected rows. Rows are 44 px, on a phone
 * cards of two lines. Long lists draw only the rows in view. A real table loses its rows in a grid and its meaning as cards, so the roles are written
 * down.
 */
export function DataTable<T extends { id: string }>(props: Props<T>) {
  const { selection, open = null, onOpen, actions, nameOf, rowPx = ROW_PX } = props;
  const box = useRef<HTMLDivElement>(null);
  const width = useBoxWidth(box);
  const card: Omit<TableCard<T>, 'content'> = props.card ?? CARD;
  const cards = width > 0 && width < (card.below * remPx()) / 16;
  const cardPx = card.wide && width >= (card.wide.from * remPx()) / 16 ? card.wide.px : card.px;
  const content = props.card?.content;
  const model = useTableModel(props);
  const selects = selection !== undefined;
  const columns = useMemo(() => {
    if (width === 0) return model.columns;
    // a card has its parts below each other
    if (cards) return model.columns.filter(({ from = 0 }) => width >= from);
    return columnsThatFit(model.columns, width, { selection: selects, remPx: remPx() });
  }, [model.columns, width, cards, selects]);
  const tracks = [...(selection ? ['1.125rem'] : []), ...columns.map((column) => column.width), '1.25rem'].join(' ');
  const { rows } = model;
  const select = useRangeSelection(rows, selection);
  const parts = useMemo(
    (): RowParts<T> => ({
      columns,
      cards: cards ? { px: cardPx, content } : null,
      grid: { gridTemplateColumns: tracks },
      rowPx,
      nameOf,
      onOpen,
      onSelect: select,
      actions,
    }),
    [columns, cards, cardPx, content, tracks, rowPx, nameOf, onOpen, select, actions],
  );
  const view = useRowsInView(rows, cards ? cardPx : rowPx, open);
  const { onEnd, total = rows.length } = props;
  const isAtEnd = view.last > rows.length - BEFORE_END;
  useEffect(() => {
    if (isAtEnd && rows.length > 0) onEnd?.();
  }, [isAtEnd, rows.length, onEnd]);
  const ids = selection?.ids ?? NO_ONE;
  const { current, focusOn } = useTableKeys<T>({
    rows,
    box,
    open,
    onOpen,
    onSelect: select && ((row) => select(row.id, !ids.has(row.id), false)),
    onSelectAll:
      selection &&
      (() =>
        selection.mark(
          rows.map(({ id }) => id),
          true,
        )),
    keys: props.keys,
    reveal: view.reveal,
  });
  const keptFocus = useKeptFocus(cards, focusOn);
  return (
    <div ref={box} className="panel" {...keptFocus}>
      <div role="table" aria-label={props.label} aria-rowcount={total + 1}>
        <TableHeader
          label={props.label}
          rows={rows}
          columns={columns}
          cards={cards}
          grid={parts.grid}
          sort={props.sort ?? null}
          onSort={model.sortBy}
          choices={model.choices}
          {...(selection && { selection })}
        />
        <div
          role="rowgroup"
          ref={view.body}
          className={classes('overflow-clip rounded-b-panel', cards && !selection && 'rounded-t-panel')}
          style={{ paddingTop: view.above, paddingBottom: view.below }}
        >
          {rows.slice(view.first, view.last).map((row, index) => (
            <TableRow
              key={row.id}
              row={row}
              index={view.first + index + 2}
              parts={parts}
              open={open === row.id}
              current={current === row.id}
              selected={ids.has(row.id)}
            />
          ))}
        </div>
      </div>
      {props.bulk}
      <Counts rows={total} selected={ids.size} />
    </div>
  );
}

/** So long the numbers rest before they are said: a bulk decision takes one row after the other. */
const SAID_AFTER_MS = 500;

/** Announces how many rows are left and selected, after a change. It says nothing when the list appears. */
function Counts(props: { rows: number; selected: number }) {
  const { rows, selected } = props;
  const known = useRef({ rows, selected });
  const [said, setSaid] = useState('');
  useEffect(() => {
    const before = known.current;
    if (before.rows === rows && before.selected === selected) return;
    const timer = setTimeout(() => {
      known.current = { rows, selected };
      setSaid(before.rows === rows ? `${wholeNumber(selected)} selected` : counted(rows, 'row'));
    }, SAID_AFTER_MS);
    return () => clearTimeout(timer);
  }, [rows, selected]);
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

/** The width of an element in px, before the first paint and after each change. 0: nothing is laid out. */
function useBoxWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    setWidth(element.clientWidth);
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

type Select = (id: string, selected: boolean, range: boolean) => void;

/** Selects a row, or (`range`) all from the one that was pressed before, as they are sorted now. Always the same function, for the memo of rows. */
function useRangeSelection(rows: readonly { id: string }[], selection: TableSelection | undefined): Select | undefined {
  const last = useRef<string | null>(null);
  const latest = useRef({ rows, selection });
  latest.current = { rows, selection };
  const select = useRef<Select>((id, selected, range) => {
    const ids = latest.current.rows.map((row) => row.id);
    const [from, to] = [ids.indexOf(last.current ?? ''), ids.indexOf(id)].toSorted((a, b) => a - b) as [number, number];
    latest.current.selection?.mark(range && from >= 0 ? ids.slice(from, to + 1) : [id], selected);
    last.current = id;
  });
  return selection && select.current;
}

/** Keeps the focus on the name of a row when the table becomes cards or a table again, since its rows are new. */
function useKeptFocus(cards: boolean, focusOn: (id: string) => void) {
  const focused = useRef<string | null>(null);
  const restore = useEffectEvent(() => {
    if (focused.current !== null && document.activeElement === document.body) focusOn(focused.current);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs when the rows are made new
  useEffect(() => restore(), [cards]);
  return {
    onFocus: ({ target }: FocusEvent): void => {
      focused.current = target.matches('[data-opens]')
        ? (target.closest<HTMLElement>('[data-row]')?.dataset.row ?? null)
        : null;
    },
    // React fires none for a row that it replaces
    onBlur: (): void => {
      focused.current = null;
    },
  };
}
