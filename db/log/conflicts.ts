import { UNREADABLE } from '../../events/shared/unreadable.ts';

/** Optimistic concurrency: a stream is not at the expected version. Load again and decide again. */
export class ConcurrencyConflict extends Error {
  constructor() {
    super('The stream moved on since it was loaded.');
    this.name = 'ConcurrencyConflict';
  }
}

/** The person's key is gone: the person was erased, and nothing may be written for them any more. */
export class PersonErasedError extends Error {
  constructor() {
    super('The person was erased; nothing can be written for them.');
    this.name = 'PersonErasedError';
  }
}

/** The keys of these persons were damaged, so nothing can be sealed under them. */
export class PersonUnreadableError extends Error {
  constructor(readonly persons: ReadonlySet<string>) {
    super(`${UNREADABLE}.`);
    this.name = 'PersonUnreadableError';
  }
}

/** A unique constraint of the read models, by the business name of what it guards. */
export type UniqueRule = 'address' | 'open_search' | 'intent';

export class AlreadyTaken extends Error {
  readonly rule: UniqueRule;
  constructor(rule: UniqueRule) {
    super(`Already taken: ${rule}.`);
    this.name = 'AlreadyTaken';
    this.rule = rule;
  }
}

const RULES: Readonly<Record<string, UniqueRule>> = {
  users_address: 'address',
  searches_one_open: 'open_search',
  messages_intent: 'intent',
};

function field(error: unknown, name: string): string | undefined {
  const value = error !== null && typeof error === 'object' ? (error as Record<string, unknown>)[name] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** Turns the database's refusal of a commit into its named error; any other error is given back as it is. */
export function namedConflict(error: unknown): unknown {
  const code = field(error, 'code');
  // 40P01: PostgreSQL ended one of two commits that waited for each other; nothing of it was written
  if (code === 'PP001' || code === '40P01') return new ConcurrencyConflict();
  if (code === 'PP003') return new PersonErasedError();
  if (code !== '23505') return error;
  const constraint = field(error, 'constraint_name') ?? '';
  // two commands that both made a stream, or a person's key: the slower one starts again
  if (constraint === 'events_stream_version' || constraint === 'person_keys_pkey') return new ConcurrencyConflict();
  const rule = RULES[constraint];
  return rule ? new AlreadyTaken(rule) : error;
}
