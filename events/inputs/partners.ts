import { z } from 'zod';
import { EMAIL_STATUSES, MOST_IMPORTED, PARTNER_STATUSES, PLATFORMS } from '../shared/options.ts';
import { partnerCriteria } from './business.ts';
import { LONGEST } from './longest.ts';
import { emailText, requiredText, stop, text, webAddress } from './text.ts';

/** POST /api/partners/generate. */
export const generateRequest = z.object({
  criteria: partnerCriteria,
  count: z
    .int('count must be a whole number from 1 to 10')
    .min(1, 'count must be from 1 to 10')
    .max(10, 'count must be from 1 to 10'),
});

/** PATCH /api/partners/{id}/status. */
export const partnerStatusChange = z.object({ status: z.enum(PARTNER_STATUSES) });

/** POST /api/partners/{id}/undo-decision: which decision, as the call that made it answered (`undo`). */
export const decisionUndo = z.object({ decision: z.int('decision must be a whole number') });

const note = text(LONGEST.notes, 'Notes are longer than 4,000 characters');
const tag = requiredText('A tag is empty', 40, 'A tag is longer than 40 characters');

/** PATCH /api/partners/{id}/notes. The note takes the place of the one that was `seen`; tags come and go one by one. */
export const notesChange = z.object({
  note: z.object({ text: note, seen: note }).optional(),
  addTag: tag.optional(),
  removeTag: tag.optional(),
});
export type NotesChange = z.infer<typeof notesChange>;

export const emailAddress = emailText('Invalid email');

/** POST /api/partners/{id}/contact. */
export const contactUpdate = z.object({
  contactInfo: z.object({
    email: emailAddress,
    socialProfiles: z
      .array(
        z.object({
          platform: z.string().max(40, stop()),
          url: webAddress(500, 'The address of a profile must begin with http:// or https://'),
        }),
      )
      .max(20)
      .optional(),
    confidence: z.number().min(0).max(1).optional(),
  }),
});

/** POST /api/partners/ingest-url: the shape of the URL is judged by linkedinHandle(), whose message the screen expects. */
export const ingestRequest = z.object({
  profileUrl: requiredText('Please enter a LinkedIn profile URL.', 500, 'The address is longer than 500 characters'),
});

/** One line of an imported list: a name, and a profile URL or a platform with a username. */
export const importRow = z
  .object({
    line: z.int().min(1),
    name: requiredText('name is missing', 200, 'name is longer than 200 characters'),
    profileUrl: webAddress(
      500,
      'profile URL is not an http(s) address',
      'profile URL is longer than 500 characters',
    ).optional(),
    platform: z.enum(PLATFORMS, { error: `platform must be one of: ${PLATFORMS.join(', ')}` }).optional(),
    username: text(100, 'username is longer than 100 characters').min(1, stop('username is empty')).optional(),
    email: emailText('email is not a valid address').optional(),
    followersCount: z
      .number('followers must be a whole number')
      .max(1_000_000_000, stop('followers must be at most 1,000,000,000'))
      .int('followers must be a whole number')
      .min(0, 'followers must not be negative')
      .optional(),
    engagementRate: z
      .number('engagement must be a percent number')
      .min(0, 'engagement must not be negative')
      .max(100, 'engagement must be at most 100 percent')
      .optional(),
    industry: text(60, 'industry is longer than 60 characters').optional(),
    bio: text(2000, 'bio is longer than 2000 characters').optional(),
  })
  .refine((row) => row.profileUrl || (row.platform && row.username), {
    error: 'give a profile URL, or a platform and a username',
  });
export type ImportRow = z.infer<typeof importRow>;

/** POST /api/partners/import: all rows or none; each row is checked by importRow, so that every bad line is named. */
export const importRequest = z.object({
  rows: z
    .array(z.record(z.string(), z.unknown()))
    .min(1, 'The list has no rows')
    .max(MOST_IMPORTED, `A list may have at most ${MOST_IMPORTED} rows`),
});

const numberText = (name: string) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, `${name} must be a number`)
    .transform(Number)
    .optional();

const MOST_SELECTED = 10_000;

/** The filters of the lists and of GET /api/partners/export; numbers arrive as text in a query string. */
export const partnerFilterQuery = z.object({
  search: z.string().max(200, stop()).optional(),
  industry: z.string().max(60, stop()).optional(),
  tag: z.string().max(40, stop()).optional(),
  minFollowers: numberText('minFollowers'),
  minEngagement: numberText('minEngagement'),
  minMatchScore: numberText('minMatchScore'),
  /** Whether a least number of followers or engagement lets those through of whom it is not known. */
  includeUnknown: z
    .enum(['true', 'false'], { error: 'includeUnknown must be true or false' })
    .transform((text) => text === 'true')
    .optional(),
  status: z.enum(PARTNER_STATUSES).optional(),
  emailStatus: z.enum(EMAIL_STATUSES).optional(),
  platforms: z
    .string()
    .max(100, stop())
    .transform((text) => text.split(','))
    .pipe(z.array(z.enum(PLATFORMS, { error: `platforms must be some of: ${PLATFORMS.join(',')}` })))
    .optional(),
});
export type PartnerFilter = z.infer<typeof partnerFilterQuery>;

/** POST /api/partners/export and /api/partners/enhance-contacts: the partners that were selected. */
export const selectedPartners = z.object({
  ids: z
    .array(z.string().min(1, stop()).max(80, stop()))
    .min(1, 'Select at least one partner')
    .max(MOST_SELECTED, `Select at most ${MOST_SELECTED} partners at a time`),
});

/** GET /api/partners. */
export const partnerListQuery = z.object({ status: z.enum(PARTNER_STATUSES).optional() });
