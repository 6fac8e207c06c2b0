import { z } from 'zod';
import { partnerCriteria } from '../accounts/businessInput.ts';
import { LONGEST } from '../shared/longest.ts';
import {
  CONTACTED,
  EMAIL_STATUSES,
  IMPORT_LIMIT,
  LAST_CONTACTS,
  MOST_PER_SEARCH,
  PARTNER_SOURCES,
  PARTNER_STATUSES,
  PLATFORMS,
  REJECT_REASONS,
  REPLY_LABELS,
  SEARCH_EVERY,
} from '../shared/options.ts';
import { emailText, requiredText, stop, text, webAddress } from '../shared/text.ts';

/** POST /api/partners/generate. */
export const generateRequest = z.object({
  criteria: partnerCriteria,
  count: z
    .int('count must be a whole number from 1 to 10')
    .min(1, 'count must be from 1 to 10')
    .max(10, 'count must be from 1 to 10'),
});

const COUNT = `count must be a whole number from 1 to ${MOST_PER_SEARCH}`;

/** POST /api/searches, by the saved criteria. */
export const searchRequest = z.object({ count: z.int(COUNT).min(1, COUNT).max(MOST_PER_SEARCH, COUNT) });

/** PUT /api/search-schedule. */
export const searchScheduleForm = searchRequest.extend({
  every: z.enum(SEARCH_EVERY, `every must be one of: ${SEARCH_EVERY.join(', ')}`),
});

/** PATCH /api/partners/{id}/status. */
export const partnerStatusChange = z
  .object({ status: z.enum(PARTNER_STATUSES), reason: z.enum(REJECT_REASONS).optional() })
  .refine(({ status, reason }) => reason === undefined || status === 'rejected', {
    path: ['reason'],
    error: 'Only a rejection has a reason',
  });

/** POST /api/partners/{id}/undo-decision: which decision, as the call that made it answered (`undo`). */
export const decisionUndo = z.object({ decision: z.int('decision must be a whole number') });

/** The longest text of an imported row. */
export const LONGEST_BIO = 2_000;

const note = text(LONGEST.notes, 'Notes are longer than 4,000 characters');
const tag = requiredText('A tag is empty', 40, 'A tag is longer than 40 characters');

/** PATCH /api/partners/{id}/notes. The note takes the place of the one that was `seen`; `addNote` is put below it. Tags come and go one by one. */
export const notesChange = z.object({
  note: z.object({ text: note, seen: note }).optional(),
  addTag: tag.optional(),
  removeTag: tag.optional(),
  addNote: requiredText('The note is empty', LONGEST.notes, 'Notes are longer than 4,000 characters').optional(),
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

/** POST /api/partners/ingest-url: readProfile.ts judges the address. */
export const ingestRequest = z.object({
  profileUrl: requiredText('Please enter a LinkedIn profile URL.', 500, 'The address is longer than 500 characters'),
});

/** One line of an imported list: a name, and a profile URL or a platform with a username. Each message is a code (importProblems.ts). */
export const importRow = z
  .object({
    line: z.int().min(1),
    name: requiredText('name_missing', 200, 'name_too_long'),
    profileUrl: webAddress(500, 'profile_url_invalid', 'profile_url_too_long').optional(),
    platform: z.enum(PLATFORMS, { error: 'platform_unknown' }).optional(),
    username: z
      .string('username_invalid')
      .trim()
      .min(1, stop('username_invalid'))
      .max(100, stop('username_too_long'))
      .optional(),
    email: emailText('email_invalid', 'email_invalid').optional(),
    followersCount: z
      .number('followers_invalid')
      .max(1_000_000_000, stop('followers_too_many'))
      .int('followers_invalid')
      .min(0, 'followers_negative')
      .optional(),
    engagementRate: z.number('engagement_invalid').min(0, 'engagement_range').max(100, 'engagement_range').optional(),
    industry: z.string('industry_invalid').trim().max(60, stop('industry_too_long')).optional(),
    bio: z.string('bio_invalid').trim().max(LONGEST_BIO, stop('bio_too_long')).optional(),
    /** More addresses of the person's profiles, with spaces between them. */
    otherProfiles: z.string('profile_url_invalid').trim().max(2_000, stop('profile_url_too_long')).optional(),
  })
  .refine((row) => row.profileUrl || (row.platform && row.username), { error: 'no_profile' });
export type ImportRow = z.infer<typeof importRow>;
export type ImportField = Exclude<keyof ImportRow, 'line'>;

/** A row as it was sent: nothing in it was checked but the kind of its cells. `null`: a cell that is neither text nor a number. */
export type ImportCells = { line: number } & Partial<Record<ImportField, string | number | null>>;

const IMPORT_CELLS = Object.keys(importRow.shape).filter((name) => name !== 'line') as ImportField[];
const HIGHEST_LINE = 10_000_000;

/** Keeps the known cells of a row alone: what else a stranger sends is not looked at. */
function cellsOf(raw: Record<string, unknown>, index: number): ImportCells {
  const line = Number.isInteger(raw.line) ? Number(raw.line) : 0;
  const cells: ImportCells = { line: line >= 1 && line <= HIGHEST_LINE ? line : index + 1 };
  for (const name of IMPORT_CELLS) {
    const cell = raw[name];
    if (cell !== undefined) cells[name] = typeof cell === 'string' || typeof cell === 'number' ? cell : null;
  }
  return cells;
}

const isRow = (value: unknown): boolean => typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * POST /api/partners/import: a whole list, or one part of it. Parts of one import share its id; each is taken once. Rows are checked one by
 * one when all parts are there (importRow).
 */
export const importRequest = z
  .object({
    rows: z
      .array(z.unknown(), 'rows must be a list')
      .min(1, 'The list has no rows')
      .max(IMPORT_LIMIT.rows, stop(`A list may have at most ${IMPORT_LIMIT.rows} rows`))
      .refine((rows) => rows.every(isRow), 'Each row must be an object')
      .transform((rows) => rows.map((row, index) => cellsOf(row as Record<string, unknown>, index))),
    importId: z
      .string()
      .regex(/^[\w-]{8,40}$/, 'importId must be 8 to 40 letters, digits, hyphens or underscores')
      .optional(),
    part: z.int('part must be a whole number').min(1, 'part must be at least 1').default(1),
    parts: z
      .int('parts must be a whole number')
      .min(1, 'parts must be at least 1')
      .max(IMPORT_LIMIT.parts, `parts must be at most ${IMPORT_LIMIT.parts}`)
      .default(1),
    allOrNothing: z.boolean('allOrNothing must be true or false').default(false),
  })
  .refine(({ part, parts }) => part <= parts, { error: 'part must be at most parts', path: ['part'] })
  .refine(({ importId, parts }) => importId !== undefined || parts === 1, {
    error: 'A list in parts needs an importId',
    path: ['importId'],
  });

const numberText = (name: string) =>
  z
    .string()
    .regex(/^\d+(\.\d+)?$/, `${name} must be a number`)
    .transform(Number)
    .optional();

const oneOf = <const T extends readonly string[]>(name: string, values: T) =>
  z.enum(values, { error: `${name} must be one of: ${values.join(', ')}` }).optional();

export const MOST_SELECTED = 10_000;

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
  searchId: z.string().max(80, stop()).optional(),
  id: z.string().max(80, stop()).optional(),
  withoutEmail: z.literal('true', { error: 'withoutEmail must be true' }).optional(),
  /** Only those whom a source confirms. */
  verified: z.enum(['true', 'false'], { error: 'verified must be true or false' }).optional(),
  /** Those whom this campaign may add. */
  availableFor: z.string().max(80, stop()).optional(),
  country: z.string().max(60, stop()).optional(),
  source: oneOf('source', PARTNER_SOURCES),
  /** Whether a campaign wrote to them, and whether they replied. */
  contacted: oneOf('contacted', CONTACTED),
  /** The days since a campaign last wrote to them. */
  lastContact: oneOf('lastContact', LAST_CONTACTS),
  /** One of their conversations has it. */
  label: oneOf('label', REPLY_LABELS),
});
export type PartnerFilter = z.infer<typeof partnerFilterQuery>;

const selectedIds = z
  .array(z.string().min(1, stop()).max(80, stop()))
  .min(1, 'Select at least one partner')
  .max(MOST_SELECTED, `Select at most ${MOST_SELECTED} partners at a time`);

/** POST /api/partners/export and /api/partners/selected: the partners that were selected. */
export const selectedPartners = z.object({ ids: selectedIds });

/** POST /api/partners/enhance-contacts: those who were selected, or all that a filter lets through. */
export const selectedOrFiltered = z
  .object({ ids: selectedIds.optional(), filter: partnerFilterQuery.optional() })
  .refine(({ ids, filter }) => ids || filter, { error: 'Select at least one partner' });

/** The same act on up to so many partners is done in the call itself. A batch of the worker does it for more, and for a filter. */
export const DONE_AT_ONCE = 50;

/** POST /api/partners/decide: those who were selected, or all that a filter lets through. `before`: their status now; others are left out. */
export const manyDecision = z
  .object({
    ids: selectedIds.optional(),
    filter: partnerFilterQuery.optional(),
    before: z.enum(['pending', 'approved']),
    status: z.enum(['approved', 'rejected']),
    reason: z.enum(REJECT_REASONS).optional(),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), { error: 'Name either ids or a filter' })
  .refine(({ before, status }) => before !== status, { path: ['status'], error: 'They have this status' });

/** POST /api/partners/notes: one change of the notes of those who were selected, or of all that a filter lets through. */
export const manyNotes = notesChange
  .omit({ note: true })
  .extend({ ids: selectedIds.optional(), filter: partnerFilterQuery.optional() })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), { error: 'Name either ids or a filter' })
  .refine(({ addTag, removeTag, addNote }) => [addTag, removeTag, addNote].filter(Boolean).length === 1, {
    error: 'Name one of addTag, removeTag and addNote',
  });

/** POST /api/partners/undo-decisions: as the call that made them answered, or all of a batch. */
export const decisionsUndo = z
  .object({
    decisions: z
      .array(
        z.object({ id: z.string().min(1, stop()).max(80, stop()), decision: z.int('decision must be a whole number') }),
      )
      .min(1, 'Name at least one decision')
      .max(DONE_AT_ONCE, `Undo at most ${DONE_AT_ONCE} decisions at a time`)
      .optional(),
    batchId: z.string().max(80, stop()).optional(),
  })
  .refine(({ decisions, batchId }) => (decisions === undefined) !== (batchId === undefined), {
    error: 'Name either decisions or a batch',
  });

/** The orders of a list of partners. */
export const PARTNER_SORTS = ['match', 'followers', 'engagement', 'name', 'industry', 'email', 'added'] as const;
export type PartnerSort = (typeof PARTNER_SORTS)[number];

/** GET /api/partners. */
export const partnerListQuery = partnerFilterQuery.extend({
  sort: z.enum(PARTNER_SORTS, { error: `sort must be one of: ${PARTNER_SORTS.join(', ')}` }).default('added'),
  /** The other way round. Those of whom the value is not known come last all the same. */
  turned: z
    .enum(['true', 'false'], { error: 'turned must be true or false' })
    .transform((text) => text === 'true')
    .default(false),
});

/** GET /api/campaigns/{id}/available-partners. */
export const availableListQuery = partnerListQuery.pick({ search: true, contacted: true, sort: true, turned: true });
