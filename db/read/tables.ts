import type { Kind } from '../../events/shared/event.ts';

/** The table of the schema `read` that holds the rows of each kind of stream. */
export const ROW_TABLES: Readonly<Record<Kind, string>> = {
  installation: 'installations',
  user: 'users',
  setting: 'settings',
  profile: 'profiles',
  search: 'searches',
  partner: 'partners',
  campaign: 'campaigns',
  message: 'messages',
  credits: 'credits',
  mailbox: 'mailboxes',
  quota: 'quotas',
  suppression: 'suppressions',
  aicall: 'ai_calls',
  erasure: 'erasures',
  access: 'accesses',
};
