import { Agent, get, type IncomingHttpHeaders } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { type Answer, NEXT } from './apiCalls.ts';
import type { Call } from './apiList.ts';

export type Reply = { status: number; headers: IncomingHttpHeaders; bytes: Buffer; ms: number };

const AGENT = new Agent({ keepAlive: true, maxSockets: 8 });
const PATIENCE_MS = 60_000;

export class NoAnswer extends Error {}

/** A GET as a browser makes it. The bytes stay as they came. */
function request(url: string, headers: Record<string, string>): Promise<Reply> {
  const began = performance.now();
  return new Promise((resolve, reject) => {
    const options = { agent: AGENT, headers: { 'accept-encoding': 'gzip', ...headers }, timeout: PATIENCE_MS };
    const asked = get(url, options, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('error', reject);
      answer.on('end', () =>
        resolve({
          ...{ status: answer.statusCode ?? 0, headers: answer.headers },
          ...{ bytes: Buffer.concat(chunks), ms: performance.now() - began },
        }),
      );
    });
    // the API closed a connection that was idle for long
    const again = (error: NodeJS.ErrnoException) =>
      asked.reusedSocket && error.code === 'ECONNRESET' ? resolve(request(url, headers)) : reject(error);
    asked.on('error', again).on('timeout', () => asked.destroy(new NoAnswer(url)));
  });
}

export type Client = { url: string; cookie: string };

export function ask({ url, cookie }: Client, { path, query }: Call, etag?: string): Promise<Reply> {
  const search = new URLSearchParams(query).toString();
  const headers = { cookie, ...(etag === undefined ? {} : { 'if-none-match': etag }) };
  return request(`${url}${path}${search && `?${search}`}`, headers);
}

export function answerOf({ headers, bytes }: Reply): Answer {
  const text = (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString();
  return { headers, body: headers['content-type']?.startsWith('application/json') ? JSON.parse(text) : text };
}

/** Throws unless an answer is the one that the log demands. */
export function mustBeRight(call: Call, reply: Reply): void {
  const answer = answerOf(reply);
  if (reply.status !== 200)
    throw new Error(`${call.name} is answered ${reply.status}: ${JSON.stringify(answer.body).slice(0, 300)}`);
  if (!call.lists) return;
  const [said, logged] = call.lists;
  if (said(answer) !== logged) throw new Error(`${call.name} says ${said(answer)}; the log says ${logged}.`);
}

/** The call with the cursor of its second page, where an example asks for that; its first page where a small tenant has no more. */
export async function withCursor(client: Client, call: Call): Promise<Call> {
  const cursor = Object.keys(call.query).find((name) => call.query[name] === NEXT);
  if (cursor === undefined) return call;
  const { [cursor]: _, ...query } = call.query;
  // an export takes the cursors of its list
  const reply = await ask(client, { ...call, path: call.path.replace('/export', ''), query });
  const { headers, body } = answerOf(reply);
  const link = /<([^>]+)>; rel="next"/.exec(String(headers.link ?? ''))?.[1];
  const linked = link && new URL(link, client.url).searchParams.get('after');
  const next = linked || (headers.next ?? (body as { next?: string | null }).next);
  if (reply.status !== 200) throw new Error(`${call.name} is answered ${reply.status}.`);
  if (typeof next !== 'string') return { ...call, query };
  return { ...call, query: { ...query, [cursor]: next } };
}
