import { zValidator } from '@hono/zod-validator';
import type { ValidationTargets } from 'hono';
import type { z } from 'zod';
import { UNREADABLE_TEXT, unreadableField } from '../../events/shared/unreadableField.ts';
import { declare } from './contract.ts';

/** zod's own texts, which do not name their field; ours do. */
const OWN_TEXT = /^(Invalid|Too|Expected|Unrecognized)/;

const fieldOf = (issue: z.core.$ZodIssue): string =>
  issue.path.join('.') || (issue.code === 'unrecognized_keys' ? issue.keys.join(', ') : 'body');

/**
 * Checks a part of the request with a zod schema. An error answers 400 with the first message, and with each field's message in details. Unknown
 * fields are dropped (rulings). `text: 'any'`: the caller judges unreadable characters itself.
 */
export function check<T extends keyof ValidationTargets, S extends z.ZodType>(
  target: T,
  schema: S,
  text: 'readable' | 'any' = 'readable',
) {
  const validator = zValidator(target, schema, (result, c) => {
    if (result.success) {
      const field = text === 'readable' ? unreadableField(result.data) : null;
      if (field === null) return;
      return c.json({ error: `${field}: ${UNREADABLE_TEXT}`, details: [{ field, message: UNREADABLE_TEXT }] }, 400);
    }
    const details = result.error.issues.map((issue) => ({ field: fieldOf(issue), message: issue.message }));
    const first = details[0] ?? { field: 'body', message: 'The request is not valid.' };
    const error = OWN_TEXT.test(first.message) ? `${first.field}: ${first.message}` : first.message;
    return c.json({ error, details }, 400);
  });
  return declare(validator, { input: { target, schema } });
}
