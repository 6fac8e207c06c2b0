import { stringify } from 'csv-stringify/sync';

/** A formula after another language's separator: it would begin a cell there. */
const LATER_FORMULA = /([;\t]["\s]*)(?=[=+\-@])/g;

/**
 * Rows as CSV that any spreadsheet may open: UTF-8, with formulas escaped by an apostrophe. `isFirst`: with a byte order mark and the header.
 */
export const csvOf = (rows: (unknown[] | object)[], columns: string[], isFirst = true): string =>
  stringify(rows, {
    ...{ header: isFirst, columns, bom: isFirst, escape_formulas: true },
    cast: { string: (text) => text.replaceAll(LATER_FORMULA, "$1'") },
  });
