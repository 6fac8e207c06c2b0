import { useEffect, useEffectEvent, useRef, useState } from 'react';

/** What a key does, mostly to the current row; true: the next row becomes the current one. */
export type RowKeys<T> = Readonly<Record<string, (row: T | undefined) => boolean>>;

const TYPING = 'input:not([type=checkbox]), textarea, select, [contenteditable=true]';
const OVER = '[role=dialog], [role=alertdialog], [role=menu]';

type Props<T> = {
  rows: readonly T[];
  box: React.RefObject<HTMLElement | null>;
  open: string | null;
  onOpen: ((id: string) => void) | undefined;
  onSelect: ((row: T) => void) | undefined;
  keys: RowKeys<T> | undefined;
  reveal: (index: number) => void;
};

/** j and k go from row to row, x selects, and the keys of the screen act on the row that is current. Where nothing is typed and no dialog is open. */
export function useTableKeys<T extends { id: string }>(props: Props<T>): string | null {
  const { rows, box, keys } = props;
  const [current, setCurrent] = useState<string | null>(null);
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
  const go = (to: number): void => {
    const row = rows[Math.min(Math.max(to, 0), rows.length - 1)];
    if (!row) return;
    wanted.current = row.id;
    setCurrent(row.id);
    props.reveal(rows.indexOf(row));
    if (props.open !== null && props.open !== row.id) props.onOpen?.(row.id);
    focusWanted();
  };
  const onKey = useEffectEvent((event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    const { target } = event;
    if ((target instanceof Element && target.closest(TYPING)) || document.querySelector(OVER)) return;
    const place = placeOfCurrent();
    if (event.key === 'j' || event.key === 'k') {
      event.preventDefault();
      go(place + (event.key === 'j' ? 1 : place < 0 ? 1 : -1));
      return;
    }
    const row = rows[place];
    if (event.key === 'x' && row) props.onSelect?.(row);
    else if (keys && Object.hasOwn(keys, event.key)) {
      event.preventDefault();
      if (keys[event.key]?.(row)) go(place + 1 < rows.length ? place + 1 : place - 1);
    }
  });
  const listens = keys !== undefined;
  useEffect(() => {
    if (!listens) return undefined;
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [listens]);
  return current;
}

const rowElement = (box: HTMLElement | null, id: string) =>
  box?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`);
