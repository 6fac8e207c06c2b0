import type { Store } from '../../db/store.ts';
import { duplicateKey } from '../../events/partners/duplicateKey.ts';
import { profilesOf } from '../../events/partners/mergeFound.ts';
import type { FoundPerson } from '../../events/partners/partner.ts';

type Keys = Pick<Store, 'pseudonyms'>;

export function partnerIdOf({ pseudonyms }: Keys, tenant: string, { facts, person }: FoundPerson): string {
  const key = duplicateKey({ profileUrl: person.profileUrl, platform: facts.platform, username: person.username });
  return pseudonyms.partnerId(tenant, key);
}

/** The HMACs of all profiles of a person. */
export const keysOf = ({ pseudonyms }: Keys, tenant: string, found: FoundPerson): string[] =>
  profilesOf(found).map((address) => pseudonyms.partnerId(tenant, `url:${address}`));
