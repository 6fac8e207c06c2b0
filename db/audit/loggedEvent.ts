import { UnknownEvent } from '../../events/catalog.ts';
import { whatHappened } from '../../events/history/eventText.ts';
import type { HistoryEvent } from '../../events/history/historyEvent.ts';
import { type AnyEvent, type Kind, kindOf, personOf, type Recorded } from '../../events/shared/event.ts';
import { readStored } from '../log/stored.ts';
import type { Store } from '../store.ts';
import type { PersonKey } from '../vault/envelope.ts';
import { personKeys } from '../vault/personKeys.ts';
import { cursorOf, cursorText } from './cursors.ts';

/** An event as the readers of the log answer it: `payload` is the stored text. */
export type LogRow = {
  epoch: number;
  tx: string;
  position: string;
  tenant_id: string;
  stream_id: string;
  version: number;
  type: string;
  schema_version: number;
  payload: string;
  actor: string;
  correlation_id: string;
  causation_id: string | null;
  recorded_at: Date;
  hash: Buffer;
};

/** An event for a reader of the log: decoded, as far as it can be, beside what is stored. */
export type LoggedEvent = {
  /** `STREAM@VERSION`. */
  id: string;
  tenant: string;
  stream: string;
  kind: Kind;
  version: number;
  type: string;
  /** ISO 8601, UTC. */
  at: string;
  actor: string;
  correlation: string;
  causation: string | null;
  what: string;
  /** In the current form. `personal` is null if there is none. It is also null if `sealed` says "erased" or "damaged key". */
  decoded: { data: object; personal: object | null; sealed: 'none' | 'opened' | 'erased' | 'unreadable' } | null;
  /** Why it cannot be decoded. */
  problem: string | null;
  raw: { payload: string; schemaVersion: number; hash: string; cursor: string };
};

type Keys = ReadonlyMap<string, ReadonlyMap<string, PersonKey>>;

/** The keys of all persons of some events, a statement a tenant. */
async function keysOf(store: Store, rows: readonly LogRow[]): Promise<Keys> {
  const persons = new Map<string, Set<string>>();
  for (const { tenant_id, stream_id } of rows) {
    const own = persons.get(tenant_id) ?? new Set();
    persons.set(tenant_id, own.add(personOf(stream_id)));
  }
  const found = [...persons].map(
    async ([tenant, ids]) => [tenant, await personKeys(store.sql, store.master, tenant, [...ids])] as const,
  );
  return new Map(await Promise.all(found));
}

function decode(row: LogRow, keys: Keys): Pick<LoggedEvent, 'decoded' | 'problem'> {
  const payload: unknown = JSON.parse(row.payload);
  try {
    const event = readStored({ ...row, payload }, keys.get(row.tenant_id)?.get(personOf(row.stream_id)));
    if (event.unreadable === 'text')
      return { decoded: null, problem: 'The sealed part does not open: its bytes were altered.' };
    const personal = event.personal ?? null;
    return { decoded: { data: event.data, personal, sealed: sealedOf(event) }, problem: null };
  } catch (error) {
    // one event that cannot be read must not hide the others from the person who looks for what is wrong
    if (error instanceof UnknownEvent) return { decoded: null, problem: error.message };
    throw error;
  }
}

function sealedOf({ personal, unreadable }: Recorded<AnyEvent>): 'none' | 'opened' | 'erased' | 'unreadable' {
  if (unreadable) return 'unreadable';
  if (personal === undefined) return 'none';
  return personal === null ? 'erased' : 'opened';
}

/** Decodes events of any tenants, in their order, with as few statements as there are tenants. */
export async function loggedEvents(store: Store, rows: readonly LogRow[]): Promise<LoggedEvent[]> {
  const keys = await keysOf(store, rows);
  return rows.map((row) => {
    const { decoded, problem } = decode(row, keys);
    return {
      id: `${row.stream_id}@${row.version}`,
      tenant: row.tenant_id,
      stream: row.stream_id,
      kind: kindOf(row.stream_id),
      version: row.version,
      type: row.type,
      at: row.recorded_at.toISOString(),
      actor: row.actor,
      correlation: row.correlation_id,
      causation: row.causation_id,
      what: whatHappened(row.type, decoded?.data ?? {}, {
        stream: row.stream_id,
        actor: row.actor,
        causation: row.causation_id,
      }),
      decoded,
      problem,
      raw: {
        payload: row.payload,
        schemaVersion: row.schema_version,
        hash: row.hash.toString('hex'),
        cursor: cursorText(row),
      },
    };
  });
}

/** The events that fold; what cannot be decoded changes no state. */
export const recorded = ({ type, at, actor, decoded }: LoggedEvent): Recorded<AnyEvent> | null =>
  decoded && {
    type,
    data: decoded.data,
    ...(decoded.sealed === 'none' ? {} : { personal: decoded.personal }),
    ...(decoded.sealed === 'unreadable' ? { unreadable: 'key' as const } : {}),
    at,
    actor,
  };

/** The event for the rules about causes and stories; an event that cannot be decoded says only that it happened. */
export function happened({ decoded, ...event }: LoggedEvent): HistoryEvent {
  const { epoch, tx } = cursorOf(event.raw.cursor);
  return {
    stream: event.stream,
    version: event.version,
    type: event.type,
    data: { ...decoded?.data },
    ...(decoded && decoded.sealed !== 'none' ? { personal: decoded.personal as Record<string, unknown> | null } : {}),
    ...(decoded?.sealed === 'unreadable' ? { unreadable: true } : {}),
    at: event.at,
    actor: event.actor,
    correlation: event.correlation,
    causation: event.causation,
    commit: [epoch, BigInt(tx)],
  };
}
