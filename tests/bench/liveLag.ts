import { setTimeout as wait } from 'node:timers/promises';
import type { StreamNotice } from '../../api/views.ts';
import type { Store } from '../../db/store.ts';
import { startApi } from './apiInProcess.ts';
import { quantile, rounded } from './database.ts';

type Lag = { liveLagP50Ms: number; liveLagP99Ms: number; liveLost: number; liveTwice: number };

/** A signed-in person's live feed over HTTP, from an API in this process. */
export type Feed = {
  tenant: string;
  /** From the answer of a commit (`stream@version` → ms of performance.now()) to its event. It waits a second for the last ones. */
  lag(committed: ReadonlyMap<string, number>): Promise<Lag>;
  close(): Promise<void>;
};

export async function openFeed(store: Store): Promise<Feed> {
  const api = await startApi(store);
  const abort = new AbortController();
  const response = await fetch(`${api.url}/api/events/stream`, {
    headers: { cookie: api.cookie },
    signal: abort.signal,
  });
  const seen = new Map<string, number>();
  let twice = 0;
  const reading = (async () => {
    const decoder = new TextDecoder();
    let text = '';
    for await (const chunk of response.body ?? []) {
      text += decoder.decode(chunk, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const data = /^data: (.+)$/m.exec(text.slice(0, end))?.[1] ?? '{}';
        text = text.slice(end + 2);
        const notice = JSON.parse(data) as Partial<StreamNotice>;
        const key = `${notice.kind}-${notice.id}@${notice.version}`;
        if (notice.id !== undefined && seen.has(key)) twice += 1;
        seen.set(key, performance.now());
      }
    }
  })().catch(() => undefined);

  return {
    tenant: api.tenant,
    async lag(committed) {
      await wait(1000);
      const lags = [...committed].flatMap(([key, at]) => {
        const shown = seen.get(key);
        return shown === undefined ? [] : [Math.max(0, shown - at)];
      });
      return {
        liveLagP50Ms: rounded(quantile(lags, 0.5), 1),
        liveLagP99Ms: rounded(quantile(lags, 0.99), 1),
        liveLost: committed.size - lags.length,
        liveTwice: twice,
      };
    },
    async close() {
      abort.abort();
      await reading;
      await api.close();
    },
  };
}
