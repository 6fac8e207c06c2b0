import { readAs } from '../connection/connect.ts';
import type { Store } from '../store.ts';
import { accountStream } from './account.ts';
import { type LoggedEvent, type LogRow, loggedEvents } from './loggedEvent.ts';
import { logColumns } from './timeline.ts';

/** All events of some streams of a tenant or its account, by stream, oldest first. A stream without events is missing. */
export async function readStreams(
  store: Store,
  tenant: string,
  streams: readonly string[],
): Promise<Map<string, LoggedEvent[]>> {
  const account = await accountStream(store, tenant);
  const rows = [
    ...(await rowsOf(
      store,
      tenant,
      streams.filter((stream) => stream !== account),
    )),
    ...(account !== null && streams.includes(account) ? await rowsOf(store, 'system', [account]) : []),
  ];
  const byStream = new Map<string, LoggedEvent[]>();
  for (const event of await loggedEvents(store, rows)) {
    const own = byStream.get(event.stream);
    if (own) own.push(event);
    else byStream.set(event.stream, [event]);
  }
  return byStream;
}

const rowsOf = (store: Store, tenant: string, streams: string[]) =>
  readAs(
    store.sql,
    tenant,
    (tx) => tx<LogRow[]>`
      select ${logColumns(tx)} from log.events e
      where e.tenant_id = ${tenant} and e.stream_id = any (${streams})
      order by e.tenant_id, e.stream_id, e.version`,
  );

/** The streams of the calls to the AI that were made for some streams of a tenant. */
export async function callsAbout(store: Store, tenant: string, about: readonly string[]): Promise<string[]> {
  const rows = await readAs(
    store.sql,
    tenant,
    (tx) => tx<{ stream_id: string }[]>`
      select stream_id from read.ai_calls where tenant_id = ${tenant} and state->>'about' = any (${about as string[]})`,
  );
  return rows.map(({ stream_id }) => stream_id);
}
