import {
  type MutationMeta,
  type QueryClient,
  type QueryKey,
  type UseMutationOptions,
  useMutation,
} from '@tanstack/react-query';
import { showToast, type ToastText } from './toasts.ts';

type Options<Given, Result> = UseMutationOptions<Result, Error, Given>;

type Action<Given, Result> = Pick<
  Options<Given, Result>,
  'mutationKey' | 'gcTime' | 'retry' | 'scope' | 'onMutate' | 'onError'
> & {
  call: (given: Given, queries: QueryClient) => Promise<Result>;
  /** The notice of a failure. null: the screen shows it in place. */
  failed: MutationMeta['failure'];
  connectionInPlace?: MutationMeta['connectionInPlace'];
  /** The notice of success. */
  done?: ToastText | ((result: Result, given: Given) => ToastText | null);
  /** Work after success and its notice. */
  after?: (result: Result, given: Given, queries: QueryClient) => unknown;
  /** Keys to fetch again, also after a failure: the call may have been carried out, or others were faster. */
  stale?: readonly QueryKey[] | ((given: Given, queries: QueryClient) => readonly QueryKey[]);
  /** Whether it is pending until that is fetched again, as it is by default. */
  waits?: boolean;
};

/** Declares a call that changes something: what it says, and what it makes stale. */
export function useAction<Given = void, Result = unknown>(action: Action<Given, Result>) {
  const { call, failed, connectionInPlace, done, after, stale = [], waits = true, ...others } = action;
  return useMutation<Result, Error, Given>({
    ...others,
    mutationFn: (given, { client }) => call(given, client),
    meta: { failure: failed, ...(connectionInPlace && { connectionInPlace }) },
    onSuccess: (result, given, _, { client }) => {
      const text = typeof done === 'function' ? done(result, given) : done;
      if (text) showToast(text);
      return after?.(result, given, client);
    },
    onSettled: (_result, _error, given, _, { client }) => {
      const fetched = refetch(client, typeof stale === 'function' ? stale(given, client) : stale);
      return waits ? fetched : undefined;
    },
  });
}

/** Fetches again what is shown of these keys; the rest when it is shown. */
export function refetch(queries: QueryClient, keys: readonly QueryKey[]): Promise<unknown> {
  return Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })));
}
