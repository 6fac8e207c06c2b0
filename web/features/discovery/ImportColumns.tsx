import { useEffect, useRef } from 'react';
import type { ImportField } from '../../../events/partners/partnersInput.ts';
import { Select } from '../../components/ui/Select.tsx';
import { counted } from '../../lib/numbers.ts';
import { IMPORT_FIELDS } from './importFields.ts';
import type { CsvTable } from './readCsv.ts';

const SHOWN_ROWS = 5;
const IGNORE = 'ignore';

/** The first rows of the list under what each column means; the guesses can be changed. */
export function ImportColumns(props: {
  table: CsvTable;
  columns: readonly (ImportField | null)[];
  onChange: (columns: (ImportField | null)[]) => void;
}) {
  const { table, columns } = props;
  const summary = useRef<HTMLParagraphElement>(null);
  // the button that brought the list is gone, and the keyboard goes on here
  useEffect(() => {
    summary.current?.focus();
  }, []);
  const give = (index: number, value: string): void => {
    const field = IMPORT_FIELDS.find((known) => known.field === value)?.field ?? null;
    // A field has one column: its former column is ignored from now on.
    props.onChange(columns.map((before, at) => (at === index ? field : before === field ? null : before)));
  };
  return (
    <div>
      <p ref={summary} tabIndex={-1} className="mb-2 text-small text-ink-2 outline-none">
        {counted(table.rows.length, 'row')}. Check what each column means; columns that are left out are not imported.
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard. */}
      <section className="panel overflow-x-auto" tabIndex={0} aria-label="Columns and first rows">
        <table className="w-full text-left text-small">
          <thead>
            <tr className="bg-sunken align-top">
              <th scope="col" className="px-2 py-2 font-normal text-ink-3 text-note">
                Line
              </th>
              {table.headers.map((header, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same header.
                <th key={index} scope="col" className="min-w-36 px-2 py-2 font-normal">
                  <span className="mb-1 block truncate text-ink-3 text-note">{header || `Column ${index + 1}`}</span>
                  <Select
                    label={`Meaning of ${header || `column ${index + 1}`}`}
                    value={columns[index] ?? IGNORE}
                    onChange={(value) => give(index, value)}
                    options={[
                      { value: IGNORE, label: 'Leave out' },
                      ...IMPORT_FIELDS.map(({ field, label }) => ({ value: field, label })),
                    ]}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="divide-y border-t">
            {table.rows.slice(0, SHOWN_ROWS).map((row) => (
              <tr key={row.line}>
                <td className="px-2 py-1.5 text-ink-3 tabular-nums">{row.line}</td>
                {table.headers.map((_header, index) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place.
                  <td key={index} className="max-w-56 truncate px-2 py-1.5">
                    {row.cells[index]}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  );
}
