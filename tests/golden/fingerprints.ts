import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { aggregates } from '../../events/catalog.ts';
import type { EventDefinition, EventDefinitions, Kind } from '../../events/shared/event.ts';

/** One stored event in the clear: `d` and `p` of its payload, and for an old version what `d` becomes. */
export type Sample = { d: object; p?: object; becomes?: object };

const fileOf = (name: string) => new URL(`./${name}.json`, import.meta.url);

/** The samples of a kind of stream: type → version → sample. */
export const samplesOf = (kind: Kind): Record<string, Record<string, Sample>> =>
  JSON.parse(readFileSync(fileOf(kind), 'utf8')) as Record<string, Record<string, Sample>>;

export const SCHEMAS = fileOf('schemas');

/** The fingerprints that are written down, by `kind/Type@version`. */
export const knownFingerprints = (): Record<string, string> =>
  JSON.parse(readFileSync(SCHEMAS, 'utf8')) as Record<string, string>;

/** Every event type of the catalogue, with its name by kind, type and current version. */
export const allDefinitions = (): { kind: Kind; type: string; name: string; definition: EventDefinition }[] =>
  (Object.keys(aggregates) as Kind[]).flatMap((kind) =>
    Object.entries(aggregates[kind].definitions as EventDefinitions).map(([type, definition]) => ({
      kind,
      type,
      name: `${kind}/${type}@${definition.version}`,
      definition,
    })),
  );

/** Limits of forms that no reader of an old event relies on. Such a limit may change without a new version. */
const LIMITS = new Set([
  ...['minLength', 'maxLength', 'minimum', 'maximum', 'minItems', 'maxItems'],
  ...['exclusiveMinimum', 'exclusiveMaximum', 'description', '$schema'],
]);

/** A JSON value with its names in one order, without limits. `properties` are the event's own names: none of those is a limit. */
function plain(value: unknown, ofProperties = false): unknown {
  if (Array.isArray(value)) return value.map((item) => plain(item));
  if (value === null || typeof value !== 'object') return value;
  // the pattern of a format is zod's own, which may change with it
  const isLimit = (name: string) => LIMITS.has(name) || (name === 'pattern' && 'format' in value);
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => ofProperties || !isLimit(name))
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, plain(inner, name === 'properties' && !ofProperties)]),
  );
}

const shapeOf = (schema: z.ZodType): unknown =>
  plain(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }));

/** A few letters that change with the form of an event's stored data. */
export function fingerprintOf({ data, personal }: EventDefinition): string {
  const shape = JSON.stringify([shapeOf(data), personal ? shapeOf(personal) : null]);
  return hash('sha256', shape).slice(0, 16);
}
