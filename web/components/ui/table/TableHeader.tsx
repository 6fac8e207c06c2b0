import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';
import type { CSSProperties } from 'react';
import { classes } from '../../../lib/classes.ts';
import { Checkbox } from '../Checkbox.tsx';
import { Popover } from '../Popover.tsx';
import type { TableColumn, TableSelection, TableSort } from './columns.ts';

type Props<T> = {
  label: string;
  rows: readonly T[];
  columns: readonly TableColumn<T>[];
  cards: boolean;
  grid: CSSProperties;
  /** Null: sorted by none of the columns. */
  sort: TableSort | null;
  onSort: (column: TableColumn<T>) => void;
  choices: readonly { id: string; header: string; shown: boolean; toggle: () => void }[];
  selection?: TableSelection;
};

const BAR = 'h-8 gap-x-3 rounded-t-panel bg-surface px-4 text-ink-3 text-note';

/** The names of the columns, which sort; the checkbox for all rows; the choice of columns. On a phone only the checkbox. */
export function TableHeader<T extends { id: string }>(props: Props<T>) {
  const { columns, rows, selection } = props;
  const noRoom = props.choices
    .filter(({ id, shown }) => shown && !columns.some((column) => column.id === id))
    .map(({ header }) => header);
  if (props.cards) {
    if (!selection) return null;
    return (
      <div role="rowgroup">
        <div role="row" aria-rowindex={1} className={classes(BAR, 'flex items-center')}>
          <div role="columnheader">
            <SelectAll rows={rows} selection={selection} worded />
          </div>
        </div>
      </div>
    );
  }
  return (
    <div role="rowgroup" className="sticky top-0 z-5 max-md:top-14">
      <div
        role="row"
        aria-rowindex={1}
        style={props.grid}
        className={classes(BAR, 'grid items-center border-line border-b')}
      >
        {selection && (
          <div role="columnheader" className="flex">
            <SelectAll rows={rows} selection={selection} />
          </div>
        )}
        {columns.map((column) => (
          <HeaderCell key={column.id} column={column} sort={props.sort} onSort={props.onSort} />
        ))}
        <div role="columnheader" className="-mr-2 justify-self-end">
          {props.choices.length > 0 && (
            <Popover
              label={`Columns of ${props.label}`}
              align="end"
              className="flex w-44 flex-col gap-2.5 p-3 text-ink text-small"
              button={{
                variant: 'ghost',
                size: 'tiny',
                'aria-label': `Choose columns of ${props.label}`,
                children: <Columns3 aria-hidden />,
              }}
            >
              {() => (
                <>
                  {props.choices.map((choice) => (
                    <Checkbox key={choice.id} label={choice.header} checked={choice.shown} onChange={choice.toggle} />
                  ))}
                  {noRoom.length > 0 && (
                    <p role="status" className="text-ink-3 text-note">
                      No room for {noRoom.join(', ')}. Hide another column or widen the window.
                    </p>
                  )}
                </>
              )}
            </Popover>
          )}
        </div>
      </div>
    </div>
  );
}

function HeaderCell<T>(props: {
  column: TableColumn<T>;
  sort: TableSort | null;
  onSort: (column: TableColumn<T>) => void;
}) {
  const { column, sort } = props;
  const sorted = sort?.id === column.id;
  const Arrow = sort?.desc ? ArrowDown : ArrowUp;
  const right = column.align === 'right';
  return (
    <div
      role="columnheader"
      aria-sort={sorted ? (sort?.desc ? 'descending' : 'ascending') : column.value && 'none'}
      className={classes('flex min-w-0', right && 'justify-end')}
    >
      {column.value ? (
        <button
          type="button"
          onClick={() => props.onSort(column)}
          className={classes(
            'flex min-w-0 items-center gap-1 rounded-tag font-medium hover:text-ink',
            sorted && 'text-ink',
            right && 'flex-row-reverse',
          )}
        >
          <span className="truncate">{column.header}</span>
          <Arrow aria-hidden className={classes('size-3 shrink-0', !sorted && 'hidden')} />
        </button>
      ) : (
        <span className="truncate font-medium">{column.header}</span>
      )}
    </div>
  );
}

/** The checkbox of all rows in view; `worded`: with its label beside it. */
function SelectAll(props: { rows: readonly { id: string }[]; selection: TableSelection; worded?: boolean }) {
  const { rows, selection } = props;
  const selected = rows.filter(({ id }) => selection.ids.has(id)).length;
  const all = rows.length > 0 && selected === rows.length;
  return (
    <Checkbox
      label="Select All Visible"
      hideLabel={!props.worded}
      checked={all}
      mixed={selected > 0 && !all}
      onChange={(checked) =>
        selection.mark(
          rows.map(({ id }) => id),
          checked,
        )
      }
    />
  );
}
