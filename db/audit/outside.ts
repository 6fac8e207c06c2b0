/** The files outside of the database that may know more than it does, for the commands of an operator. */
import { objectionOfErasures } from '../erase/lackingErasure.ts';
import { readSettings, settings } from '../installation/settings.ts';
import { type Objection, objectionOfSeal } from '../seal/sealFile.ts';
import { defaultSealFile, type SealHome } from '../seal/sealPlace.ts';
import { firstSigningKey } from '../seal/signingKey.ts';
import type { Store } from '../store.ts';

/** SEAL_FILE, or where the seal is kept without it; null: there is no place for it. */
export async function sealFileOf(
  { sql, master }: Pick<Store, 'sql' | 'master'>,
  home: SealHome,
): Promise<string | null> {
  const { SEAL_FILE } = readSettings({ SEAL_FILE: settings.SEAL_FILE });
  return SEAL_FILE ?? defaultSealFile(await firstSigningKey(sql, master), home);
}

/** The objections of SEAL_FILE and ERASURES_FILE to this database. */
export async function objections({ sql, master }: Store, sealFile: string | null): Promise<Objection[]> {
  const { ERASURES_FILE } = readSettings({ ERASURES_FILE: settings.ERASURES_FILE });
  const all = [
    sealFile === null ? null : await objectionOfSeal(sql, master, sealFile),
    await objectionOfErasures(sql, ERASURES_FILE),
  ];
  return all.filter((objection) => objection !== null);
}
