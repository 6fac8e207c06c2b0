/**
 * ERASURES_FILE is kept outside of the backups and names the erased, one a line. A line has the tenant, the person as in the table vault.person_keys,
 * and the time (ISO 8601), with spaces between. Text after a # is ignored. `owner` means the whole tenant. A backup brings back a person who was
 * erased after it, key and all. A restore erases the people in the file again, except those who were added again later (their key is younger). A line
 * without a time holds forever. `as-listed` at its end: no person asked for that erasure, so it suppresses no address. A line is written before its
 * erasure. If the person was added again before that, the same line follows with `dropped` at its end. Neither is carried out.
 */
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { CannotStart } from '../installation/settings.ts';

export type Erasure = { tenant: string; person: string; at: string | null; asListed: boolean };

const PERSON = /^(owner|partner-[^.\s]+|search-url-[^.\s]+|suppression-[0-9a-f]{64})$/;
const AS_LISTED = 'as-listed';
const DROPPED = 'dropped';
/** Whether a person can be named there: everyone with a key, as personOf in events/shared/event.ts names them. */
export const isKnownPerson = (tenant: string, person: string): boolean =>
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
  const dropped = new Set<string>();
  const erasures = text.split('\n').flatMap((line, index): Erasure[] => {
    const [tenant, person, at = null, mark, ...more] = line.replace(/#.*/, '').trim().split(/\s+/);
    if (!tenant) return [];
    const dated = at === null || !Number.isNaN(Date.parse(at));
    const isKnownMark = mark === undefined || mark === AS_LISTED || mark === DROPPED;
    if (!person || !dated || !isKnownMark || more.length > 0 || !isKnownPerson(tenant, person)) {
      throw new CannotStart(
        `ERASURES_FILE ${file}, line ${index + 1}: write "tenant partner-id time" or another name of the table vault.person_keys. Nothing was changed.`,
      );
    }
    const erasure = { tenant, person, at, asListed: mark === AS_LISTED };
    if (mark !== DROPPED) return [erasure];
    dropped.add(nameOf(erasure));
    return [];
  });
  return erasures.filter((erasure) => !erasure.asListed || !dropped.has(nameOf(erasure)));
}

const nameOf = ({ tenant, person, at }: Omit<Erasure, 'asListed'>): string => `${tenant} ${person} ${at}`;

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

/** Checks that the file can be appended to, before an erasure is recorded. Unset (undefined): all is well. Throws ErasuresFileFailed. */
export function mustBeWritable(file: string | undefined): void {
  if (file !== undefined) append(file, '', false);
}

/** Appends to the file and waits for the disk. Unset (undefined): nothing is written. Throws ErasuresFileFailed. */
export function appendErasureLog(file: string | undefined, erasures: readonly Omit<Erasure, 'at'>[], at: Date): void {
  if (file === undefined || erasures.length === 0) return;
  const lines = erasures.map(({ tenant, person, asListed }) =>
    [tenant, person, at.toISOString(), ...(asListed ? [AS_LISTED] : [])].join(' '),
  );
  append(file, `${lines.join('\n')}\n`, true);
}

/**
 * If a partner was added again before an erasure by retention ran, this removes its lines since a moment (ISO 8601). Otherwise a restore would erase
 * them. The lines of one step have one time and follow each other. Throws ErasuresFileFailed, CannotStart.
 */
export function dropNoted(file: string | undefined, tenant: string, person: string, since: string): void {
  if (file === undefined || !existsSync(file)) return;
  const lines = readErasures(file);
  const own = (line: Erasure) =>
    line.tenant === tenant && line.person === person && line.asListed && line.at !== null && line.at >= since;
  const taken = lines.flatMap((line, index) => {
    if (!own(line)) return [];
    const after = lines.slice(index + 1);
    const end = after.findIndex((next) => next.at !== line.at || next.tenant !== tenant || isPartner(next));
    return [line, ...after.slice(0, end === -1 ? after.length : end)];
  });
  if (taken.length === 0) return;
  append(file, `${taken.map((line) => `${nameOf(line)} ${DROPPED}`).join('\n')}\n`, true);
}

const isPartner = ({ person }: Erasure): boolean => person.startsWith('partner-');

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
