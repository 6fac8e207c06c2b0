import { useEffect, useRef } from 'react';
import type { PeopleColumn } from '../../../events/partners/listColumns.ts';
import { mayRepeat } from '../../../events/partners/readPeople.ts';
import type { Table } from '../../../events/shared/readTable.ts';
import { Select } from '../../components/ui/Select.tsx';
import { counted } from '../../lib/numbers.ts';
import { IMPORT_COLUMNS } from './importFields.ts';
import { SampleTable } from './SampleTable.tsx';

const IGNORE = 'ignore';

/** The first rows of the list under what each column means; the guesses can be changed. */
export function ImportColumns(props: {
  table: Table;
  columns: readonly (PeopleColumn | null)[];
  onChange: (columns: (PeopleColumn | null)[]) => void;
}) {
  const { table, columns } = props;
  const summary = useRef<HTMLParagraphElement>(null);
  // the button that brought the list is gone, and the keyboard goes on here
  useEffect(() => {
    summary.current?.focus();
  }, []);
  const give = (index: number, value: string): void => {
    const column = IMPORT_COLUMNS.find((known) => known.column === value)?.column ?? null;
    // most have one column: the former one is left out from now on
    const isOnly = column !== null && !mayRepeat(column);
    props.onChange(columns.map((before, at) => (at === index ? column : isOnly && before === column ? null : before)));
  };
  return (
    <div>
      <p ref={summary} tabIndex={-1} className="mb-2 text-small text-ink-2 outline-none">
        {counted(table.rows.length, 'row')}. Check what each column means; columns that are left out are not imported.
      </p>
      <SampleTable
        rows={table.rows}
        isTaken={(index) => Boolean(columns[index])}
        head={table.headers.map((header, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same header.
          <div key={index} className="min-w-36 max-w-56">
            <span dir="auto" className="mb-1 block truncate text-ink-3 text-note">
              {header || `Column ${index + 1}`}
            </span>
            <Select
              label={`Meaning of ${header || `column ${index + 1}`}`}
              value={columns[index] ?? IGNORE}
              onChange={(value) => give(index, value)}
              options={[
                { value: IGNORE, label: 'Leave out' },
                ...IMPORT_COLUMNS.map(({ column, label }) => ({ value: column, label })),
              ]}
            />
          </div>
        ))}
      />
      {table.above.length > 0 && (
        <p className="mt-2 text-ink-3 text-note">
          {counted(table.above.length, 'line')} above the headers {table.above.length === 1 ? 'is' : 'are'} left out.
        </p>
      )}
    </div>
  );
}
