import type { FieldValues, Resolver } from 'react-hook-form';
import type { $ZodType } from 'zod/v4/core';
import { ConnectionLost, trackConnection } from './connection.ts';
import { showToast } from './toasts.ts';

/**
 * Checks a form by a schema that is fetched beside the screen, not before it: with zod that is 40 kB which nobody needs until they submit.
 * Without a connection nothing is submitted, and that is said.
 */
export function lazyZodResolver<Input extends FieldValues, Output>(
  schema: () => Promise<$ZodType<Output, Input>>,
): Resolver<Input, unknown, Output> {
  const load = () =>
    Promise.all([import('@hookform/resolvers/zod'), schema()]).then(([{ zodResolver }, rules]) => zodResolver(rules));
  let loading = load();
  loading.catch(() => undefined);
  return async (values, context, options) => {
    try {
      const check = await loading.catch(() => {
        loading = load();
        return trackConnection(loading);
      });
      return await check(values, context, options);
    } catch (error) {
      if (!(error instanceof ConnectionLost)) throw error;
      showToast({ title: 'Connection Failed', text: error.message, variant: 'destructive' });
      return { values: {}, errors: { root: { type: 'connection' } } } as never;
    }
  };
}
