import { existsSync } from 'node:fs';
import type { Sql } from '../connection/connect.ts';
import { freezeOnce } from '../installation/freeze.ts';
import { CannotStart } from '../installation/settings.ts';
import type { Objection } from '../seal/sealFile.ts';
import { type Erasure, readErasures } from './erasuresFile.ts';

/**
 * Checks this database against ERASURES_FILE. An erasure that is missing here means that the database is older. `sql`: the worker's or the owner's.
 */
export async function objectionOfErasures(sql: Sql, file: string | undefined): Promise<Objection | null> {
  if (file === undefined || !existsSync(file)) return null;
  let lines: Erasure[];
  try {
    lines = readErasures(file);
  } catch (error) {
    if (!(error instanceof CannotStart)) throw error;
    return {
      cause: 'unreadable_erasures',
      text: error.message.replace(/ Nothing was changed\.$|; nothing was changed\.$/, '.'),
    };
  }
  // a line without a time only instructs a restore; erased entries of the suppression list are not in the file
  const dated = lines.filter(
    ({ person, at, asListed }) => at !== null && !(asListed && person.startsWith('suppression-')),
  );
  if (dated.length === 0) return null;
  const [row] = await sql<{ first: number | null }[]>`
    select log.lacking_erasure(${dated.map(({ tenant }) => tenant)}::text[], ${dated.map(({ person }) => person)}::text[],
      ${dated.map(({ at }) => at as string)}::text[]::timestamptz[]) as first`;
  const lacking = row?.first ? dated[row.first - 1] : undefined;
  if (!lacking) return null;
  const { tenant, person, at } = lacking;
  return {
    cause: 'behind_erasures',
    text:
      `ERASURES_FILE ${file} names an erasure (${tenant} ${person} ${at}) that this database does not have: it was restored from an older ` +
      `copy, or the file belongs to another installation. After a restore, run npm run audit -- erase file ${file} first.`,
  };
}

/** Freezes sending when ERASURES_FILE shows that the database is an older copy. `sql`: the worker's or the owner's. */
export async function freezeByErasures(sql: Sql, file: string | undefined, say: (line: string) => void): Promise<void> {
  const objection = await objectionOfErasures(sql, file);
  if (!objection?.cause) return;
  const frozen = await freezeOnce(sql, objection.cause, objection.text);
  say(frozen ? `${objection.text} Sending is frozen.` : objection.text);
}
