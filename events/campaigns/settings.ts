/**
 * The settings of a campaign. Forms, events, state and views derive from this table and from settingWords.ts. To add a setting, write its line and
 * its word, its field in the form, and its use.
 */
import { z } from 'zod';
import { LANGUAGE_CODES } from '../shared/languages.ts';
import { LONGEST } from '../shared/longest.ts';
import { column, each, namesOf, pick } from '../shared/named.ts';
import { DAILY_LIMIT, SUBJECT_TYPES } from '../shared/options.ts';
import { mailboxId, sendHours } from '../shared/sendingFields.ts';
import {
  filledInByNoOne,
  hasNoPlaceholder,
  hasOnlyVariables,
  isOneLine,
  notAVariable,
  requiredText,
  stop,
  text,
  webAddress,
} from '../shared/text.ts';
import { AFTER_DAYS, FOLLOW_UP_WRITERS, type FollowUp, MOST_FOLLOW_UPS } from './followUps.ts';
import { ADDRESS_FORMS, NO_OFFER, type Offer, type SettingPart, TONES } from './settingWords.ts';
import { type RunningAbTest, VARIES } from './variants.ts';

/** `input`: its rules in a form. `kept`: as the event has it. `initial`: the value if the form does not name it. */
const setting = <I extends z.ZodType, K extends z.ZodType>(input: I, kept: K, initial: z.infer<K>) => ({
  input,
  kept,
  initial,
});

/** One of these options; null: as the instructions are. */
function choice<T extends string>(options: readonly T[]) {
  const schema = z.enum(options).nullable();
  return setting(schema, schema, null);
}

/** Each has its word. */
type Worded = { [Part in SettingPart]?: object };

const limitMessage = 'Daily limit must be between 1-10';
const keptHours = z.strictObject({ from: z.string(), to: z.string(), weekdays: z.array(z.number()) });

/** Nothing in them is personal. */
const OPEN = {
  subjectType: setting(z.enum(SUBJECT_TYPES), z.enum(SUBJECT_TYPES), 'static'),
  dailyLimit: setting(
    z.int({ error: limitMessage }).min(DAILY_LIMIT.min, limitMessage).max(DAILY_LIMIT.max, limitMessage),
    z.number(),
    DAILY_LIMIT.default,
  ),
  /** The campaign's own hours; null: those of Settings. */
  sendWindow: setting(sendHours.nullable(), keptHours.nullable(), null),
  /** The only account that it sends from; null: all, evenly. */
  mailbox: setting(mailboxId.nullable(), z.string().nullable(), null),
  /** Emails of the plan leave in the working hours of their recipients, too. */
  recipientHours: setting(
    z.boolean({ error: 'Working hours of the recipients must be on or off' }),
    z.boolean(),
    false,
  ),
  /** First emails carry the media kit of the workspace. */
  mediaKit: setting(z.boolean({ error: 'The media kit must be on or off' }), z.boolean(), false),
  tone: choice(TONES),
  language: choice(LANGUAGE_CODES),
  address: choice(namesOf(ADDRESS_FORMS)),
} satisfies Worded;

const promptTooLong = 'Message instructions must be at most 4000 characters';

/** Personal, and gone once the owner is erased. */
const TEXTS = {
  name: {
    input: requiredText('Campaign name is required', 200, 'Campaign name must be at most 200 characters'),
    kept: z.string(),
  },
  staticSubject: {
    input: text(LONGEST.staticSubject, 'Subject must be at most 200 characters')
      .refine(isOneLine, 'Subject must be a single line')
      .refine(hasOnlyVariables, notAVariable),
    kept: z.string().nullable(),
  },
  invitationText: {
    input: text(LONGEST.invitationText, 'Invitation must be at most 500 characters').refine(
      hasNoPlaceholder,
      filledInByNoOne,
    ),
    kept: z.string().nullable(),
  },
  messagePrompt: {
    input: requiredText('Message instructions are required', LONGEST.messagePrompt, promptTooLong),
    kept: z.string(),
  },
} satisfies Worded;

const daysMessage = `Days must be between ${AFTER_DAYS.min} and ${AFTER_DAYS.max}`;
const followUps = z
  .array(
    z
      .object({
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
        ).refine(hasOnlyVariables, notAVariable),
      })
      // the AI knows the partner, and gets its instructions as they are
      .refine(({ writer, text }) => writer === 'user' || hasNoPlaceholder(text), {
        path: ['text'],
        error: ({ input }) => filledInByNoOne.error({ input: (input as { text: string }).text }),
      }),
  )
  .max(MOST_FOLLOW_UPS, `A campaign has at most ${MOST_FOLLOW_UPS} follow-ups`)
  .refine((list) => list.every(({ id }, at) => list.findIndex((one) => one.id === id) === at || id === undefined), {
    error: 'Two follow-ups have the same id',
  });

const abTest = z.object({
  varies: z.enum(VARIES),
  variantB: requiredText('Write version B', LONGEST.messagePrompt, 'Version B must be at most 4000 characters').refine(
    hasOnlyVariables,
    notAVariable,
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
const keptOffer = z.strictObject({ what: z.string(), commission: z.string(), code: z.string(), link: z.string() });

/** Of every setting. */
export const settingInputs = {
  ...column(TEXTS, 'input'),
  ...column(OPEN, 'input'),
  offer: offer.nullable(),
  /** In order; each waits for the one before it, and keeps its id. */
  followUps,
  /** Null: everyone gets the same version. */
  abTest: abTest.nullable(),
};
export type SettingsChange = { [N in keyof typeof settingInputs]?: z.infer<(typeof settingInputs)[N]> | undefined };
/** In an edit, no instructions mean the present ones. */
export const changedPrompt = text(LONGEST.messagePrompt, promptTooLong);

const textKept = z.object(column(TEXTS, 'kept'));
const openKept = column(OPEN, 'kept');

/** An event has all settings. The texts of follow-ups and of version B are apart from the rest, which an auditor reads without a key. */
export const settingsData = z.object({
  ...openKept,
  followUps: z.array(
    z.object({ id: z.string(), textId: z.string(), afterDays: z.number(), writer: z.enum(FOLLOW_UP_WRITERS) }),
  ),
  abTest: z.object({ varies: z.enum(VARIES), textIds: z.object({ A: z.string(), B: z.string() }) }).nullable(),
});
export const settingsPersonal = textKept.extend({
  offer: keptOffer.nullable(),
  /** In the order of the follow-ups. */
  followUpTexts: z.array(z.string()),
  variantB: z.string().nullable(),
});

const { mailbox: _account, ...openOfTemplate } = openKept;
/** As a form has them, so that a new campaign begins with them. */
export const templateSettings = z.object({
  ...openOfTemplate,
  ...{ staticSubject: z.string(), invitationText: z.string(), messagePrompt: z.string() },
  offer: keptOffer,
  followUps: z.array(z.object({ afterDays: z.number(), writer: z.enum(FOLLOW_UP_WRITERS), text: z.string() })),
  abTest: z.object({ varies: z.enum(VARIES), variantB: z.string() }).nullable(),
});
export type TemplateSettings = z.infer<typeof templateSettings>;

export type TextSettings = z.infer<typeof textKept>;
export type OpenSettings = Pick<z.infer<typeof settingsData>, keyof typeof OPEN>;
export type CampaignSettings = OpenSettings & {
  /** Null: erased, or not readable. */
  text: TextSettings | null;
  offer: Offer | null;
  followUps: readonly FollowUp[];
  abTest: RunningAbTest | null;
};

export const TEXT_NAMES = namesOf(TEXTS);
export const OPEN_NAMES = namesOf(OPEN);

export const WITHOUT_PERSONAL = { text: null, offer: null, followUps: [], abTest: null };
export const INITIAL_SETTINGS: CampaignSettings = { ...column(OPEN, 'initial'), ...WITHOUT_PERSONAL };

export function settingsOf(event: {
  data: z.infer<typeof settingsData>;
  personal: z.infer<typeof settingsPersonal> | null;
}): CampaignSettings {
  const { followUps, abTest } = event.data;
  const open = pick(event.data, OPEN_NAMES);
  if (!event.personal) return { ...open, ...WITHOUT_PERSONAL };
  const { offer, followUpTexts, variantB, ...text } = event.personal;
  return {
    ...{ ...open, text, offer },
    followUps: followUps.map((one, at) => ({ ...one, text: followUpTexts[at] ?? '' })),
    abTest: abTest && { ...abTest, variantB: variantB ?? '' },
  };
}

/** The settings that a view shows unchanged. Follow-ups and the A/B test have ids of their own there. */
export const shownSettings = {
  ...each(TEXT_NAMES, () => z.string().nullable()),
  ...openKept,
  offer: keptOffer.nullable(),
};
type ShownSettings = z.infer<z.ZodObject<typeof shownSettings>>;
export const showSettings = ({ text, offer, ...settings }: CampaignSettings): ShownSettings => ({
  ...(text ?? each(TEXT_NAMES, () => null)),
  ...pick(settings, OPEN_NAMES),
  offer,
});

/** A shown campaign as the values of its form. */
export const settingsForm = (
  shown: ShownSettings & z.input<z.ZodObject<Pick<typeof settingInputs, 'followUps' | 'abTest'>>>,
) => ({
  ...each(TEXT_NAMES, (name) => shown[name] ?? ''),
  ...pick(shown, OPEN_NAMES),
  offer: shown.offer ?? NO_OFFER,
  followUps: shown.followUps,
  abTest: shown.abTest && pick(shown.abTest, ['varies', 'variantB']),
});
