import { z } from 'zod';
import { personName, username } from '../shared/personName.ts';
import { emailText, requiredText, stop, text } from '../shared/text.ts';
import { LIMITS, type LimitName, limitProblem, ofLimitSettings } from './limits.ts';
import { type AdminSettingKey, SECOND_FACTOR_RULES } from './settingNames.ts';

const email = emailText(
  'Enter a valid email address',
  'Use an address of at most 254 characters',
  'Enter your email address',
);
const newPassword = z
  .string({ error: 'Choose a password' })
  .min(10, stop('Use at least 10 characters'))
  .max(256, stop('Use at most 256 characters'));

/** POST /api/signup (form fields). */
export const signupForm = z.object({
  email,
  password: newPassword,
  firstName: personName('first name').optional(),
  lastName: personName('last name').optional(),
});

/** POST /api/forgot (form fields). */
export const emailForm = z.object({ email });

/** POST /api/reset and /api/invitation (form fields, beside the token). */
export const passwordForm = z.object({ password: newPassword });

/** POST /api/login (form fields). */
export const loginForm = z.object({
  email: requiredText('Enter your email address', 254, 'This email address is too long').toLowerCase(),
  password: z
    .string({ error: 'Enter your password' })
    .min(1, stop('Enter your password'))
    .max(256, stop('This password is too long')),
});

const LINK = 'Enter a full web address that begins with http:// or https://, or leave it blank';

const link = text(2000, 'The address must be at most 2000 characters').refine(
  (address) => address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address)),
  { error: LINK },
);

/** US dollars a month. */
const budgetAmount = z
  .string()
  .trim()
  .regex(
    /^(\d{1,7}(\.\d{1,2})?)?$/,
    'Enter an amount in US dollars from 0 to 9,999,999, such as 50 or 12.50, or leave it blank',
  );

/** A limit for every user. */
function limitText(name: LimitName) {
  const { least, most } = LIMITS[name];
  const problem = limitProblem(name);
  return z
    .string()
    .trim()
    .regex(/^\d{1,9}$/, problem)
    .refine((typed) => Number(typed) >= least && Number(typed) <= most, problem);
}

const THRESHOLD = 'Enter an amount in US dollars above 0 and up to 9,999,999, such as 50 or 12.50';

/** The valid values of each setting; a blank unsets a link. Amounts are US dollars. */
export const ADMIN_SETTING_VALUES = {
  signup_url: link,
  openai_cost_warning_threshold: z
    .string()
    .trim()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, THRESHOLD)
    .refine((amount) => Number(amount) > 0, THRESHOLD),
  ai_budget: budgetAmount,
  ai_budget_per_user: budgetAmount,
  ...ofLimitSettings(limitText),
  second_factor_required: z.enum(SECOND_FACTOR_RULES, 'Choose nobody, admins or everyone'),
  tutorials_url: link,
  help_desk_url: link,
  privacy_url: link,
  terms_url: link,
  contact_url: link,
} satisfies Record<AdminSettingKey, z.ZodType<string>>;

/** PUT /api/admin/settings/{key} */
export const adminSettingChange = z.object({
  value: z.string({ error: 'value must be a text' }).or(z.number().transform(String)),
});

/** GET /api/admin/openai-usage/stats */
export const aiUsageQuery = z.object({
  daysAgo: z.coerce
    .number({ error: 'daysAgo must be a whole number from 1 to 365' })
    .int('daysAgo must be a whole number from 1 to 365')
    .min(1, 'daysAgo must be a whole number from 1 to 365')
    .max(365, 'daysAgo must be a whole number from 1 to 365')
    .default(30),
});

/** POST /api/admin/users */
export const newUserForm = z.object({
  email: emailText(
    'Please enter a valid email address',
    'The email must be at most 254 characters',
    'Email is required',
  ),
  username: username.optional(),
  firstName: personName('first name').optional(),
  lastName: personName('last name').optional(),
  isAdmin: z.boolean(),
  isPaused: z.boolean(),
});
export type NewUserForm = z.infer<typeof newUserForm>;
