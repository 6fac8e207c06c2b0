import { issuerOf } from '../../db/accounts/issuers.ts';
import { issuerHost } from '../../events/accounts/issuer.ts';
import type { Deps } from '../context.ts';
import { nextQuery } from './entryForm.ts';

/** The button that leads to the issuer; null when none is set, or the worker could not look it up. */
export async function issuerWay(deps: Deps, next: string): Promise<{ label: string; href: string } | null> {
  if (!deps.issuer) return null;
  const known = await issuerOf(deps.store.sql, deps.issuer.url);
  if (!known?.authorizationEndpoint || known.trouble !== null) return null;
  return { label: `Continue with ${issuerHost(deps.issuer.url)}`, href: `/api/login/issuer${nextQuery(next)}` };
}
