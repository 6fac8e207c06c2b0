import type { Answer } from './apiCalls.ts';
import { callsOf, NOT_MEASURED } from './apiCalls.ts';
import type { Facts } from './apiFacts.ts';

/** One GET as it is measured. `name` is the same at every size of the tenant. */
export type Call = {
  name: string;
  path: string;
  query: Readonly<Record<string, string>>;
  lists?: readonly [said: (answer: Answer) => number, logged: number];
};

type Parameter = { name: string; in: string };
export type OpenApi = { paths: Record<string, { get?: { parameters: Parameter[] } }> };

const fill = (path: string, params: Readonly<Record<string, string>>): string =>
  path.replace(/\{(\w+)\}/g, (_all, name: string) => {
    const value = params[name];
    if (value === undefined) throw new Error(`${path}: {${name}} has no example.`);
    return encodeURIComponent(value);
  });

const nameOf = (path: string, name: string | undefined, query: Readonly<Record<string, string>>): string => {
  const asked = Object.keys(query).filter((key) => key !== 'tenant' && key !== 'account');
  const values = asked.map((key) => (key === 'what' || key === 'status' ? `${key}=${query[key]}` : key));
  return `${path.replace('/api', '')}${name ? ` (${name})` : ''}${values.length > 0 ? ` ?${values.join('&')}` : ''}`;
};

/** Parameters that are refused for a tenant of this size. */
const REFUSED = ['/api/campaigns/{id}/start-preview at'];

/** Each GET that the API's own document names, with its examples. Throws if one has none, or one of its parameters has none. */
export function listCalls({ paths }: OpenApi, facts: Facts): Call[] {
  const known = callsOf(facts);
  const gets = Object.entries(paths).flatMap(([path, { get }]) => (get ? [{ path, ...get }] : []));
  const gone = [...Object.keys(known), ...Object.keys(NOT_MEASURED)].filter(
    (path) => !gets.some((one) => one.path === path),
  );
  if (gone.length > 0) throw new Error(`The API has no such GET: ${gone.join(', ')}`);
  const measured = gets.filter(({ path }) => NOT_MEASURED[path] === undefined);
  const groupsOf = (path: string) => [known[path] ?? []].flat();
  const lacks = measured.flatMap(({ path, parameters }) => {
    const groups = groupsOf(path);
    const used = new Set(groups.flatMap(({ examples }) => examples.flatMap(({ query = {} }) => Object.keys(query))));
    const missing = parameters
      .filter(({ in: place, name }) => place === 'query' && !used.has(name) && !REFUSED.includes(`${path} ${name}`))
      .map(({ name }) => name);
    if (groups.length > 0 && missing.length === 0) return [];
    return [`${path} needs an example${missing.length > 0 ? ` of ${missing.join(', ')}` : ''} in apiCalls.ts.`];
  });
  if (lacks.length > 0) throw new Error(lacks.join('\n'));
  return measured.flatMap(({ path }): Call[] =>
    groupsOf(path).flatMap(({ params = {}, examples, ...group }) =>
      examples.map(({ name = group.name, query = {}, lists }) => ({
        ...{ name: nameOf(path, name, query), path: fill(path, params), query },
        ...(lists ? { lists } : {}),
      })),
    ),
  );
}
