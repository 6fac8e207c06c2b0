import type { WitnessTrouble } from '../../events/history/witnessTrouble.ts';
import type { Sql } from '../connection/connect.ts';
import { openCheckpoint } from './checkpoint.ts';
import { consistencyProof } from './merkle.ts';
import { type NoteKey, parseNote, signedBy, verifierKey } from './note.ts';
import { newestSeal } from './readSeals.ts';
import { treeNodes } from './treeNodes.ts';

/** Another machine that cosigns our checkpoints (c2sp.org/tlog-witness). */
export type Witness = { url: string; key: NoteKey };
/** null: it has not answered. */
export type PostCheckpoint = (url: string, body: string) => Promise<{ status: number; body: string } | null>;

/** The operator's mailbox among the witnesses. It signs nothing. */
const MAILED = 'mail';

async function ask(
  sql: Sql,
  { url, key }: Witness,
  note: string,
  seen: number,
  post: PostCheckpoint,
): Promise<Date | WitnessTrouble> {
  const body = parseNote(note)?.body ?? '';
  const size = openCheckpoint(note)?.size ?? 0;
  // a witness that knows another size says which
  for (let old = seen, tries = 0; tries < 2; tries += 1) {
    if (old > size) return 'ahead';
    const proof = old === 0 ? [] : await consistencyProof(treeNodes(sql), old, size);
    const lines = proof.map((hash) => `${hash.toString('base64')}\n`).join('');
    const answer = await post(url, `old ${old}\n${lines}\n${note}`);
    if (!answer) return 'silent';
    if (answer.status === 409 && /^\d{1,15}\n$/.test(answer.body)) {
      old = Number(answer.body);
      continue;
    }
    if (answer.status === 422) return 'differs';
    if (answer.status !== 200) return 'refused';
    const cosigned = parseNote(`${body}\n${answer.body}`);
    const time = cosigned && signedBy(cosigned, key);
    return time ? new Date(Number(time) * 1000) : 'unproved';
  }
  return 'refused';
}

/** Has a witness cosign the newest checkpoint, unless it did. `sql`: the worker's. */
export async function askWitness(sql: Sql, witness: Witness, post: PostCheckpoint): Promise<void> {
  const seal = await newestSeal(sql);
  const key = verifierKey(witness.key);
  const [known] = await sql<{ size: string; trouble: string | null }[]>`
    select size, trouble from log.witnesses where key = ${key}`;
  const seen = Number(known?.size ?? 0);
  if (!seal || (seen === seal.size && known?.trouble === null)) return;
  const answer = await ask(sql, witness, seal.note, Math.min(seen, seal.size), post);
  if (typeof answer === 'string')
    await sql`
      insert into log.witnesses (key, trouble) values (${key}, ${answer})
      on conflict (key) do update set trouble = excluded.trouble`;
  else
    await sql`
      insert into log.witnesses (key, size, seen_at) values (${key}, ${String(seal.size)}::bigint, ${answer})
      on conflict (key) do update set size = excluded.size, seen_at = excluded.seen_at, trouble = null`;
}

/** Health counts those that are set. */
export async function forgetOtherWitnesses(sql: Sql, witnesses: readonly Witness[]): Promise<void> {
  await sql`delete from log.witnesses where key <> all (${[MAILED, ...witnesses.map(({ key }) => verifierKey(key))]}::text[])`;
}

/** Whether the checkpoint of that size is to be mailed now, by this caller alone: one a day (UTC), and none twice. */
export async function claimMailedCheckpoint(sql: Sql, size: number): Promise<boolean> {
  const claimed = await sql`
    insert into log.witnesses (key, size, seen_at) values (${MAILED}, ${String(size)}::bigint, clock_timestamp())
    on conflict (key) do update set size = excluded.size, seen_at = excluded.seen_at
    where witnesses.seen_at is null
      or ((witnesses.seen_at at time zone 'UTC')::date < (clock_timestamp() at time zone 'UTC')::date and witnesses.size < excluded.size)
    returning 1`;
  return claimed.length > 0;
}

/** After an email that did not leave. */
export async function releaseMailedCheckpoint(sql: Sql): Promise<void> {
  await sql`update log.witnesses set seen_at = null where key = ${MAILED}`;
}
