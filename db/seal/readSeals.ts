import type { Sql, Tx } from '../connection/connect.ts';
import type { LeafPosition } from './leaves.ts';

/** A seal: its tree has the `size` first events of the log, and ends at this place. `sealedAt` is ISO 8601 with microseconds. */
export type Seal = LeafPosition & { number: number; size: number; sealedAt: string; note: string };

type SealRow = Omit<Seal, 'number' | 'size'> & { number: string; size: string };

const read = ({ number, size, ...seal }: SealRow): Seal => ({ ...seal, number: Number(number), size: Number(size) });

const columns = (sql: Sql | Tx) => sql`
  s.number, s.size, s.epoch, s.tx::text as tx, s.position::text as position, s.note,
  to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"`;

export async function newestSeal(sql: Sql | Tx): Promise<Seal | null> {
  const [row] = await sql<SealRow[]>`select ${columns(sql)} from log.seals s order by s.number desc limit 1`;
  return row ? read(row) : null;
}

export async function sealOfSize(sql: Sql | Tx, size: number): Promise<Seal | null> {
  const [row] = await sql<SealRow[]>`select ${columns(sql)} from log.seals s where s.size = ${String(size)}::bigint`;
  return row ? read(row) : null;
}

/** The seals after a number, in their order. */
export async function sealsAfter(sql: Sql | Tx, number: number, limit: number): Promise<Seal[]> {
  const rows = await sql<SealRow[]>`
    select ${columns(sql)} from log.seals s where s.number > ${String(number)}::bigint order by s.number limit ${limit}`;
  return rows.map(read);
}
