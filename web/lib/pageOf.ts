import type { ClientResponse } from 'hono/client';
import { trackConnection } from './connection.ts';
import { nextOf } from './query.ts';
import type { Total } from './total.ts';

export type RowPage<Row> = Total & { rows: Row[]; next: string | null };

/** A page of a list that is a bare array. What is left out is in the headers of the answer. */
export async function pageOf<Row>(response: Promise<ClientResponse<unknown>>): Promise<RowPage<Row>> {
  const answer = await response;
  const rows = (await trackConnection(answer.json())) as Row[];
  const total = answer.headers.get('X-Total-Count') ?? String(rows.length);
  return {
    rows,
    next: nextOf(answer),
    total: Number.parseInt(total, 10),
    exact: !total.endsWith('+'),
  };
}
