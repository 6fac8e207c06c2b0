import type { Sql, Tx } from '../connection/connect.ts';
import { parseCheckpoint } from './checkpoint.ts';
import { isConsistent } from './merkle.ts';
import { cosignatureLine, type NoteKey, type NoteSigner, parseNote, signedBy } from './note.ts';

/** What the witness answers: the status and the body of c2sp.org/tlog-witness. */
export type WitnessAnswer = { status: 200 | 400 | 403 | 404 | 409 | 422; body: string };

const REQUEST = /^old (0|[1-9]\d{0,14})\n((?:[A-Za-z0-9+/]{43}=\n){0,63})\n([\s\S]+)$/;

const refused = (status: 400 | 403 | 404 | 422, why: string): WitnessAnswer => ({ status, body: `${why}\n` });

/** The newest checkpoint that was cosigned of a log; it is locked until the end of the transaction. */
async function lastOf(tx: Tx, origin: string): Promise<{ size: number; root: Buffer }> {
  await tx`insert into log.witnessed (origin) values (${origin}) on conflict do nothing`;
  const [row] = await tx<{ size: string; root: Buffer }[]>`
    select size, root from log.witnessed where origin = ${origin} for update`;
  return { size: Number(row?.size ?? 0), root: row?.root ?? Buffer.alloc(0) };
}

/** Cosigns a checkpoint of one of `logs` if it begins with the tree that was cosigned before. `sql`: the API's. */
export async function addCheckpoint(
  sql: Sql,
  { witness, logs, now }: { witness: NoteSigner; logs: readonly NoteKey[]; now: Date },
  request: string,
): Promise<WitnessAnswer> {
  const [, oldSize = '', lines = '', text = ''] = REQUEST.exec(request) ?? [];
  const note = parseNote(text);
  const checkpoint = note && parseCheckpoint(note.body);
  if (!note || !checkpoint) return refused(400, 'This is not a request of c2sp.org/tlog-witness.');
  const keys = logs.filter(({ name }) => name === checkpoint.origin);
  if (keys.length === 0) return refused(404, 'This log is not in WITNESSED_LOGS.');
  if (!keys.some((key) => signedBy(note, key) !== null))
    return refused(403, 'No signature by a key of this log holds.');
  const old = Number(oldSize);
  if (old > checkpoint.size) return refused(400, 'The old size is larger than the size.');
  const proof = lines
    .split('\n')
    .slice(0, -1)
    .map((line) => Buffer.from(line, 'base64'));
  const answer = await sql.begin(async (tx): Promise<WitnessAnswer> => {
    const last = await lastOf(tx, checkpoint.origin);
    if (last.size !== old) return { status: 409, body: `${last.size}\n` };
    if (!isConsistent(last, checkpoint, proof))
      return refused(422, 'The tree does not begin with the one of the old size.');
    await tx`
      update log.witnessed set size = ${String(checkpoint.size)}::bigint, root = ${checkpoint.root}, seen_at = ${now}
      where origin = ${checkpoint.origin}`;
    return { status: 200, body: cosignatureLine(note.body, witness, BigInt(Math.floor(now.getTime() / 1000))) };
  });
  return answer as WitnessAnswer;
}
