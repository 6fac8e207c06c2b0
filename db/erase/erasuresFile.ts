/**
 * ERASURES_FILE is kept outside of the backups and names who was erased, a line each: the tenant and the person, as the table
 * vault.person_keys does, and when (ISO 8601), with spaces between; what follows a # is not read. `owner` stands for the whole tenant.
 * Whoever was erased after a backup comes back with it, key and all; a restore erases those whom the file names again, but not who was added
 * again after that (their key is younger). A line without a time holds for ever. `as-listed` at its end: nobody asked for that erasure, so
 * it puts no address on the list of those who get nothing more.
 */
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { CannotStart } from '../settings.ts';

export type Erasure = { tenant: string; person: string; at: string | null; asListed: boolean };

const PERSON = /^(owner|partner-[^.\s]+|search-url-[^.\s]+|suppression-[0-9a-f]{64})$/;
const AS_LISTED = 'as-listed';
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
    const [tenant, person, at = null, mark, ...more] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!tenant) return [];
    const dated = at === null || !Number.isNaN(Date.parse(at));
    const asListed = mark === AS_LISTED;
    if (!person || !dated || (mark !== undefined && !asListed) || more.length > 0 || !known(tenant, person)) {
      throw new CannotStart(
        `ERASURES_FILE ${file}, line ${index + 1}: write "tenant partner-id time" or another name of the table vault.person_keys. Nothing was changed.`,
      );
    }
    return [{ tenant, person, at, asListed }];
  });
}

/** The file cannot be written, so nothing is destroyed: a restore would bring the person back unnoticed. */
export class ErasuresFileFailed extends CannotStart {
  override name = 'ErasuresFileFailed';
  readonly code: string;
  /** `asked`: the erasure is on record, and the worker tries again. */
  constructor(file: string, code: string, asked: boolean) {
    const state = asked
      ? 'nothing more is erased until then, and what was asked for is carried out as soon as it can be written.'
      : 'nothing was erased, and nothing will be.';
    super(`ERASURES_FILE ${file} cannot be written (${code}). Correct it; ${state}`);
    this.code = code;
  }
}

/** Looks whether the file can be appended to, before an erasure is asked for. Unset (undefined): all is well. Throws ErasuresFileFailed. */
export function mustBeWritable(file: string | undefined): void {
  if (file !== undefined) append(file, '', false);
}

/** Appends to the file and waits for the disk. Unset (undefined): nothing is written. Throws ErasuresFileFailed. */
export function noteErasures(file: string | undefined, erasures: readonly Omit<Erasure, 'at'>[], at: Date): void {
  if (file === undefined || erasures.length === 0) return;
  const lines = erasures.map(({ tenant, person, asListed }) =>
    [tenant, person, at.toISOString(), ...(asListed ? [AS_LISTED] : [])].join(' '),
  );
  append(file, `${lines.join('\n')}\n`, true);
}

function append(file: string, text: string, asked: boolean): void {
  try {
    const handle = openSync(file, 'a', 0o600);
    try {
      if (text !== '') writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch (error) {
    throw new ErasuresFileFailed(file, (error as NodeJS.ErrnoException).code ?? 'unknown', asked);
  }
}
