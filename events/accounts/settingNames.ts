import { LIMITS, ofLimitSettings } from './limits.ts';

/** The admin's settings, and their names on the admin screens and in the history. None is a secret. */
export const SETTING_NAMES = {
  signup_url: 'Signup URL',
  openai_cost_warning_threshold: 'Cost warning threshold (USD)',
  ai_budget: 'Monthly budget for everyone (USD)',
  ai_budget_per_user: 'Monthly budget per user (USD)',
  ...ofLimitSettings((name) => `${LIMITS[name].label} per user`),
  second_factor_required: 'Two-factor authentication',
  tutorials_url: 'Tutorials URL',
  help_desk_url: 'Help Desk URL',
  privacy_url: 'Privacy URL',
  terms_url: 'Terms URL',
  contact_url: 'Contact URL',
};
export type AdminSettingKey = keyof typeof SETTING_NAMES;
export const ADMIN_SETTING_KEYS = Object.keys(SETTING_NAMES) as AdminSettingKey[];

/** The setting that says who needs a second factor: nobody, admins (and auditors), or everyone. */
export const SECOND_FACTOR_RULE = 'second_factor_required' satisfies AdminSettingKey;
export const SECOND_FACTOR_RULES = ['nobody', 'admins', 'everyone'] as const;

/** A visitor's browser reads these for the landing page. */
export const PUBLIC_SETTING_KEYS = ['signup_url', 'privacy_url', 'terms_url', 'contact_url'] as const;
