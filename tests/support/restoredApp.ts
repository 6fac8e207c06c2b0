import type { AddressInfo } from 'node:net';
import { type ServerType, serve } from '@hono/node-server';
import { createApp } from '../../api/app.ts';
import { openStore } from '../../db/connection/open.ts';
import { startTail } from '../../db/log/tail.ts';
import type { Store } from '../../db/store.ts';
import { modelsOf } from '../../events/ai/aiTasks.ts';
import { runWorker } from '../../worker/runWorker.ts';
import { TEST_SECRET } from './database.ts';
import type { TestApp } from './testApp.ts';

/** API and worker on a restored database, with the original's sandbox and so its ledger. */
export type RestoredApp = {
  url: string;
  owner: Store;
  /** Has the worker do what it does every minute. */
  sweep(): Promise<void>;
  stop(): Promise<void>;
};

export async function startRestoredApp(testApp: TestApp, databaseUrl: string): Promise<RestoredApp> {
  const open = (role: 'owner' | 'api' | 'worker', max: number) =>
    openStore({ url: databaseUrl, secretKey: TEST_SECRET, role, name: `second life ${role}`, max });
  const [owner, api, store] = [await open('owner', 2), await open('api', 8), await open('worker', 24)];
  const tail = await startTail(api.sql, () => undefined);
  const stopping = new AbortController();
  const server = await new Promise<ServerType>((resolve) => {
    const app = createApp({
      store: api,
      tail,
      publicUrl: 'http://localhost',
      signup: 'open',
      sandbox: true,
      outboxUrl: null,
      aiModels: modelsOf({ OPENAI_MODEL: 'gpt-6.1-terra' }),
      configured: { ai: true, peopleData: true, hunter: true },
      webhookKey: null,
      sendGap: testApp.worker.sendGap,
      waitMs: 10_000,
      version: 'test',
      webFolder: null,
      stopping: stopping.signal,
    });
    const listening = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, () => resolve(listening));
  });
  const worker = await runWorker({ ...testApp.worker, store }, databaseUrl);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    owner,
    async sweep() {
      await worker.runner.addJob('sweep', {});
    },
    async stop() {
      stopping.abort();
      await new Promise((resolve) => {
        server.close(resolve);
        if ('closeAllConnections' in server) server.closeAllConnections();
      });
      await tail.close();
      await worker.stop();
      await Promise.all([owner, api, store].map(({ sql }) => sql.end({ timeout: 2 })));
    },
  };
}
