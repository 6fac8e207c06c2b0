import type { ReactNode } from 'react';
import type { TableRow } from '../../../events/shared/readTable.ts';
import { classes } from '../../lib/classes.ts';

const SHOWN_ROWS = 10;

/** The first rows of a list, each with its line in the file. `head`: what is above each column; `isTaken`: whether it is imported. */
export function SampleTable(props: {
  head: readonly ReactNode[];
  isTaken: (column: number) => boolean;
  rows: readonly TableRow[];
}) {
  const { head, isTaken } = props;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls sideways must be reachable by keyboard.
    <section className="panel shrink-0 overflow-x-auto" tabIndex={0} aria-label="Columns and first rows">
      <table className="w-full text-left text-small">
        <thead>
          <tr className="bg-sunken align-top">
            <th scope="col" className="px-2 py-2 font-normal text-ink-3 text-note">
              Line
            </th>
            {head.map((column, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns of a file may have the same header.
              <th key={index} scope="col" className="px-2 py-2 font-normal">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y border-t">
          {props.rows.slice(0, SHOWN_ROWS).map((row) => (
            <tr key={row.line}>
              <td className="px-2 py-1.5 text-ink-3 tabular-nums">{row.line}</td>
              {head.map((_column, index) => (
                <td
                  // biome-ignore lint/suspicious/noArrayIndexKey: cells have no name but their place.
                  key={index}
                  dir="auto"
                  className={classes(
                    'truncate px-2 py-1.5',
                    isTaken(index) ? 'max-w-56' : 'max-w-28 text-ink-3 sm:max-w-56',
                  )}
                >
                  {row.cells[index]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
