import type { CampaignView, SecurityView, SendView, SessionView, StatsView } from '../../../api/views.ts';
import { CAMPAIGN_METRICS } from '../../../events/history/metrics.ts';

const NO_COUNTS = Object.fromEntries(
  Object.keys(CAMPAIGN_METRICS)
    .filter((name) => !name.startsWith('run'))
    .map((name) => [name, 0]),
) as Pick<CampaignView, Exclude<keyof typeof CAMPAIGN_METRICS, `run${string}`>>;

/** A draft without partners. */
export const aDraft = (more: Partial<CampaignView> = {}): CampaignView => ({
  id: 'c1',
  name: 'Spring vests',
  status: 'draft',
  subjectType: 'static',
  staticSubject: 'A vest for your trails',
  invitationText: null,
  messagePrompt: 'Offer a free vest for an honest review.',
  dailyLimit: 10,
  sendWindow: null,
  ...NO_COUNTS,
  responseRate: 0,
  nextSendAt: null,
  nextSendWhy: null,
  hold: null,
  generation: null,
  createdAt: '2026-03-02T09:00:00.000Z',
  ...more,
});

/** An account with a confirmed address and a password. */
export const someSecurity = (more: Partial<SecurityView> = {}): SecurityView => ({
  email: 'sam@northwind.example',
  emailConfirmed: true,
  hasPassword: true,
  secondFactor: false,
  recoveryCodesLeft: 0,
  issuers: [],
  mailer: true,
  ...more,
});

/** Another browser that was just used. */
export const aSession = (more: Partial<SessionView> = {}): SessionView => ({
  id: 's9',
  current: false,
  browser: 'Safari on macOS',
  openedBy: 'password',
  createdAt: '2026-03-02T09:00:00.000Z',
  lastSeenAt: new Date().toISOString(),
  expiresAt: '2126-03-02T09:00:00.000Z',
  ...more,
});

/** The figures of an account that has just been set up. */
export const noStats = (more: Partial<StatsView> = {}): StatsView => ({
  totalPartners: 0,
  approvedPartners: 0,
  totalEmailsSent: 0,
  partnersWrittenTo: 0,
  partnersReplied: 0,
  responseRate: 0,
  trends: { totalPartners: null, approvedPartners: null, totalEmailsSent: null, responseRate: null },
  ...more,
});

/** A message of the draft that has left, of which the provider told nothing. */
export const aSentMessage = (more: Partial<SendView> = {}): SendView => ({
  id: 'm1',
  campaignId: 'c1',
  recipientEmail: 'ada@lindqvist.example',
  subject: 'A vest for your trails',
  body: 'Hello Ada.',
  status: 'sent',
  detail: 'Sent',
  step: 1,
  sentAgain: false,
  edited: true,
  approved: true,
  nextSendAt: null,
  sentAt: '2026-03-03T10:02:00.000Z',
  unknown: null,
  markedSent: false,
  delivery: null,
  errorMessage: null,
  partner: {
    id: 'p1',
    name: 'Ada Lindqvist',
    username: 'adaruns',
    avatar: null,
    platform: 'instagram',
    industry: 'Fitness',
    bio: null,
    followersCount: 12_400,
    matchScore: 87,
    contactInfo: { email: 'ada@lindqvist.example' },
  },
  ...more,
});
