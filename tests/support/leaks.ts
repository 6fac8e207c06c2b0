import { vi } from 'vitest';
import type { PartnerView } from '../../api/views.ts';
import type { Sql } from '../../db/connection/connect.ts';
import type { TestApp } from './testApp.ts';

/**
 * Watches every place where personal data and texts of a provider must not be. These are the queue, this process's output and, at the end, stream
 * names and the clear part of events.
 */
export type LeakWatch = {
  /** Names and addresses to look for. */
  remember(partners: readonly PartnerView[]): void;
  /** Other texts to look for. */
  lookFor(texts: readonly string[]): void;
  /** The forbidden texts that were found, and the numbers of texts and places. */
  end(): Promise<{ leaked: string[]; lookedFor: number; looked: number }>;
};

export function watchLeaks(testApp: { owner: { sql: Sql } }): LeakWatch {
  const seen = new Set<string>();
  const secrets = new Set<string>(['put /faults']);
  const spies = (['error', 'warn', 'log', 'info'] as const).map((method) =>
    vi.spyOn(console, method).mockImplementation((...said) => void seen.add(said.map(String).join(' '))),
  );
  let stopped = false;
  const watching = (async () => {
    while (!stopped) {
      const rows = await testApp.owner.sql<{ said: string }[]>`
        select concat_ws(' ', payload::text, last_error, key) as said from graphile_worker._private_jobs`;
      for (const { said } of rows) seen.add(said);
      await new Promise((resolve) => setTimeout(resolve, 40));
    }
  })();
  return {
    remember(partners) {
      for (const { name, contactInfo } of partners) {
        for (const text of [name, contactInfo?.email]) if (text) secrets.add(text.toLowerCase());
      }
    },
    lookFor(texts) {
      for (const text of texts) secrets.add(text.toLowerCase());
    },
    async end() {
      stopped = true;
      await watching;
      for (const spy of spies) spy.mockRestore();
      const clear = await testApp.owner.sql<{ said: string }[]>`
        select concat_ws(' ', stream_id, type, payload->>'d', actor, correlation_id, causation_id) as said from log.events`;
      const places = [...seen, ...clear.map(({ said }) => said)];
      const all = places.join('\n').toLowerCase();
      return {
        leaked: [...secrets].filter((text) => all.includes(text)),
        lookedFor: secrets.size,
        looked: places.length,
      };
    },
  };
}

/** The events of a type that a tenant has, by what stands in the clear. */
export async function clearEvents(testApp: TestApp, tenant: string, type: string): Promise<Record<string, unknown>[]> {
  const rows = await testApp.owner.sql<{ d: Record<string, unknown> }[]>`
    select payload->'d' as d from log.events where tenant_id = ${tenant} and type = ${type} order by position`;
  return rows.map(({ d }) => d);
}
