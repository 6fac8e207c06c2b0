import { once } from 'node:events';
import { type IncomingHttpHeaders, request } from 'node:http';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type HttpBindings, serve } from '@hono/node-server';
import { type Context, Hono } from 'hono';
import { mounts } from '../../../worker/sandbox/errors.ts';
import { startSandbox } from '../../../worker/sandbox/serve.ts';
import { createFaults, type Fault } from './faults.ts';
import { injectFaults } from './inject.ts';
import { faultRoutes } from './routes.ts';
import { type SmtpOrder, type SmtpPhase, smtpSession } from './smtpSession.ts';

export type FaultProxy = { url: string; port: number; close(): Promise<void> };

const NOT_PASSED = new Set(['connection', 'content-length', 'keep-alive', 'transfer-encoding']);
const passedHeaders = (headers: IncomingHttpHeaders): [string, string][] =>
  Object.entries(headers).flatMap(([name, value = '']) => (NOT_PASSED.has(name) ? [] : [[name, String(value)]]));

/** Passes a call on as it came, its Host too: the sandbox says by it where its pages are. */
async function pass(c: Context<{ Bindings: HttpBindings }>, sandboxUrl: string): Promise<Response> {
  const body = Buffer.from(await c.req.arrayBuffer());
  const { method, headers, url } = c.env.incoming;
  const passed = request(`${sandboxUrl}${url}`, { method, headers, agent: false });
  passed.end(body);
  const [answer] = (await once(passed, 'response')) as [Parameters<NonNullable<Parameters<typeof request>[2]>>[0]];
  const parts: Buffer[] = [];
  for await (const part of answer) parts.push(part as Buffer);
  const { statusCode: status = 502 } = answer;
  return new Response(parts.length === 0 ? null : Buffer.concat(parts), {
    status,
    headers: passedHeaders(answer.headers),
  });
}

/** Where in a session a fault strikes, and how. */
function smtpOrder({ mode, status, count, delayMs }: Fault): SmtpOrder | null {
  const order = (phase: SmtpPhase, how: SmtpOrder['mode']): SmtpOrder => ({ phase, mode: how, count, delayMs });
  switch (mode) {
    case 'reject-4xx':
      return order(status === 401 ? 'AUTH' : status === 403 ? 'MAIL' : 'RCPT', '5xx');
    case '429':
      return order('MAIL', '4xx');
    case '500':
      return order('end', '4xx');
    case 'hang':
      return order('end', 'silent');
    case 'slow':
      return order('end', 'slow');
    case 'accept-then-500':
    case 'accept-then-reset':
      return order('end', 'cut-after');
    default:
      return null;
  }
}

type Passing = (c: Context<{ Bindings: HttpBindings }>) => Response | Promise<Response>;

/** Stands in front of a sandbox, and has calls go wrong as PUT /faults asks. `passOn`: the sandbox is in this process. */
export async function startFaultProxy(
  sandboxUrl: string,
  port = 0,
  passOn: Passing = (c) => pass(c, sandboxUrl),
): Promise<FaultProxy> {
  const faults = createFaults();
  const sockets = new Set<Socket>();
  const smtpPort = async () => ((await (await fetch(`${sandboxUrl}/smtp`)).json()) as { port: number }).port;
  const take = (phase: SmtpPhase): SmtpOrder | null => {
    const next = faults.list().find(({ provider }) => provider === 'smtp');
    const order = next ? smtpOrder(next) : null;
    if (order?.phase !== phase) return null;
    faults.take('smtp', { path: '/session', method: 'POST' });
    return order;
  };
  const smtp = createServer((client) => {
    void smtpSession(client, { smtpPort, take, sockets }).catch(() => client.destroy());
  }).listen(0, '127.0.0.1');

  const app = new Hono<{ Bindings: HttpBindings }>();
  for (const [provider, path] of mounts) app.use(`${path}/*`, injectFaults(provider, faults));
  app.route('/faults', faultRoutes(faults));
  // the servers of Amazon SES have no faults
  app.get('/smtp', async (c, next) => {
    if (c.req.query('host')?.endsWith('.amazonaws.com')) return next();
    return c.json({ port: (smtp.address() as AddressInfo).port }, 200);
  });
  app.all('*', passOn);
  app.onError((_, c) => {
    c.env.incoming.socket.destroy();
    return c.body(null, 502);
  });
  const server = serve({ fetch: app.fetch, port, hostname: '127.0.0.1' });
  await Promise.all([once(server, 'listening'), once(smtp, 'listening')]);
  const own = (server.address() as AddressInfo).port;
  return {
    url: `http://127.0.0.1:${own}`,
    port: own,
    async close() {
      faults.close();
      for (const socket of sockets) socket.destroy();
      smtp.close();
      const closed = once(server, 'close');
      server.close();
      if ('closeAllConnections' in server) setTimeout(() => server.closeAllConnections(), 100);
      await closed;
    },
  };
}

/** A sandbox with the proxy in front of it, which has its port. */
export async function startFaultySandbox(options: Parameters<typeof startSandbox>[0]): Promise<FaultProxy> {
  const sandbox = await startSandbox({ ...options, port: 0 });
  const proxy = await startFaultProxy(
    sandbox.url,
    options.port,
    (c) => sandbox.fetch(c.req.raw, c.env) as Promise<Response>,
  );
  return {
    ...proxy,
    async close() {
      await proxy.close();
      await sandbox.close();
    },
  };
}
