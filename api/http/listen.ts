import type { Server } from 'node:http';
import { serve } from '@hono/node-server';
import type { createApp } from '../app.ts';

/**
 * Keeps idle connections longer than proxies keep theirs (nginx 60 s). If the server closed first, as Node does after 5 s, a request in flight would
 * be lost with a 502.
 */
const KEEP_ALIVE_MS = 75_000;

/** Serves an app over HTTP; rejects with Node's error where it cannot listen. */
export function listen(app: ReturnType<typeof createApp>, at: { port: number; hostname: string }): Promise<Server> {
  return new Promise((resolve, reject) => {
    const serverOptions = { keepAliveTimeout: KEEP_ALIVE_MS };
    const server = serve({ ...at, fetch: app.fetch, serverOptions }, () => resolve(server as Server));
    server.on('error', reject);
  });
}
