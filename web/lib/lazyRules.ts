import type { FieldValues, Resolver } from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';
import { ConnectionLost, trackConnection } from './connection.ts';
import { showToast } from './toasts.ts';

/** A form's rules load beside the screen, not before it. With zod they have 40 kB, needed only to submit. */
export function lazyRules<Rules>(load: () => Promise<Rules>): () => Promise<Rules> {
  let loading = load();
  loading.catch(() => undefined);
  const again = () => {
    loading = load();
    return loading;
  };
  return () => trackConnection(loading.catch(again));
}

/** The same for react-hook-form. Without a connection nothing is submitted, and a notice says so. */
export function lazyZodResolver<Input extends FieldValues, Output>(
  schema: () => Promise<$ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  const rules = lazyRules(() => Promise.all([import('@hookform/resolvers/zod'), schema()]));
  return async (values, context, options) => {
    try {
      const [{ zodResolver }, loaded] = await rules();
      return await zodResolver(loaded)(values, context, options);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      showToast({ title: 'Connection Failed', text: error.message, variant: 'destructive' });
      return { values: {}, errors: { root: { type: 'connection' } } } as never;
    }
  };
}
