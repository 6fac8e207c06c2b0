import { MutationCache, type MutationMeta, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { ApiError, hasStatus, secondsToWait, serverWords } from './apiError.ts';
import { ConnectionLost } from './connection.ts';
import { noteNotDone } from './session.ts';
import { showToast, type ToastText } from './toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** The notice of a failed mutation. null: the screen shows the failure in place. */
      failure: (error: Error) => ToastText | null;
      /** Whether the screen shows a lost connection in place: a notice would say it twice, and lie over it. */
      connectionInPlace?: () => boolean;
    };
  }
}

// A press shows as pending before the next press can arrive, so that nothing is sent twice.
notifyManager.setScheduler(queueMicrotask);

/** Failures of mutations are said here and nowhere else; the words are in errorCatalogue.ts. */
function sayFailure(error: Error, meta: MutationMeta | undefined): void {
  const said = meta ? meta.failure(error) : { title: 'Error', text: 'Please try again.' };
  // The dialog that asks to sign in again says it, and a notice once that is done.
  if (hasStatus(error, 401)) noteNotDone(said?.title ?? 'Not Done');
  // Whatever the screen would say: what went wrong is the connection.
  else if (error instanceof ConnectionLost) {
    if (meta?.connectionInPlace?.()) return;
    showToast({ title: said?.title ?? 'Connection Failed', text: error.message, variant: 'destructive' });
    // the words of a screen do not say until when
  } else if (secondsToWait(error) !== null) sayTooMany(error);
  else if (said) showToast({ variant: 'destructive', ...said });
}

/** The server or the way to it failed, rather than what was asked for being gone or forbidden. */
function passes(error: Error): boolean {
  return !(error instanceof ApiError) || error.status >= 500 || error.status === 429;
}

let saidUntil = 0;

/** One notice for all calls of a screen, until the wait is over. */
function sayTooMany(error: Error): void {
  if (performance.now() < saidUntil) return;
  saidUntil = performance.now() + 1000 * (secondsToWait(error) ?? 1);
  showToast({ title: 'Too many requests', text: serverWords(error, 'Try again later.'), variant: 'destructive' });
}

/** A read is asked for once more when the server allows it. Everything else is said at once. */
function askAgain(failures: number, error: Error): boolean {
  if (secondsToWait(error) === null) return false;
  sayTooMany(error);
  return failures < 1;
}

/** Not all reads of all tabs at the same moment. */
const pauseBefore = (_: number, error: Error): number => 1000 * ((secondsToWait(error) ?? 1) + 2 * Math.random());

const outOfDate = new Set<string>();

export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => sayFailure(error, mutation.meta),
  }),
  queryCache: new QueryCache({
    onSuccess: (_data, query) => outOfDate.delete(query.queryHash),
    onError: (error, query) => {
      if (query.state.data === undefined || !passes(error)) return;
      // A failed refetch must not take away the screen and its typed text. It stays, and one notice says so.
      query.setState({ status: 'success', error: null });
      if (error instanceof ConnectionLost || outOfDate.has(query.queryHash)) return;
      outOfDate.add(query.queryHash);
      showToast({
        title: 'Refresh Failed',
        text: 'The server could not answer. What you see may be out of date.',
        variant: 'destructive',
      });
    },
  }),
  // networkMode: without a connection a call fails at once and says so; it is not kept and sent later unasked.
  defaultOptions: {
    queries: {
      refetchInterval: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Number.POSITIVE_INFINITY,
      retry: askAgain,
      retryDelay: pauseBefore,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
