import type { Sql, Tx } from '../connection/connect.ts';
import type { Seal } from './seal.ts';

type SealRow = Omit<Seal, 'number'> & { number: string };

const read = ({ number, ...seal }: SealRow): Seal => ({ number: Number(number), ...seal });

const columns = (sql: Sql | Tx) => sql`
  s.number, s.epoch, s.tx::text as tx, s.position::text as position, s.events, encode(s.root, 'hex') as root,
  encode(s.previous, 'hex') as previous, encode(s.signature, 'hex') as signature,
  to_char(s.sealed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "sealedAt"`;

export async function newestSeal(sql: Sql | Tx): Promise<Seal | null> {
  const [row] = await sql<SealRow[]>`select ${columns(sql)} from log.seals s order by s.number desc limit 1`;
  return row ? read(row) : null;
}

export async function sealNumbered(sql: Sql | Tx, number: number): Promise<Seal | null> {
  const [row] = await sql<
    SealRow[]
  >`select ${columns(sql)} from log.seals s where s.number = ${String(number)}::bigint`;
  return row ? read(row) : null;
}

/** The seals after a number, in their order. */
export async function sealsAfter(sql: Sql | Tx, number: number, limit: number): Promise<Seal[]> {
  const rows = await sql<SealRow[]>`
    select ${columns(sql)} from log.seals s where s.number > ${String(number)}::bigint order by s.number limit ${limit}`;
  return rows.map(read);
}
