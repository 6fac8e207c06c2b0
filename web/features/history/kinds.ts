import type { Kind } from '../../../events/shared/event.ts';

/** What the streams are about, in the words of the screens. */
export const KIND_NAMES: Record<Kind, string> = {
  partner: 'Partners',
  campaign: 'Campaigns',
  message: 'Emails',
  conversation: 'Conversations',
  search: 'Searches',
  views: 'Saved views',
  import: 'Imports',
  profile: 'Business profile',
  mailbox: 'Mailbox',
  domain: 'Sending domain',
  quota: 'Daily limits',
  credits: 'Credits',
  suppression: 'Do not contact',
  aicall: 'AI calls',
  erasure: 'Erasures',
  user: 'Accounts',
  access: 'Account links',
  setting: 'Settings',
  installation: 'Installation',
};

/** Streams of the installation, which no tenant's own history holds. Of users, it holds the one that it belongs to. */
const OF_THE_INSTALLATION: ReadonlySet<string> = new Set<Kind>(['access', 'setting', 'installation']);

export const kindOptions = (admin: boolean): { value: string; label: string }[] =>
  Object.entries(KIND_NAMES)
    .filter(([kind]) => admin || !OF_THE_INSTALLATION.has(kind))
    .map(([value, label]) => ({ value, label }));
