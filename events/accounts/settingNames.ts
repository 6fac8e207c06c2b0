import type { AdminSettingKey } from './accountInput.ts';

/** The names of settings on the admin screens and in the history. None is a secret. */
export const SETTING_NAMES: Readonly<Record<AdminSettingKey, string>> = {
  signup_url: 'Signup URL',
  openai_cost_warning_threshold: 'Cost warning threshold (USD)',
  ai_budget: 'Monthly budget for everyone (USD)',
  ai_budget_per_user: 'Monthly budget per user (USD)',
  sending_accounts_per_user: 'Sending accounts per user',
  tutorials_url: 'Tutorials URL',
  help_desk_url: 'Help Desk URL',
  privacy_url: 'Privacy URL',
  terms_url: 'Terms URL',
  contact_url: 'Contact URL',
};
