/**
 * ERASURES_FILE is kept outside of the backups and names who was erased, a line each: the tenant and the person, as the table
 * vault.person_keys does, and when (ISO 8601), with spaces between; what follows a # is not read. `owner` stands for the whole tenant.
 * Whoever was erased after a backup comes back with it, key and all; a restore erases those whom the file names again, but not who was added
 * again after that (their key is younger). A line without a time holds for ever.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { CannotStart } from '../settings.ts';

export type Erasure = { tenant: string; person: string; at: string | null };

const PERSON = /^(owner|partner-[^.\s]+|search-url-[^.\s]+|suppression-[0-9a-f]{64})$/;
const known = (tenant: string, person: string): boolean =>
  tenant === 'system' ? /^user-\S+$/.test(person) : PERSON.test(person);

/** Reads the file. Throws CannotStart at a line that cannot be carried out, so that nothing is done without it. */
export function readErasures(file: string): Erasure[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    throw new CannotStart(`ERASURES_FILE ${file} cannot be read (${code}). Correct it; nothing was changed.`);
  }
  return text.split('\n').flatMap((line, index): Erasure[] => {
    const [tenant, person, at = null, ...more] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!tenant) return [];
    const dated = at === null || !Number.isNaN(Date.parse(at));
    if (!person || !dated || more.length > 0 || !known(tenant, person)) {
      throw new CannotStart(
        `ERASURES_FILE ${file}, line ${index + 1}: write "tenant partner-id time" or another name of the table vault.person_keys. Nothing was changed.`,
      );
    }
    return [{ tenant, person, at }];
  });
}

/** The file could not be written, so nothing was destroyed: a restore would bring the person back unnoticed. */
export class ErasuresFileFailed extends CannotStart {
  override name = 'ErasuresFileFailed';
  readonly code: string;
  constructor(file: string, code: string) {
    super(`ERASURES_FILE ${file} cannot be written (${code}). Correct it; nothing was erased.`);
    this.code = code;
  }
}

/** Appends to the file and waits for the disk. Unset (undefined): nothing is written. Throws ErasuresFileFailed. */
export function noteErasures(
  file: string | undefined,
  erasures: readonly Pick<Erasure, 'tenant' | 'person'>[],
  at: Date,
): void {
  if (file === undefined || erasures.length === 0) return;
  try {
    const handle = openSync(file, 'a', 0o600);
    try {
      writeSync(handle, erasures.map(({ tenant, person }) => `${tenant} ${person} ${at.toISOString()}\n`).join(''));
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new ErasuresFileFailed(file, (error as NodeJS.ErrnoException).code ?? 'unknown');
  }
}
