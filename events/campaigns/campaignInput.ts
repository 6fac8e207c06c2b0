import { z } from 'zod';
import { mailboxId, sendHours } from '../sending/sendingInput.ts';
import { LANGUAGE_CODES } from '../shared/languages.ts';
import { LONGEST } from '../shared/longest.ts';
import { CAMPAIGN_STATUSES, DAILY_LIMIT, PARTNERS_A_CALL, SUBJECT_TYPES } from '../shared/options.ts';
import { filledInByNoOne, hasNoPlaceholder, isOneLine, requiredText, stop, text, webAddress } from '../shared/text.ts';
import { AFTER_DAYS, FOLLOW_UP_WRITERS, MOST_FOLLOW_UPS } from './followUps.ts';
import { TONES } from './offer.ts';
import { abTestProblem, VARIANTS, VARIES } from './variants.ts';

const name = requiredText('Campaign name is required', 200, 'Campaign name must be at most 200 characters');
const subjectType = z.enum(SUBJECT_TYPES);

const SINGLE_LINE = 'Subject must be a single line';

const staticSubject = text(LONGEST.staticSubject, 'Subject must be at most 200 characters')
  .refine(isOneLine, SINGLE_LINE)
  .refine(hasNoPlaceholder, filledInByNoOne);
const invitationText = text(LONGEST.invitationText, 'Invitation must be at most 500 characters').refine(
  hasNoPlaceholder,
  filledInByNoOne,
);
const promptTooLong = 'Message instructions must be at most 4000 characters';
/** Without any the present ones stay. */
const changedPrompt = text(LONGEST.messagePrompt, promptTooLong);
const messagePrompt = requiredText('Message instructions are required', LONGEST.messagePrompt, promptTooLong);
const limitMessage = 'Daily limit must be between 1-10';
const dailyLimit = z.int({ error: limitMessage }).min(DAILY_LIMIT.min, limitMessage).max(DAILY_LIMIT.max, limitMessage);

const daysMessage = `Days must be between ${AFTER_DAYS.min} and ${AFTER_DAYS.max}`;
const followUps = z
  .array(
    z.object({
      id: z
        .string()
        .regex(/^[\w-]{1,40}$/, stop('A follow-up has an invalid id'))
        .optional(),
      afterDays: z.int({ error: daysMessage }).min(AFTER_DAYS.min, daysMessage).max(AFTER_DAYS.max, daysMessage),
      writer: z.enum(FOLLOW_UP_WRITERS),
      text: requiredText(
        'Say what the follow-up should say',
        LONGEST.followUp,
        'A follow-up must be at most 4000 characters',
      ).refine(hasNoPlaceholder, filledInByNoOne),
    }),
  )
  .max(MOST_FOLLOW_UPS, `A campaign has at most ${MOST_FOLLOW_UPS} follow-ups`)
  .refine((list) => list.every(({ id }, at) => list.findIndex((one) => one.id === id) === at || id === undefined), {
    error: 'Two follow-ups have the same id',
  });

const recipientHours = z.boolean({ error: 'Working hours of the recipients must be on or off' });

const abTest = z.object({
  varies: z.enum(VARIES),
  variantB: requiredText('Write version B', LONGEST.messagePrompt, 'Version B must be at most 4000 characters').refine(
    hasNoPlaceholder,
    filledInByNoOne,
  ),
});

const offerPart = (label: string, length: number) =>
  text(length, `${label} must be at most ${length} characters`).refine(hasNoPlaceholder, filledInByNoOne).default('');

/** All of it is optional, and none is the same as an empty one. */
const offer = z.object({
  what: offerPart('What you offer', LONGEST.offer),
  commission: offerPart('Commission or fee', 200).refine(isOneLine, 'Commission or fee must be a single line'),
  code: offerPart('Code', 40).refine((code) => /^\S*$/.test(code), 'The code must be one word'),
  link: z
    .union([
      z.literal(''),
      webAddress(500, 'Enter a link that begins with https://', 'The link must be at most 500 characters'),
    ])
    .default(''),
});

type CampaignVersions = {
  subjectType: 'static' | 'show_me_you_know_me';
  staticSubject?: string | undefined;
  invitationText?: string | undefined;
  messagePrompt: string;
  abTest?: z.infer<typeof abTest> | null | undefined;
};

/** Version B beside the campaign's own. */
function versionsDiffer(form: CampaignVersions, context: z.RefinementCtx): void {
  const { staticSubject = null, invitationText = null, messagePrompt, subjectType } = form;
  const text = { staticSubject, invitationText, messagePrompt };
  const message = abTestProblem({ subjectType, text, abTest: form.abTest ?? null });
  if (message) context.addIssue({ code: 'custom', message, path: ['abTest', 'variantB'] });
}

function subjectIsComplete(value: {
  subjectType?: 'static' | 'show_me_you_know_me' | undefined;
  staticSubject?: string | null | undefined;
  invitationText?: string | null | undefined;
}): boolean {
  if (value.subjectType === 'static') return Boolean(value.staticSubject);
  if (value.subjectType === 'show_me_you_know_me') return Boolean(value.invitationText);
  return true;
}

const incomplete = { error: 'Subject configuration is incomplete', path: ['staticSubject'] };

const fields = {
  name,
  subjectType,
  staticSubject: staticSubject.optional(),
  invitationText: invitationText.optional(),
  messagePrompt,
  dailyLimit: dailyLimit.default(DAILY_LIMIT.default),
  /** Hours of its own; null or nothing: the usual ones of Settings. */
  sendWindow: sendHours.nullable().optional(),
  /** The sending account; null: all, evenly. */
  mailbox: mailboxId.nullable().optional(),
  /** In their order; each waits for the one before it, and keeps its id. */
  followUps: followUps.optional(),
  /** Null or nothing: everyone gets the same version. */
  abTest: abTest.nullable().optional(),
  /** Nothing: no. */
  recipientHours: recipientHours.optional(),
  offer: offer.nullable().optional(),
  /** Null or nothing: as the instructions are. */
  tone: z.enum(TONES).nullable().optional(),
  language: z.enum(LANGUAGE_CODES).nullable().optional(),
};

/** POST /api/campaigns. */
export const campaignForm = z.object(fields).refine(subjectIsComplete, incomplete).superRefine(versionsDiffer);
export type CampaignForm = z.infer<typeof campaignForm>;

/** The Edit dialog: without message instructions the present ones stay. */
export const campaignEditForm = z
  .object({ ...fields, messagePrompt: changedPrompt })
  .refine(subjectIsComplete, incomplete)
  .superRefine(versionsDiffer);

/** PATCH /api/campaigns/{id}: what is sent changes; another subject type needs its field. */
export const campaignPatch = z
  .object({
    name: name.optional(),
    subjectType: subjectType.optional(),
    staticSubject: staticSubject.optional(),
    invitationText: invitationText.optional(),
    messagePrompt: changedPrompt.optional(),
    dailyLimit: dailyLimit.optional(),
    sendWindow: sendHours.nullable().optional(),
    mailbox: mailboxId.nullable().optional(),
    followUps: followUps.optional(),
    abTest: abTest.nullable().optional(),
    recipientHours: recipientHours.optional(),
    offer: offer.nullable().optional(),
    tone: z.enum(TONES).nullable().optional(),
    language: z.enum(LANGUAGE_CODES).nullable().optional(),
  })
  .refine(subjectIsComplete, incomplete);
export type CampaignPatch = z.infer<typeof campaignPatch>;

/** PUT /api/campaigns/{id}/status. */
export const campaignStatusChange = z.object({ status: z.enum(CAMPAIGN_STATUSES) });

/** POST /api/campaigns/{id}/ab-test/choice. */
export const variantChoice = z.object({ variant: z.enum(VARIANTS) });

/** POST /api/campaigns/{id}/partners. */
export const campaignPartners = z.object({
  partnerIds: z
    .array(z.string().min(1, stop()).max(80, stop()))
    .min(1, 'Choose at least one partner')
    .max(PARTNERS_A_CALL),
});

/** POST /api/campaigns/{id}/regenerate-messages. */
export const regenerateRequest = z.object({ includeEdited: z.boolean().optional() });
