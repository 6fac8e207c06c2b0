import { z } from 'zod';
import { ianaZone } from '../accounts/businessInput.ts';
import { VARIANTS } from '../campaigns/variants.ts';
import { KINDS } from '../shared/event.ts';
import { isUsualYear, stop } from '../shared/text.ts';
import { eventTypes } from './eventText.ts';
import { placeOfEvent } from './historyEvent.ts';
import { SPANS } from './metrics.ts';

const EVENT_TYPES: ReadonlySet<string> = new Set(eventTypes());

/** A query of which a misspelt name is refused: it must not quietly answer everything. */
export const query = <S extends z.ZodRawShape>(shape: S) =>
  z.strictObject(shape, {
    error: (issue) =>
      issue.code === 'unrecognized_keys' ? `There is no parameter ${issue.keys.join(', ')}.` : undefined,
  });

/** A + in an address arrives as a space. */
const LOST_PLUS = /T[\d:.]+ \d/;

/** A moment in ISO 8601 with Z or an offset, as the same moment in UTC to the millisecond. */
const moment = (name: string) =>
  z.iso
    .datetime({
      offset: true,
      error: ({ input }) =>
        `${name} must be a time in ISO 8601 with Z or an offset, such as 2026-03-02T09:00:00Z${
          LOST_PLUS.test(String(input)) ? ' (write + as %2B in an address)' : ''
        }`,
      abort: true,
    })
    .refine(isUsualYear, `${name} must be a time from 1970 to 2999`)
    .transform((text) => new Date(text).toISOString());

const CURSOR = /^\d{1,9}-\d{1,20}-\d{1,19}$/;
const FEED_CURSOR = /^(0-0-0|(\d{1,9}-\d{1,20}-\d{1,19})-[0-9a-f]{8})$/;
const MOST_TX = 2n ** 64n - 1n;
const MOST_POSITION = 2n ** 63n - 1n;

function isPlace(text: string, form: RegExp): boolean {
  if (!form.test(text)) return false;
  const [, tx = '0', position = '0'] = text.split('-');
  return BigInt(tx) <= MOST_TX && BigInt(position) <= MOST_POSITION;
}

/** The place of an event in the whole log, as answers give it. */
export const cursor = (name: string) =>
  z.string().refine((text) => isPlace(text, CURSOR), { error: `${name} must be a cursor from an earlier answer` });

/** A place of a feed, with the beginning of its event's hash. */
export const feedCursor = (name: string) =>
  z.string().refine((text) => isPlace(text, FEED_CURSOR), {
    error: `${name} must be 0-0-0 or a cursor from an earlier answer (EPOCH-TX-POSITION-HASH)`,
  });

export const limit = (most: number, usual: number) =>
  z.coerce
    .number(`limit must be a whole number from 1 to ${most}`)
    .int(`limit must be a whole number from 1 to ${most}`)
    .min(1, `limit must be from 1 to ${most}`)
    .max(most, `limit must be from 1 to ${most}`)
    .default(usual);

const KIND = `kind must be one of: ${KINDS.join(', ')}`;
const tenant = z.string('tenant is missing: choose a user').regex(/^[\w-]{1,64}$/, 'No matching user.');
const streamId = z
  .string()
  .regex(new RegExp(`^(${KINDS.join('|')})-[^\\s@]{1,300}$`), 'stream must be the id of a stream, such as partner-4f…');

const ACTOR = '(?:recipient|visitor|(?:user|worker|webhook|system):(?:[\\w:./-]{1,100}|\\*))';

const filters = {
  stream: streamId.optional(),
  kind: z.enum(KINDS, { error: KIND }).optional(),
  type: z
    .string()
    .refine((type) => EVENT_TYPES.has(type), { error: 'type must be the name of an event, such as EmailSent' })
    .optional(),
  actor: z
    .string()
    .regex(
      new RegExp(`^${ACTOR}(?:,${ACTOR}){0,9}$`),
      'actor must be recipient, visitor, user:…, worker:…, webhook:… or system:…, or several with commas; worker:* is every worker',
    )
    .optional(),
  correlation: z
    .string()
    .regex(/^[\w:.-]{1,100}$/, 'correlation must be the id of a request')
    .optional(),
  from: moment('from').optional(),
  to: moment('to').optional(),
  before: cursor('before').optional(),
  limit: limit(200, 50),
};

/** GET /api/history. */
export const historyQuery = query(filters);
/** GET /api/admin/history: without a tenant, of all tenants. */
export const adminHistoryQuery = query({ ...filters, tenant: tenant.optional() }).refine(
  (asked) => asked.stream === undefined || asked.tenant !== undefined,
  // the log is ordered by tenant: a stream of an unknown one could be anywhere
  { error: 'stream: give the tenant, too', path: ['stream'] },
);

const FIND = 'find must be an address, or at least 3 letters of a name';

/** GET /api/admin/history/emails: what was sent to a person. Without a tenant, by all. */
export const emailsQuery = query({
  find: z
    .string(FIND)
    .max(320, stop(FIND))
    .transform((text) => text.trim())
    .refine((text) => text.split(/\s+/).some((word) => word.length >= 3), { error: FIND }),
  tenant: tenant.optional(),
  from: filters.from,
  to: filters.to,
  before: z.string().max(500, stop('before must be the next of an earlier answer')).optional(),
  limit: limit(100, 50),
});

/** Of whom an admin asks, where that must be said. */
export const ofTenant = query({ tenant });

/** A call that takes no parameters. */
export const noQuery = query({});

/** GET …/history/causes. */
export const causesQuery = query({
  event: z.string('event is missing: STREAM@VERSION').transform((id, context) => {
    const place = placeOfEvent(id);
    const known = place && KINDS.some((kind) => place.stream.startsWith(`${kind}-`));
    if (!place || !known) {
      context.addIssue({ code: 'custom', message: 'event must be STREAM@VERSION, such as message-c1.p1.1@7' });
      return z.NEVER;
    }
    return place;
  }),
});

export const AS_OF_SUBJECTS = ['dashboard', 'partners', 'campaigns', 'messages'] as const;
export type AsOfSubject = (typeof AS_OF_SUBJECTS)[number];

/** A stream's own id, as campaigns and messages have it. */
const id = (name: string) => z.string().regex(/^[\w.-]{1,200}$/, `${name} must be an id`);

/** GET …/history/as-of. That `at` is not in the future is for who knows the time. `after`: the next of an earlier answer. */
export const asOfQuery = query({
  at: moment('at'),
  what: z.enum(AS_OF_SUBJECTS, { error: `what must be one of: ${AS_OF_SUBJECTS.join(', ')}` }),
  campaign: id('campaign').optional(),
  after: z.string().max(500, stop('after must be the next of an earlier answer')).optional(),
});

/** GET /api/campaigns/{id}/start-preview. `at`: a moment of the past. */
export const startPreviewQuery = query({ at: moment('at').optional() });

/**
 * GET …/history/number/{name}. `span` narrows the dashboard's numbers to a part of their trend: the last 30 days, or the 30 before. `variant` narrows
 * a campaign's numbers to one version of its A/B test.
 */
export const numberQuery = query({
  campaign: id('campaign').optional(),
  span: z.enum(SPANS, { error: 'span must be recent or before' }).optional(),
  variant: z.enum(VARIANTS, { error: 'variant must be A or B' }).optional(),
  after: z
    .string()
    .regex(/^[\w.:-]{1,250}$/, 'after must be the next of an earlier answer')
    .optional(),
  limit: limit(200, 50),
});

/** GET /api/events. */
export const feedQuery = query({
  after: feedCursor('after').default('0-0-0'),
  limit: limit(1000, 1000),
});

/** GET /api/history/days and /api/admin/history/days: in which zone the days begin. */
export const eventDaysQuery = query({ zone: ianaZone.default('UTC') });
export const adminEventDaysQuery = eventDaysQuery.extend(ofTenant.shape);
