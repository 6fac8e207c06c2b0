import { trackConnection } from './connection.ts';

/** Rules of a form, fetched beside the screen and not before it: no one needs zod before they submit. */
export function lazyRules<Rules>(load: () => Promise<Rules>): () => Promise<Rules> {
  load().catch(() => undefined);
  return () => trackConnection(load());
}
