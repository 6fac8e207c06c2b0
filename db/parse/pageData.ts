/** People of whom a page tells search engines (schema.org as JSON-LD). Readers see none of it. */
import { normalisedUrl } from '../../events/partners/duplicateKey.ts';
import { findAddresses } from '../../events/shared/emailAddress.ts';
import { wordsOf } from './words.ts';

/** `isOwner`: the page is about them, or the site is theirs; an author of one text is not. */
export type DataPerson = { said: string; addresses: readonly string[]; links: readonly string[]; isOwner: boolean };

const LONGEST = 200_000;
const MOST_DEPTH = 8;
const MOST_NODES = 2_000;
const MOST_PEOPLE = 50;

type Node = Readonly<Record<string, unknown>>;
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : value === undefined ? [] : [value]);
const textsOf = (value: unknown): string[] =>
  listOf(value).filter((one): one is string => typeof one === 'string' && one.length <= 2_000);
const typesOf = (node: Node): string[] => textsOf(node['@type']);

const OWNED = /^(?:ProfilePage|AboutPage|WebSite|WebPage|ContactPage|Blog)$/;

/** The people of one script. A broken one names nobody. */
export function dataPeople(json: string): DataPerson[] {
  if (json.length > LONGEST) return [];
  let top: unknown;
  try {
    top = JSON.parse(json);
  } catch {
    return [];
  }
  const nodes: { node: Node; isOwner: boolean }[] = [];
  const owners = new Set<unknown>();
  const visit = (value: unknown, depth: number, isOwner: boolean): void => {
    if (depth > MOST_DEPTH || nodes.length >= MOST_NODES) return;
    for (const one of listOf(value)) {
      if (Array.isArray(one)) visit(one, depth + 1, isOwner);
      if (!isNode(one)) continue;
      nodes.push({ node: one, isOwner });
      const isPage = typesOf(one).some((type) => OWNED.test(type));
      for (const [key, inner] of Object.entries(one)) {
        const owns = isPage && /^(?:mainEntity|about|publisher|creator|author|copyrightHolder)$/.test(key);
        if (owns) for (const owner of listOf(inner)) if (isNode(owner)) owners.add(owner['@id']);
        visit(inner, depth + 1, key === '@graph' ? isOwner : owns);
      }
    }
  };
  visit(top, 0, true);
  owners.delete(undefined);
  return nodes
    .filter(({ node }) => typesOf(node).includes('Person'))
    .slice(0, MOST_PEOPLE)
    .flatMap(({ node, isOwner }) => {
      const [name = ''] = textsOf(node.name);
      const said = wordsOf(name.slice(0, 200));
      if (said.trim() === '') return [];
      const addresses = textsOf(node.email).flatMap((text) => findAddresses(text.replace(/^mailto:/i, '')).addresses);
      const links = [...textsOf(node.sameAs), ...textsOf(node.url)]
        .slice(0, 50)
        .flatMap((link) => normalisedUrl(link) ?? []);
      return [{ said, addresses, links, isOwner: isOwner || owners.has(node['@id']) }];
    });
}
