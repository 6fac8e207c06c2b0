/**
 * Whether two JSON values are equal. The order of keys does not count: a state from the database (jsonb) orders them differently than a fresh fold. A
 * field that is undefined is not there.
 */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const fields = (value: object) => Object.entries(value).filter(([, field]) => field !== undefined);
  const other = new Map(fields(b));
  const mine = fields(a);
  return (
    mine.length === other.size && mine.every(([name, field]) => other.has(name) && sameJson(field, other.get(name)))
  );
}
