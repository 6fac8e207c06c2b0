import { profilesOf } from '../../events/partners/addImported.ts';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import type { ReadRow } from '../../events/partners/readImportRow.ts';
import type { Store } from '../store.ts';

/** The keys of all profiles that a row names; the first is the id. */
export function importedKeys({ pseudonyms }: Store, tenant: string, id: string, row: ReadRow): string[] {
  const keys = profilesOf(row).map(({ platform, url }) => duplicateKey({ profileUrl: url, platform, username: null }));
  return [...new Set([id, ...keys.map((key) => pseudonyms.partnerId(tenant, key))])];
}
