/** The parts of an OpenAPI document that a client needs. */
type Operation = {
  operationId: string;
  parameters: { name: string; in: string }[];
  requestBody?: { content: Record<string, { example?: object }> };
};
type Document = { paths: Record<string, Record<string, Operation>> };

/** `body`: without it the call's example is sent. */
type Input = Record<string, unknown> & { body?: object };
type Call = (input?: Input) => Promise<unknown>;

/**
 * A client that is generated from the API's own document: one function for each operation. It fills the path and query by the names of parameters.
 * `headers`: how it signs in. Throws with the answer unless it is 2xx. A 202 is asked for again, with the same body.
 */
export async function generateClient(url: string, headers: Record<string, string>) {
  const { paths } = (await (await fetch(`${url}/api/openapi.json`)).json()) as Document;
  const calls: Record<string, Call> = {};
  for (const [path, methods] of Object.entries(paths))
    for (const [method, { operationId, parameters, requestBody }] of Object.entries(methods))
      calls[operationId] = async (input = {}) => {
        const { body = requestBody?.content['application/json']?.example, ...values } = input;
        const query = new URLSearchParams();
        for (const { name, in: place } of parameters)
          if (place === 'query' && values[name] !== undefined) query.set(name, String(values[name]));
        const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(values[name])));
        const answer = await fetch(`${url}${filled}?${query}`, {
          method: method.toUpperCase(),
          headers: { ...headers, ...(body && { 'Content-Type': 'application/json' }) },
          ...(body && { body: JSON.stringify(body) }),
        });
        const text = await answer.text();
        if (!answer.ok) throw new Error(`${operationId}: ${answer.status} ${text}`);
        return text === '' ? null : JSON.parse(text);
      };
  return async <T>(operation: string, input?: Input): Promise<T> => {
    const call = calls[operation];
    if (!call) throw new Error(`The document has no operation ${operation}.`);
    return (await call(input)) as T;
  };
}
