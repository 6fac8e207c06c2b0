import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { createApp } from '../../api/app.ts';
import type { UserView } from '../../api/views.ts';
import { startTail } from '../../db/log/tail.ts';
import type { Store } from '../../db/store.ts';
import { modelsOf } from '../../events/ai/aiTasks.ts';

export const BENCH_PERSON = { email: 'bench@bench.example', password: 'correct horse battery' };

/** An API in this process with one person signed in: what they send as their cookie, and their tenant. */
export type BenchApi = { url: string; cookie: string; tenant: string; close(): Promise<void> };

/** `webFolder`: the built web app, to be used in a browser. */
export async function startApi(store: Store, webFolder: string | null = null): Promise<BenchApi> {
  const stopping = new AbortController();
  const tail = await startTail(store.sql, (error) => {
    throw error;
  });
  const app = createApp({
    store,
    tail,
    publicUrl: 'http://localhost',
    signup: 'open',
    sandbox: false,
    outboxUrl: null,
    aiModels: modelsOf({ OPENAI_MODEL: 'bench' }),
    configured: { ai: true, peopleData: true, hunter: true },
    webhookKey: null,
    waitMs: 1000,
    version: 'bench',
    webFolder,
    stopping: stopping.signal,
  });
  const server = await new Promise<ServerType>((resolve) => {
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(listening));
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const enter = async (path: string, names: Record<string, string>) => {
    const body = new URLSearchParams({ ...BENCH_PERSON, ...names });
    const answer = await fetch(`${url}${path}`, { method: 'POST', body, redirect: 'manual' });
    return (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  };
  // an installation that was kept knows the person
  const cookie =
    (await enter('/api/signup', { firstName: 'Robin', lastName: 'Vale' })) || (await enter('/api/login', {}));
  const user = (await (await fetch(`${url}/api/auth/user`, { headers: { cookie } })).json()) as UserView;
  return {
    url,
    cookie,
    tenant: user.workspaceId,
    async close() {
      stopping.abort();
      await tail.close();
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
    },
  };
}
