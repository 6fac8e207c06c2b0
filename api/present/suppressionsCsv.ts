import type { SuppressionView } from '../views.ts';
import { csvOf } from './csv.ts';

export const suppressionsCsv = (rows: readonly SuppressionView[]): string =>
  csvOf(
    rows.map(({ email, reason, source, since }) => [email ?? 'erased', reason, source, since]),
    ['email', 'reason', 'source', 'since'],
  );
