import type {
  AiEstimatesView,
  BusinessProfileView,
  CreditsView,
  EmailSettingsView,
  GmailStatusView,
  MailboxStatusView,
  PartnerView,
  SenderDomainView,
  SendingAccountView,
  SendingSettingsView,
  SuppressionView,
  TodayCountView,
  UserView,
} from '../../../api/views.ts';
import { AI_OPERATIONS, type AiOperation } from '../../../events/ai/aiCall.ts';

/** Samples of the API's answers. Each is complete and plausible; a test names only its own subject. */

export const aUser = (more: Partial<UserView> = {}): UserView => ({
  id: 'u1',
  workspaceId: 'w1',
  owesSecondFactor: false,
  email: 'sam@northwind.example',
  username: null,
  firstName: 'Sam',
  lastName: 'Vale',
  isAdmin: false,
  isAuditor: false,
  isPaused: false,
  createdAt: '2026-03-01T09:00:00.000Z',
  profileImageUrl: null,
  sandbox: true,
  sandboxOutboxUrl: null,
  ...more,
});

export const aProfile = (more: Partial<BusinessProfileView> = {}): BusinessProfileView => ({
  businessName: 'Northwind Trail Gear',
  industry: 'Fitness',
  description: 'Light packs for long runs.',
  userFullName: 'Sam Vale',
  contactEmail: 'sam@northwind.example',
  contactPhone: null,
  bookingLink: null,
  jobTitle: null,
  postalAddress: '12 Ridge Road, Burlington, VT 05401',
  htmlSignature: null,
  mediaKit: null,
  timezone: 'UTC',
  minDaysBetweenCampaigns: 2,
  preferredPlatforms: [],
  partnerCriteria: null,
  answers: [],
  onboarding: 'done',
  profileGeneration: 'none',
  generatedProfile: null,
  ...more,
});

/** Nothing waits in Today. */
export const nothingWaits = (groups: Partial<TodayCountView['groups']> = {}): TodayCountView => ({
  total: (groups.answer ?? 0) + (groups.read ?? 0) + (groups.fix ?? 0) + (groups.look ?? 0),
  started: false,
  groups: { answer: 0, read: 0, fix: 0, look: 0, later: 0, ...groups },
});

export const someCredits = (more: Partial<CreditsView> = {}): CreditsView => ({
  remainingCredits: 40,
  monthlyLimit: 50,
  used: 10,
  resetsAt: '2026-04-01T00:00:00.000Z',
  ...more,
});

export const aPartner = (more: Partial<PartnerView> = {}): PartnerView => ({
  id: 'p1',
  name: 'Ada Lindqvist',
  username: 'adaruns',
  avatar: null,
  platform: 'instagram',
  industry: 'Fitness',
  tags: [],
  bio: 'Runs far and writes about it.',
  profileUrl: 'https://www.instagram.com/adaruns',
  platformUrl: null,
  followersCount: 12_400,
  engagementRate: 3.2,
  matchScore: 87,
  roughScore: false,
  status: 'pending',
  emailStatus: 'pending',
  contactInfo: null,
  contactSource: null,
  contactSourceUrl: null,
  contactFoundAt: null,
  contactVerification: null,
  contactSearching: false,
  doNotContact: null,
  erased: false,
  searchId: 's1',
  verified: true,
  unreadable: false,
  createdAt: '2026-03-02T09:00:00.000Z',
  ...more,
});

export const aSuppression = (more: Partial<SuppressionView> = {}): SuppressionView => ({
  id: 'x1',
  email: 'ada@lindqvist.example',
  reason: 'user',
  source: 'user',
  since: '2026-03-02T09:00:00.000Z',
  objection: false,
  ...more,
});

export const emailSettings = (more: Partial<EmailSettingsView> = {}): EmailSettingsView => ({
  emailProvider: 'sendgrid',
  fromEmail: 'sam@northwind.example',
  hasGmailAuth: false,
  connectedLogins: [],
  hasSendGridKey: true,
  sendGridRegion: 'global',
  hasWebhookKey: false,
  webhookUrl: 'https://partners.example/api/webhooks/sendgrid/u1',
  hold: null,
  ...more,
});

export const gmailStatus = (more: Partial<GmailStatusView> = {}): GmailStatusView => ({
  unavailable: null,
  connected: false,
  gmailEmail: null,
  needsReauth: false,
  error: null,
  access: 'send',
  appAccess: null,
  ...more,
});

/** No sender is set up, so there is no domain to check. */
export const noSenderDomain = (): SenderDomainView => ({ domain: null, provider: null, checkedAt: null, findings: [] });

export const mailboxStatus = (more: Partial<MailboxStatusView> = {}): MailboxStatusView => ({
  connected: false,
  connecting: false,
  email: null,
  host: null,
  user: null,
  smtp: null,
  imap: null,
  error: null,
  microsoftUnavailable: null,
  ...more,
});

export const aSendingAccount = (more: Partial<SendingAccountView> = {}): SendingAccountView => ({
  id: 'a1',
  address: 'sam@northwind.example',
  provider: 'sendgrid',
  health: 'connected',
  hold: null,
  microsoft: false,
  warning: null,
  replies: null,
  usedToday: 3,
  limitToday: 40,
  rates: { sent: 0, bounced: 0, complained: 0 },
  replyPath: 'hand',
  readAt: null,
  domain: null,
  ...more,
});

export const sendingSettings = (more: Partial<SendingSettingsView> = {}): SendingSettingsView => ({
  window: { from: '09:00', to: '17:00', weekdays: [1, 2, 3, 4, 5] },
  mailboxDailyCap: 50,
  rampUp: false,
  timezone: 'UTC',
  anyHour: false,
  ...more,
});

/** The estimated cost of AI work: a third of a cent a call by default. */
export const aiEstimates = (over: Partial<AiEstimatesView['operations'][AiOperation]> = {}): AiEstimatesView => {
  const one = { costUsd: 0.0033, stopped: null, ...over };
  return {
    configured: true,
    operations: Object.fromEntries(AI_OPERATIONS.map((operation) => [operation, one])) as AiEstimatesView['operations'],
  };
};
