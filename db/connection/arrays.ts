/** One-dimensional arrays as PostgreSQL writes them; null elements are NULL. */
const serialize = (values: readonly unknown[]): string =>
  `{${values.map((value) => (value === null ? 'NULL' : `"${String(value).replace(/["\\]/g, '\\$&')}"`)).join(',')}}`;

function parse<T>(text: string, element: (text: string) => T): (T | null)[] {
  const items = text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? [];
  return items.map((item) => {
    if (item === 'NULL') return null;
    return element(item.startsWith('"') ? item.slice(1, -1).replace(/\\(.)/gs, '$1') : item);
  });
}

const arrayType = <T>(oid: number, element: (text: string) => T) => ({
  to: oid,
  from: [oid],
  serialize,
  parse: (text: string) => parse(text, element),
});

/**
 * The array types that we use, by their fixed numbers, for the driver's `types`. Otherwise the driver asks the server for them on each new
 * connection. If the connection ends at that moment, no one handles the error, and the process dies.
 */
export const arrayTypes = {
  texts: arrayType(1009, String),
  ints: arrayType(1007, Number),
  bigints: arrayType(1016, String),
  booleans: arrayType(1000, (text) => text === 't'),
};
