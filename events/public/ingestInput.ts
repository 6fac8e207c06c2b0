import { z } from 'zod';
import { feedCursor, limit } from '../history/historyInput.ts';
import { importRow } from '../partners/partnersInput.ts';
import { type ActName, MOST_ACTS } from '../shared/incomingActs.ts';
import { REJECT_REASONS } from '../shared/options.ts';
import { emailText, requiredText, stop } from '../shared/text.ts';
import { PUBLIC_NAMES } from './catalog.ts';

/** Chosen by the other system, such as `hubspot:1234`. */
const externalId = requiredText('externalId is empty', 200, 'externalId is longer than 200 characters');

const names = {
  partnerId: z
    .string()
    .regex(/^[0-9a-f]{32}$/, 'partnerId must be one of ours')
    .optional(),
  externalId: externalId.optional(),
  profileUrl: z.string().max(500, stop()).optional(),
  email: emailText('email is not a valid address').optional(),
};

/** A person is named in one of these ways; the first that is given counts. A contact's email counts beside it. */
const who = z.object(names);
export type IngestWho = z.infer<typeof who>;
const named = ({ partnerId, externalId: id, profileUrl, email }: IngestWho): boolean =>
  [partnerId, id, profileUrl, email].some((name) => name !== undefined);
const NAMED = { error: 'Name the person: partnerId, externalId, profileUrl or email' };

const { line: _line, ...row } = importRow.shape;

/** One act of another system. */
export const ingestAct = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('contact.deleted'),
    /** `erase`: their data here is erased, too. */
    data: who.extend({ erase: z.boolean().default(false) }).refine(named, NAMED),
  }),
  z.object({ type: z.literal('contact.unsubscribed'), data: who.refine(named, NAMED) }),
  z.object({ type: z.literal('partner.add'), data: z.object({ externalId: externalId.optional(), ...row }) }),
  z.object({ type: z.literal('partner.approve'), data: who.refine(named, NAMED) }),
  z.object({
    type: z.literal('partner.reject'),
    data: who.extend({ reason: z.enum(REJECT_REASONS).optional() }).refine(named, NAMED),
  }),
]);
export type IngestAct = z.infer<typeof ingestAct>;
({}) satisfies Record<Exclude<ActName, IngestAct['type']>, never>;

/** POST /api/ingest: each act is read alone, so that a wrong one does not stop the others. */
export const ingestRequest = z.object({
  acts: z
    .array(ingestAct.or(z.unknown()))
    .min(1, 'acts is empty')
    .max(MOST_ACTS, `A call may have at most ${MOST_ACTS} acts`),
});

const LONGEST_POSITION = 60;

/** The name of a position, such as `crm` or `warehouse.daily`. */
const positionName = z
  .string()
  .regex(/^[\w.-]+$/, 'A name has letters, digits, dots, hyphens and underscores')
  .max(LONGEST_POSITION, stop());
export const MOST_POSITIONS = 20;
const MOST_PUBLIC_EVENTS = 200;
/** A call waits at most this long for news. */
const LONGEST_WAIT_SECONDS = 25;

const id = z.string().max(80, stop()).optional();

/** GET /api/feed/events. */
export const publicFeedQuery = z
  .object({
    after: feedCursor('after').optional(),
    position: positionName.optional(),
    types: z
      .string()
      .max(300, stop())
      .transform((text) => text.split(','))
      .pipe(z.array(z.enum(PUBLIC_NAMES, { error: `types must be some of: ${PUBLIC_NAMES.join(',')}` })))
      .optional(),
    campaign: id,
    partner: id,
    limit: limit(MOST_PUBLIC_EVENTS, 100),
    wait: z.coerce
      .number()
      .int()
      .min(0)
      .max(LONGEST_WAIT_SECONDS, `wait must be at most ${LONGEST_WAIT_SECONDS}`)
      .default(0),
    personal: z.literal('true', { error: 'personal must be true' }).optional(),
  })
  .refine(({ after, position }) => after === undefined || position === undefined, {
    error: 'Name either after or position',
    path: ['position'],
  });

/** The name in /api/feed/positions/{name}. */
export const positionParam = z.object({ name: positionName });

/** PUT /api/feed/positions/{name}. */
export const positionForm = z.object({ cursor: feedCursor('cursor') });
