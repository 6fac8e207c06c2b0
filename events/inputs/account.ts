import { z } from 'zod';

/** POST /api/signup (form fields). */
export const signupForm = z.object({
  email: z
    .string({ error: 'Enter your e-mail address' })
    .trim()
    .toLowerCase()
    .pipe(z.email('Enter a valid e-mail address').max(254)),
  password: z
    .string({ error: 'Choose a password' })
    .min(10, 'Use at least 10 characters')
    .max(256, 'Use at most 256 characters'),
  firstName: z.string().trim().max(60).optional(),
  lastName: z.string().trim().max(60).optional(),
});

/** POST /api/login (form fields). */
export const loginForm = z.object({
  email: z
    .string({ error: 'Enter your e-mail address' })
    .trim()
    .toLowerCase()
    .min(1, 'Enter your e-mail address')
    .max(254, 'This e-mail address is too long'),
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
