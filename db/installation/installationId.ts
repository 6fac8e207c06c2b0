import type { Sql, Tx } from '../connection/connect.ts';

/** The installation of a database: the hash of its first event, also in every copy of it. '' before that. */
export async function installationId(sql: Sql | Tx): Promise<string> {
  const [row] = await sql<{ installation: string | null }[]>`select installation from log.high_water()`;
  return row?.installation ?? '';
}
