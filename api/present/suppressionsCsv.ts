import { stringify } from 'csv-stringify/sync';
import type { SuppressionView } from '../views.ts';

/** The list as CSV: UTF-8 with a byte order mark, safe to open in a spreadsheet (formulas are escaped). */
export const suppressionsCsv = (rows: readonly SuppressionView[]): string =>
  stringify(
    rows.map(({ email, reason, source, since }) => [email ?? 'erased', reason, source, since]),
    { header: true, columns: ['email', 'reason', 'source', 'since'], bom: true, escape_formulas: true },
  );
