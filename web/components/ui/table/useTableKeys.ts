import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type ShortcutActs, type ShortcutId, useShortcuts } from '../../../lib/shortcuts.ts';

/** A key's action, mostly on the current row. true: the next row becomes current. */
export type RowKeys<T> = Readonly<Partial<Record<ShortcutId, (row: T | undefined) => boolean>>>;

type Props<T> = {
  rows: readonly T[];
  box: React.RefObject<HTMLElement | null>;
  open: string | null;
  onOpen: ((id: string) => void) | undefined;
  onSelect: ((row: T) => void) | undefined;
  onSelectAll: (() => void) | undefined;
  keys: RowKeys<T> | undefined;
  reveal: (index: number) => void;
};

/** J and K go from row to row, V opens one, X selects one and Mod+A all. The screen's keys act on the current row. */
export function useTableKeys<T extends { id: string }>(props: Props<T>) {
  const { rows, box, keys } = props;
  const [current, setCurrent] = useState<string | null>(null);
  // one row is marked: the one that is open
  if (props.open !== null && props.open !== current) setCurrent(props.open);
  const wanted = useRef<string | null>(null);
  const focusWanted = useEffectEvent(() => {
    if (wanted.current === null) return;
    const row = rowElement(box.current, wanted.current);
    const opens = row?.querySelector<HTMLElement>('[data-opens]');
    if (!row || !opens) return;
    wanted.current = null;
    opens.focus({ preventScroll: true });
    row.scrollIntoView({ block: 'nearest' });
  });
  // rows that were out of view are drawn a moment after they were scrolled to
  useEffect(() => focusWanted());

  const placeOfCurrent = (): number => {
    const focused = document.activeElement?.closest<HTMLElement>('[data-row]');
    const at = (focused && box.current?.contains(focused) ? focused.dataset.row : undefined) ?? props.open ?? current;
    return rows.findIndex(({ id }) => id === at);
  };
  /** Scrolls to a row, and puts the focus on its name. */
  const focusOn = (id: string): void => {
    const place = rows.findIndex((row) => row.id === id);
    if (place < 0) return;
    wanted.current = id;
    props.reveal(place);
    focusWanted();
  };
  const go = (to: number): void => {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (!row) return;
    setCurrent(row.id);
    if (props.open !== null && props.open !== row.id) props.onOpen?.(row.id);
    focusOn(row.id);
  };
  const actions = Object.entries(keys ?? {}).map(([id, act]) => [
    id,
    () => {
      const place = placeOfCurrent();
      if (act(rows[place])) go(place + 1 < rows.length ? place + 1 : place - 1);
    },
  ]);
  const moves: ShortcutActs = {
    next: () => go(placeOfCurrent() + 1),
    previous: () => go(Math.max(0, placeOfCurrent() - 1)),
    select: () => {
      const row = rows[placeOfCurrent()];
      if (row) props.onSelect?.(row);
    },
    ...(props.onSelectAll && { selectAll: props.onSelectAll }),
  };
  const details = (): void => {
    const row = rows[placeOfCurrent()];
    if (row) props.onOpen?.(row.id);
  };
  useShortcuts({ ...(props.onOpen && { details }), ...(keys && { ...moves, ...Object.fromEntries(actions) }) });
  return { current, focusOn };
}

const rowElement = (box: HTMLElement | null, id: string) =>
  box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
