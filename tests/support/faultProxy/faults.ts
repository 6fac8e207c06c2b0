import { z } from 'zod';
import { type Provider as HttpProvider, providers } from '../../../worker/sandbox/errors.ts';

export type Provider = HttpProvider | 'smtp';

const modes = [
  'reject-4xx',
  '429',
  '500',
  'accept-then-500',
  'accept-then-reset',
  'hang',
  'slow',
  'gullible',
  'none',
] as const;

/**
 * The body of PUT /faults. `count` calls are affected; `retryAfter` is in seconds, `delayMs` in milliseconds. `status` is that of reject-4xx; 202 and
 * 222 are answers of Hunter's that are no result. `gullible`: the AI obeys its data (gullible.ts). `none` ends the faults of the provider, or those
 * of `path`. `reason` is the provider's own. `sendgrid`: credits, forbidden, suspended. `openai`: insufficient_quota. `youtube`: quotaExceeded.
 * `gmail`: userRateLimitExceeded. `google` and `microsoft` (their sign-ins): invalid_grant.
 */
export const FaultOrder = z.object({
  provider: z.enum([...providers, 'smtp']),
  mode: z.preprocess((value) => (typeof value === 'number' ? String(value) : value), z.enum(modes)),
  count: z.int().min(1).max(1_000_000).default(1),
  retryAfter: z.int().min(0).max(86_400).optional(),
  status: z
    .union([
      z.literal(400),
      z.literal(401),
      z.literal(402),
      z.literal(403),
      z.literal(404),
      z.literal(413),
      z.literal(451),
      z.literal(202),
      z.literal(222),
    ])
    .default(400),
  reason: z.string().max(60).optional(),
  /** Only calls whose path ends so, such as `/drafts/send`; unset: every call of the provider. */
  path: z.string().max(60).optional(),
  /** Only calls by this method; unset: all. */
  method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).optional(),
  delayMs: z.int().min(0).max(600_000).default(3_000),
});

export type Fault = z.infer<typeof FaultOrder>;

/** The next faults, by provider; in memory only. */
export interface Faults {
  set(order: Fault): void;
  list(): Fault[];
  /** The fault for one call to the provider, counted down; undefined when all is well. */
  take(provider: Provider, call: { path: string; method: string }): Fault | undefined;
  /** Aborted when the server closes, so that hanging calls end. */
  readonly closing: AbortSignal;
  close(): void;
}

export const createFaults = (): Faults => {
  const current = new Map<string, Fault>();
  const keyOf = ({ provider, method, path }: Fault) => [provider, method, path].join(' ');
  const closing = new AbortController();
  return {
    set: (order) => {
      const isMeant = ({ provider, path }: Fault) =>
        provider === order.provider && (order.path === undefined || order.path === path);
      if (order.mode !== 'none') current.set(keyOf(order), order);
      else for (const [key, fault] of current) if (isMeant(fault)) current.delete(key);
    },
    list: () => [...current.values()],
    take: (provider, { path, method }) => {
      const meets = (one: Fault) =>
        one.provider === provider && path.endsWith(one.path ?? '') && (one.method ?? method) === method;
      const fault = [...current.values()].find(meets);
      if (!fault) return undefined;
      if (fault.count <= 1) current.delete(keyOf(fault));
      else current.set(keyOf(fault), { ...fault, count: fault.count - 1 });
      return fault;
    },
    closing: closing.signal,
    close: () => closing.abort(),
  };
};
