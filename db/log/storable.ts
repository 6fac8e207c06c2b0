import type { AnyEvent } from '../../events/shared/event.ts';

const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Replaces NUL and halves of surrogate pairs by U+FFFD. jsonb refuses them, and the row must equal the log. */
export function storable<E extends AnyEvent>(event: E): E {
  const text = JSON.stringify(event);
  if (!/\\u(0000|d[89a-f])/.test(text)) return event;
  return JSON.parse(text, (_name, value) =>
    typeof value === 'string' ? value.replace(UNSTORABLE, '\ufffd') : value,
  ) as E;
}
