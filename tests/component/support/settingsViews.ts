import type { MatchView, OverviewView, SecurityView, SessionView, StatsView } from '../../../api/views.ts';

/** An account with a confirmed address and a password. */
export const someSecurity = (more: Partial<SecurityView> = {}): SecurityView => ({
  email: 'sam@northwind.example',
  emailConfirmed: true,
  hasPassword: true,
  secondFactor: false,
  hasApp: false,
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

export const aMatch = (more: Partial<MatchView> = {}): MatchView => ({
  id: 'p1',
  name: 'Ada Lindqvist',
  avatar: null,
  platform: 'linkedin',
  industry: 'Fitness',
  bio: null,
  followersCount: null,
  engagementRate: null,
  matchScore: 90,
  roughScore: false,
  ...more,
});

/** The dashboard's pictures of an account in which nothing has happened on two days. */
export const anOverview = (more: Partial<OverviewView> = {}): OverviewView => ({
  timezone: 'UTC',
  series: ['2026-03-01', '2026-03-02'].map((day) => ({ day, found: 0, approved: 0, sent: 0, replied: 0 })),
  trends: { totalPartners: null, approvedPartners: null, totalEmailsSent: null, responseRate: null },
  funnel: { found: 0, approved: 0, email: 0, sent: 0, replied: 0 },
  deletedCampaigns: null,
  matches: [],
  nextSends: [],
  ...more,
});
