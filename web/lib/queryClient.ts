import { MutationCache, QueryClient } from '@tanstack/react-query';
import { showToast, type ToastText } from './toasts.ts';

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /** What to say when the mutation fails; null says nothing, because the screen shows the failure in place. */
      failure: (error: Error) => ToastText | null;
    };
  }
}

/** Failures of mutations are said here and nowhere else; the words are in errorCatalogue.ts. */
export const queryClient = new QueryClient({
  mutationCache: new MutationCache({
    onError: (error, _variables, _context, mutation) => {
      const text = mutation.meta ? mutation.meta.failure(error) : { title: 'Error', text: 'Please try again.' };
      if (text) showToast({ variant: 'destructive', ...text });
    },
  }),
  defaultOptions: {
    queries: { refetchInterval: false, refetchOnWindowFocus: false, staleTime: Number.POSITIVE_INFINITY, retry: false },
    mutations: { retry: false },
  },
});
