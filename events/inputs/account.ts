import { z } from 'zod';
import { personName } from './personName.ts';

const email = z
  .string({ error: 'Enter your email address' })
  .trim()
  .toLowerCase()
  .pipe(z.email('Enter a valid email address').max(254, 'Use an address of at most 254 characters'));
const newPassword = z
  .string({ error: 'Choose a password' })
  .min(10, 'Use at least 10 characters')
  .max(256, 'Use at most 256 characters');

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
  email: z
    .string({ error: 'Enter your email address' })
    .trim()
    .toLowerCase()
    .min(1, 'Enter your email address')
    .max(254, 'This email address is too long'),
  password: z
    .string({ error: 'Enter your password' })
    .min(1, 'Enter your password')
    .max(256, 'This password is too long'),
});

export const ADMIN_SETTING_KEYS = [
  'signup_url',
  'openai_cost_warning_threshold',
  'tutorials_url',
  'help_desk_url',
] as const;
export type AdminSettingKey = (typeof ADMIN_SETTING_KEYS)[number];

const LINK = 'Enter a full web address that begins with http:// or https://, or leave it blank';

const link = z
  .string()
  .trim()
  .max(2000, 'The address must be at most 2000 characters')
  .refine((text) => text === '' || (/^https?:\/\//i.test(text) && URL.canParse(text)), { error: LINK });

/** What each setting of the installation may be; blank unsets a link. Amounts are US dollars. */
export const ADMIN_SETTING_VALUES = {
  signup_url: link,
  openai_cost_warning_threshold: z
    .string()
    .trim()
    .regex(/^\d{1,7}(\.\d{1,2})?$/, 'Enter an amount in US dollars, such as 50')
    .refine((text) => Number(text) > 0, { error: 'Enter an amount above 0, such as 50' }),
  tutorials_url: link,
  help_desk_url: link,
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
  email: z
    .string({ error: 'Email is required' })
    .trim()
    .toLowerCase()
    .min(1, 'Email is required')
    .pipe(z.email('Please enter a valid email address').max(254, 'The email must be at most 254 characters')),
  username: personName('username').optional(),
  firstName: personName('first name').optional(),
  lastName: personName('last name').optional(),
  isAdmin: z.boolean(),
  isPaused: z.boolean(),
});
export type NewUserForm = z.infer<typeof newUserForm>;
