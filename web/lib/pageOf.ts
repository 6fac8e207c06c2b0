import type { ClientResponse } from 'hono/client';
import { trackConnection } from './connection.ts';
import type { Total } from './total.ts';

export type RowPage<Row> = Total & { rows: Row[]; next: string | null };

/** A page of a list that is a bare array. What is left out is in the headers of the answer. */
export async function pageOf<Row>(response: Promise<ClientResponse<unknown>>): Promise<RowPage<Row>> {
  const answer = await response;
  const rows = (await trackConnection(answer.json())) as Row[];
  const link = /<([^>]*)>; rel="next"/.exec(answer.headers.get('Link') ?? '')?.[1];
  const total = answer.headers.get('X-Total-Count') ?? String(rows.length);
  return {
    rows,
    next: link === undefined ? null : new URLSearchParams(link.split('?')[1]).get('after'),
    total: Number.parseInt(total, 10),
    exact: !total.endsWith('+'),
  };
}
