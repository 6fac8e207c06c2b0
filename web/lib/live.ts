import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { StreamNotice } from '../../api/views.ts';
import { client } from './client.ts';
import { lookForServer, useConnection } from './connection.ts';
import { staleKeys } from './liveKeys.ts';

const LOCK = 'partner-pilot-live';
/** Notices of one burst (ten partners found, a batch of messages) refetch once. */
const GATHER_MS = 150;
/** An import or a batch changes people or messages for seconds: the whole list is not fetched again with each of its commits. */
const GATHER_MANY_MS = 5_000;
const GOING_ON = new Set(['ImportStarted', 'ImportRowsChecked', 'ImportRowsAdded', 'BatchStarted', 'BatchAdvanced']);
/** What those change. */
const MANY = ['partner', 'message'];
const RETRY_MS = { first: 1_000, longest: 30_000 };

type Broadcast = { notice: StreamNotice } | { reopened: true };

/**
 * Keeps the screens live: one server-sent-event connection a browser (six tabs must not use up HTTP/1.1's connections). The tab with the lock reads
 * the stream and passes every notice on. A tab that closes hands the lock to another. After an interruption of the stream or connection, everything
 * is refetched, because notices may have been missed. `askedAt`: when this page first asked for what it shows, in ms of performance.now(). Returns
 * its own end.
 */
export function followEvents(queries: QueryClient, askedAt = performance.now()): () => void {
  const stop = new AbortController();
  const channel = new BroadcastChannel(LOCK);
  const refetch = (keys: QueryKey[]): void => {
    // a key below another one would fetch its queries twice
    for (const queryKey of keys.filter((key) => !keys.some((other) => isBelow(key, other)))) {
      const first = queries.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching', predicate: hasNoData });
      void queries.invalidateQueries({ queryKey });
      // a first answer that is on its way may be older than the notice, and would count as fresh
      for (const query of first)
        void Promise.allSettled([query.promise]).then(() =>
          queries.invalidateQueries({ predicate: (one) => one === query }),
        );
    }
  };
  const refresh = gathered(refetch, GATHER_MS);
  const refreshMany = gathered(refetch, GATHER_MANY_MS);
  const goingOn = new Set<string>();
  const take = (message: Broadcast): void => {
    if ('notice' in message) {
      const { kind, type } = message.notice;
      if (kind === 'import' || kind === 'batch') {
        if (GOING_ON.has(type)) goingOn.add(kind);
        else if (goingOn.delete(kind)) for (const many of MANY) refresh(staleKeys({ kind: many }));
      }
      (goingOn.size > 0 && MANY.includes(kind) ? refreshMany : refresh)(staleKeys(message.notice));
    } else {
      // their end may have been missed
      goingOn.clear();
      void queries.invalidateQueries({ refetchType: 'active' }, { cancelRefetch: false });
    }
  };
  // what was asked for long before may lack what has happened since
  const late = performance.now() - askedAt > RETRY_MS.first;
  // not at once: what is on its way would be left out, and is that old
  const catchUp = setTimeout(() => late && take({ reopened: true }), GATHER_MS);
  channel.onmessage = (event: MessageEvent<Broadcast>) => take(event.data);
  const tell = (message: Broadcast): void => {
    take(message);
    channel.postMessage(message);
  };

  let refetchedAt = Number.NEGATIVE_INFINITY;
  const stopWatching = useConnection.subscribe((now, before) => {
    if (!before.lost || now.lost) return;
    // one address that a browser blocks loses the connection again and again, while all others have it
    if (performance.now() - refetchedAt < RETRY_MS.longest) return;
    refetchedAt = performance.now();
    take({ reopened: true });
  });
  // the browser says that the network is gone: the next return counts, however soon
  const forget = (): void => {
    refetchedAt = Number.NEGATIVE_INFINITY;
  };
  window.addEventListener('offline', forget);

  const startedAt = performance.now();
  const read = () => readStream(tell, startedAt, stop.signal);
  // Plain http on another host is no secure context and has no locks: such tabs each read for themselves.
  const locks: LockManager | undefined = navigator.locks;
  const reading = locks ? locks.request(LOCK, { signal: stop.signal }, read) : read();
  reading.catch(() => undefined);
  return () => {
    stop.abort();
    clearTimeout(catchUp);
    stopWatching();
    window.removeEventListener('offline', forget);
    channel.close();
  };
}

const hasNoData = ({ state }: Query): boolean => state.data === undefined;

/** `startedAt`: when this tab began to follow, which may be long before it got to read. */
function readStream(tell: (message: Broadcast) => void, startedAt: number, stop: AbortSignal): Promise<void> {
  return new Promise((done) => {
    let source: EventSource | null = null;
    let retry: ReturnType<typeof setTimeout> | undefined;
    let wait = RETRY_MS.first;
    let opened = false;
    const open = (): void => {
      source = new EventSource('/api/events/stream', { withCredentials: true });
      source.onopen = () => {
        wait = RETRY_MS.first;
        // A page that has just loaded has just fetched: only a later opening can have missed something.
        if (opened || performance.now() - startedAt > RETRY_MS.first) tell({ reopened: true });
        opened = true;
      };
      source.onmessage = (event: MessageEvent<string>) => {
        const notice = parseNotice(event.data);
        if (notice) tell({ notice });
      };
      source.onerror = () => {
        if (source?.readyState !== EventSource.CLOSED) return void lookForServer();
        // Closed permanently by the server (a restart, a revoked session).
        retry = setTimeout(() => void reopen(), wait);
        wait = Math.min(wait * 2, RETRY_MS.longest);
      };
    };
    const reopen = async (): Promise<void> => {
      // waits for who has to sign in again; without an answer, opening fails again and waits longer
      await client.api.auth.user.$get().catch(() => undefined);
      if (!stop.aborted) open();
    };
    open();
    stop.addEventListener('abort', () => {
      clearTimeout(retry);
      source?.close();
      done();
    });
  });
}

function parseNotice(data: string): StreamNotice | null {
  try {
    const value: unknown = JSON.parse(data);
    return typeof value === 'object' && value !== null && 'kind' in value ? (value as StreamNotice) : null;
  } catch {
    return null;
  }
}

function gathered(act: (keys: QueryKey[]) => void, ms: number): (keys: QueryKey[]) => void {
  const waiting = new Map<string, QueryKey>();
  return (keys) => {
    if (keys.length > 0 && waiting.size === 0) {
      setTimeout(() => {
        const all = [...waiting.values()];
        waiting.clear();
        act(all);
      }, ms);
    }
    for (const key of keys) waiting.set(JSON.stringify(key), key);
  };
}

const isBelow = (key: QueryKey, other: QueryKey): boolean =>
  other.length < key.length && other.every((part, at) => part === key[at]);
