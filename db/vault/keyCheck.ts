import type { Sql, Tx } from '../connection/connect.ts';
import { CannotStart, SettingsError } from '../installation/settings.ts';
import { keyProof, type MasterKey } from './masterKey.ts';

type KeyCheck = { proof: Buffer; old: Buffer | null; rotating: boolean };

/** The keys that wrap the vault, as the database knows them. null: it has none yet. */
export async function readKeyCheck(sql: Sql | Tx): Promise<KeyCheck | null> {
  const [row] = await sql<KeyCheck[]>`select proof, old_proof as old, rotating from vault.key_check`;
  return row ?? null;
}

export const isProof = (key: MasterKey | null, proof: Buffer | null): boolean =>
  key !== null && proof !== null && keyProof(key).equals(proof);

/** Throws CannotStart unless these keys open the whole vault. */
export async function assertOpensVault(sql: Sql | Tx, key: MasterKey): Promise<void> {
  const check = await readKeyCheck(sql);
  if (!check) throw new CannotStart('The database is not set up. Run the migration first: npm run migrate.');
  const known = (one: MasterKey | null) => isProof(one, check.proof) || (check.rotating && isProof(one, check.old));
  const [first, second] = [known(key), known(key.other)];
  if (first && (second || !check.rotating)) return;
  if (first || (second && check.rotating))
    throw new SettingsError(
      'SECRET_KEY is being rotated. Set it to the new key and the old one, with a comma between, on every host: SECRET_KEY=NEW,OLD. The rotation ends with npm run audit -- rotate.',
    );
  if (second)
    throw new SettingsError(
      'SECRET_KEY begins with a key that this database does not know. Run npm run migrate with both keys, the new one first, to begin a rotation. If the rotation has ended, remove the old key.',
    );
  throw new SettingsError(
    'SECRET_KEY is not the one that this database was made with. Use the same key on every host.',
  );
}
