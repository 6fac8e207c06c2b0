import { zValidator } from '@hono/zod-validator';
import type { ValidationTargets } from 'hono';
import type { z } from 'zod';

/**
 * Checks a part of the request with a zod schema; what is wrong answers 400 with the first message and, in details, the message of every
 * field. Unknown fields are dropped (rulings).
 */
export function check<T extends keyof ValidationTargets, S extends z.ZodType>(target: T, schema: S) {
  return zValidator(target, schema, (result, c) => {
    if (result.success) return;
    const details = result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }));
    const first = details[0];
    const named =
      first?.field && !/[A-Z]/.test(first.message[0] ?? '') ? `${first.field}: ${first.message}` : first?.message;
    const field = first?.field && /^(Invalid|Expected|Required)/.test(first.message) ? `${first.field}: ` : '';
    return c.json({ error: `${field}${named ?? 'The request is not valid.'}`, details }, 400);
  });
}
