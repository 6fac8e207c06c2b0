import { upcast } from '../../events/catalog.ts';
import { type AnyEvent, kindOf, type Recorded } from '../../events/shared/event.ts';
import { type Envelope, type Opened, openEnvelope, type PersonKey, sealEnvelope } from '../vault/envelope.ts';

/** The payload column: data in the clear, and the personal part as an envelope. */
type Payload = { d: object; p?: Envelope };

export type StoredEvent = {
  stream_id: string;
  version: number;
  type: string;
  schema_version: number;
  payload: unknown;
  actor: string;
  recorded_at: Date;
};

const placeOf = (streamId: string, version: number) => `${streamId}|${version}|personal`;

/** Whether an event needs its person's key to be written. */
export const isPersonal = (event: AnyEvent): boolean => event.personal !== undefined && event.personal !== null;

/** The payload's text for an event that will be `version` of its stream. `key` is the key of the stream's person. */
export function payloadText(streamId: string, version: number, event: AnyEvent, key: PersonKey | undefined): string {
  const payload: Payload = { d: event.data };
  if (isPersonal(event)) {
    if (!key?.key) throw new Error(`No key for the personal part of ${event.type}`);
    payload.p = sealEnvelope({ id: key.id, key: key.key }, event.personal, placeOf(streamId, version));
  }
  return JSON.stringify(payload);
}

/** Reads a stored event, upcast and opened with the person's key. `personal` is null if the key is gone or unreadable. */
export function readStored(row: StoredEvent, key: PersonKey | undefined): Recorded<AnyEvent> {
  const payload = row.payload as Payload;
  const event = {
    type: row.type,
    data: upcast(kindOf(row.stream_id), row.type, row.schema_version, payload.d),
    at: row.recorded_at.toISOString(),
    actor: row.actor,
  };
  const opened = openStored(row.stream_id, row.version, payload, key);
  if (opened === undefined) return event;
  const { value: personal, unreadable } = opened;
  return unreadable ? { ...event, personal, unreadable } : { ...event, personal };
}

/** The sealed text of a stored payload; undefined where there is none. */
export function openStored(
  streamId: string,
  version: number,
  payload: unknown,
  key: PersonKey | undefined,
): Opened | undefined {
  const { p } = payload as Payload;
  return p === undefined ? undefined : openEnvelope(key, p, placeOf(streamId, version));
}

const UNSTORABLE = /\0|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Replaces NUL and halves of surrogate pairs by U+FFFD. jsonb refuses them, and the row must equal the log. */
export function storable<E extends AnyEvent>(event: E): E {
  const text = JSON.stringify(event);
  if (!/\\u(0000|d[89a-f])/.test(text)) return event;
  return JSON.parse(text, (_name, value) =>
    typeof value === 'string' ? value.replace(UNSTORABLE, '\ufffd') : value,
  ) as E;
}
