import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryFunctionContext,
  type QueryKey,
  queryOptions,
  type UseQueryOptions,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import type { ClientResponse } from 'hono/client';
import { useCallback } from 'react';

type Read<Data> = Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn' | 'select' | 'initialData'> & {
  key: QueryKey;
  call: (context: QueryFunctionContext) => Promise<Data>;
};

/** Declares a read once. Answers its hook, and its options for what needs its key or asks ahead. */
export function query<Asked extends unknown[], Data>(read: (...asked: Asked) => Read<Data>) {
  const options = (...asked: Asked) => {
    const { key, call, ...others } = read(...asked);
    return queryOptions({ ...others, queryKey: key, queryFn: call });
  };
  const useRead = (...asked: Asked) => useQuery(options(...asked));
  return [useRead, options] as const;
}

type Page = { next: string | null };
type PagedRead<Data> = {
  enabled?: boolean;
  /** In ms; false: not again until something changes. */
  refetchInterval?: (query: { state: { data: InfiniteData<Data> | undefined } }) => number | false;
  key: QueryKey;
  /** `after`: where the page begins; null for the first. */
  call: (after: string | null, signal: AbortSignal) => Promise<Data>;
  gcTime?: number;
  staleTime?: number;
  /** The pages stay while those of another key are looked up. */
  keepsPages?: true;
};

export function pages<Asked extends unknown[], Data extends Page>(read: (...asked: Asked) => PagedRead<Data>) {
  const options = (...asked: Asked) => {
    const { key, call, keepsPages, ...others } = read(...asked);
    return infiniteQueryOptions<Data, Error, InfiniteData<Data>, QueryKey, string | null>({
      ...others,
      queryKey: key,
      queryFn: ({ pageParam, signal }) => call(pageParam, signal),
      initialPageParam: null,
      getNextPageParam: ({ next }) => next,
      ...(keepsPages && { placeholderData: (before) => before }),
    });
  };
  const usePages = (...asked: Asked) => {
    const list = useInfiniteQuery(options(...asked));
    const { hasNextPage, isFetching, fetchNextPage } = list;
    const more = useCallback((): void => {
      if (hasNextPage && !isFetching) void fetchNextPage();
    }, [hasNextPage, isFetching, fetchNextPage]);
    return { ...list, more };
  };
  return [usePages, options] as const;
}

/** Where the next page begins; null: this is the last. */
export function nextOf({ headers }: Pick<ClientResponse<unknown>, 'headers'>): string | null {
  const [, address] = /^<([^>]*)>; rel="next"$/.exec(headers.get('Link') ?? '') ?? [];
  return address ? new URLSearchParams(address.slice(address.indexOf('?'))).get('after') : null;
}
