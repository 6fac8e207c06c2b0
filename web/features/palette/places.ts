/** A place in the product under the words that people have for it. */
export type Place = { id: string; text: string; words: string; href: string; adminsOnly?: true };

export const EXPORT = {
  ...{ id: 'export', text: 'Export partners as CSV' },
  words: 'download list backup excel spreadsheet save',
};

/** What can be done anywhere, in the order in which it is offered before anything is typed. The names of screens are in app/routes.ts. */
export const PLACES: readonly Place[] = [
  {
    ...{ id: 'new-campaign', text: 'Create a campaign', href: '/campaigns?new=true' },
    words: 'new start launch add make write send emails outreach sequence mailing compose draft message',
  },
  {
    ...{ id: 'running', text: 'Start, pause or change a campaign', href: '/campaigns' },
    words:
      'stop sending halt resume continue unpause edit delete remove follow ups followup sequence steps ab a b split test versions subject results statistics stats open rate template',
  },
  {
    ...{ id: 'review', text: 'Review the texts', href: '/today' },
    words: 'read approve drafts check preview edit messages proofread waiting today flagged',
  },
  {
    ...{ id: 'fix', text: 'Fix what went wrong', href: '/today' },
    words:
      'bounce bounced bounces failed error undelivered unconfirmed unknown complaint complaints spam held problem trouble today',
  },
  {
    ...{ id: 'find', text: 'Find partners', href: '/discovery' },
    words: 'search discover generate matches influencers affiliates creators bloggers leads prospects new more',
  },
  {
    ...{ id: 'import', text: 'Import partners from a CSV file', href: '/discovery?open=import' },
    words: 'upload list excel spreadsheet contacts add load people bulk',
  },
  {
    ...{ id: 'linkedin', text: 'Add partners from LinkedIn', href: '/discovery?open=linkedin' },
    words: 'import profile person new manually',
  },
  {
    ...{ id: 'audience', text: 'Adjust the audience', href: '/discovery?open=profile' },
    words: 'profile target niche keywords who criteria ideal match platforms country refine',
  },
  {
    ...{ id: 'undecided', text: 'Partners to decide about', href: '/discovery?status=pending' },
    words: 'pending review approve accept reject new unreviewed',
  },
  {
    ...{ id: 'rejected', text: 'Rejected partners', href: '/discovery?status=rejected' },
    words: 'declined refused trash deleted removed restore undo',
  },
  {
    ...{ id: 'find-emails', text: 'Find email addresses', href: '/approved' },
    words: 'contact enrich lookup verify get missing address credits approved',
  },
  {
    ...{ id: 'schedule', text: 'Schedule of all emails', href: '/campaigns/schedule' },
    words: 'calendar planned upcoming next when sends queue week agenda timeline',
  },
  {
    ...{ id: 'unanswered', text: 'Replies without an answer', href: '/inbox?unanswered=true' },
    words: 'inbox respond reply answer waiting open unread messages mail conversations responses interested',
  },
  {
    ...{ id: 'profile', text: 'Business profile', href: '/settings' },
    words: 'company name website description offer about edit change settings account industry',
  },
  {
    ...{ id: 'signature', text: 'Email signature', href: '/settings' },
    words: 'sign off footer html regards settings',
  },
  {
    ...{ id: 'facts', text: 'Facts for answers', href: '/settings' },
    words: 'faq ai drafts commission terms payout settings questions',
  },
  {
    ...{ id: 'time-zone', text: 'Time zone', href: '/settings' },
    words: 'timezone clock local hour region settings',
  },
  {
    ...{ id: 'accounts', text: 'Connect a sending account', href: '/settings/sending' },
    words:
      'gmail google outlook microsoft office 365 exchange smtp imap mailbox webmail sendgrid ses amazon provider sender from address reconnect disconnect inbox email setup api key',
  },
  {
    ...{ id: 'domain', text: 'Check the sending domain', href: '/settings/sending#sending-domain' },
    words: 'dns spf dkim dmarc deliverability spam authenticate records verify reputation',
  },
  {
    ...{ id: 'hours', text: 'Sending hours', href: '/settings/schedule' },
    words: 'working times weekdays days window weekend night schedule when send business',
  },
  {
    ...{ id: 'limits', text: 'Daily limits', href: '/settings/schedule' },
    words: 'limit per day maximum max quota ramp up warm warmup slow speed number emails gap',
  },
  {
    ...{ id: 'do-not-contact', text: 'Do-not-contact list', href: '/settings/do-not-contact' },
    words: 'suppression suppressions blocklist blacklist block ban unsubscribe unsubscribed opt out never exclude gdpr',
  },
  {
    ...{ id: 'own-name', text: 'Change your name or email address', href: '/settings/security' },
    words: 'sign in login account user profile rename security',
  },
  {
    ...{ id: 'password', text: 'Change the password', href: '/settings/security' },
    words: 'security sign in login reset account credentials',
  },
  {
    ...{ id: 'second-factor', text: 'Second factor', href: '/settings/security' },
    words: '2fa mfa two factor authentication authenticator totp app code security',
  },
  {
    ...{ id: 'sessions', text: 'Signed-in devices', href: '/settings/security' },
    words: 'sessions logout everywhere sign out devices browsers security',
  },
  {
    ...{ id: 'access-tokens', text: 'Access tokens', href: '/settings/security' },
    words: 'api token key program integration zapier make n8n developer bearer scope revoke security',
  },
  {
    ...{ id: 'history', text: 'What was done and sent', href: '/settings/history' },
    words: 'history log audit trail events activity undo past who proof record timeline erased',
  },
  {
    ...{ id: 'users', text: 'Manage users', href: '/admin/users', adminsOnly: true },
    words: 'invite user team member people role admin approve pause reset delete account colleague',
  },
  {
    ...{ id: 'ai-cost', text: 'AI cost and budget', href: '/admin/ai-usage', adminsOnly: true },
    words: 'usage tokens money spend spending bill billing openai model price limit',
  },
  {
    ...{ id: 'health', text: 'Health of the installation', href: '/admin', adminsOnly: true },
    words: 'status worker errors problems queue database system monitor',
  },
  {
    ...{ id: 'links', text: 'Links of the installation', href: '/admin/links', adminsOnly: true },
    words: 'terms privacy imprint support url legal',
  },
  {
    ...{ id: 'audit', text: 'Audit of an account', href: '/admin/audit', adminsOnly: true },
    words: 'events log verify proof replay history user',
  },
];
