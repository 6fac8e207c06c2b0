import { ApiError } from '../../lib/apiError.ts';
import { ConnectionLost } from '../../lib/connection.ts';

/** Whether a failure leaves open if the call was carried out all the same: no answer came, or the server broke down over it. */
export function outcomeUncertain(error: Error | null): boolean {
  if (error instanceof ConnectionLost) return !error.offline;
  return error !== null && (!(error instanceof ApiError) || error.status >= 500);
}
