/** Option lists and limits of the product (product spec, sections 3 and 9). The screens and the server read them from here. */

export const PLATFORMS = ['instagram', 'tiktok', 'youtube', 'twitter', 'linkedin'] as const;
export type Platform = (typeof PLATFORMS)[number];

export const PLATFORM_LABELS: Record<Platform, string> = {
  instagram: 'Instagram',
  tiktok: 'TikTok',
  youtube: 'YouTube',
  twitter: 'Twitter/X',
  linkedin: 'LinkedIn',
};

/** What partners ask a business about. */
export const ANSWER_TOPICS = ['price', 'terms', 'shipping', 'contact', 'times', 'other'] as const;
export type AnswerTopic = (typeof ANSWER_TOPICS)[number];
export const MOST_ANSWERS = 20;

/** Onboarding and Settings. */
export const ONBOARDING_INDUSTRIES = [
  'Technology',
  'Fashion',
  'Beauty',
  'Fitness',
  'Food',
  'Travel',
  'Gaming',
  'Education',
  'Finance',
  'Health',
  'Lifestyle',
  'Business',
  'Other',
] as const;

/** The Adjust Profile dialog. */
export const PROFILE_INDUSTRIES = [
  'Technology',
  'Finance',
  'Health & Wellness',
  'E-commerce',
  'Education',
  'Marketing',
  'Creative Services',
] as const;

/** The filter card of the lists. */
export const FILTER_INDUSTRIES = [
  'Technology',
  'Fashion',
  'Fitness',
  'Food & Beverage',
  'Travel',
  'Beauty',
  'Gaming',
  'Education',
  'Finance',
  'Health',
  'Lifestyle',
  'Business',
] as const;

/** The server accepts the union of the three lists (rulings). */
export const INDUSTRIES: readonly string[] = [
  ...new Set<string>([...ONBOARDING_INDUSTRIES, ...PROFILE_INDUSTRIES, ...FILTER_INDUSTRIES]),
];

const ALIASES: Record<string, string> = {
  'food & beverage': 'food',
  'health & wellness': 'health',
};

/** The comparable form of an industry: lower case, with its aliases folded together (Food = Food & Beverage). */
export function industryKey(industry: string): string {
  const key = industry.trim().toLowerCase();
  return ALIASES[key] ?? key;
}

export const PARTNER_LISTS = ['discovery', 'approved'] as const;
export type PartnerList = (typeof PARTNER_LISTS)[number];

export const PARTNER_STATUSES = ['pending', 'approved', 'rejected'] as const;
export type PartnerStatus = (typeof PARTNER_STATUSES)[number];

/** Why a user rejected a person, if they say. The keys 1 to 6 are in this order. */
export const REJECT_REASONS = ['topic', 'audience', 'region', 'competitor', 'size', 'other'] as const;
export type RejectReason = (typeof REJECT_REASONS)[number];
export const REJECT_TEXTS: Readonly<Record<RejectReason, string>> = {
  topic: 'Not the topic',
  audience: 'Wrong audience',
  region: 'Wrong region',
  competitor: 'Competitor',
  size: 'Too small or too big',
  other: 'Other',
};

export const EMAIL_STATUSES = ['email_found', 'no_email_found', 'pending'] as const;
export type EmailStatus = (typeof EMAIL_STATUSES)[number];

/** The progress of messages to a partner, in any campaign. */
export const OUTREACH = ['in_campaign', 'sent', 'replied'] as const;
export type Outreach = (typeof OUTREACH)[number];

/** Who finds or adds partners: `source` of a partner. */
export const PARTNER_SOURCES = ['people_data_labs', 'web_search', 'youtube', 'import', 'referral'] as const;
export type PartnerSource = (typeof PARTNER_SOURCES)[number];

export const CONTACTED = ['never', 'contacted', 'replied'] as const;
/** The days since the last email to a partner: at most, or more than. */
export const LAST_CONTACTS = ['within_7', 'within_30', 'within_90', 'over_30', 'over_90', 'over_180'] as const;
export type LastContact = (typeof LAST_CONTACTS)[number];

/** What a received mail wants, in the order of the screen. The people who answer see it, and so do the numbers. */
export const REPLY_LABELS = [
  'interested',
  'question',
  'referral',
  'new_address',
  'later',
  'no',
  'unsubscribe',
  'legal_request',
  'automatic',
  'bounce',
  'spam',
  'unconfirmed_report',
] as const;
export type ReplyLabel = (typeof REPLY_LABELS)[number];

export const CAMPAIGN_STATUSES = ['draft', 'active', 'paused', 'completed'] as const;
export type CampaignStatus = (typeof CAMPAIGN_STATUSES)[number];

export const SUBJECT_TYPES = ['static', 'show_me_you_know_me'] as const;
export type SubjectType = (typeof SUBJECT_TYPES)[number];

/** The region of a SendGrid account: regional subusers have their own host and keys. */
export const SENDGRID_REGIONS = ['global', 'eu'] as const;
export type SendGridRegion = (typeof SENDGRID_REGIONS)[number];

export const EMAIL_PROVIDERS = ['gmail', 'sendgrid', 'smtp', 'ses'] as const;
/** The encryption of a mail server's connection: from the start, after STARTTLS, or none (only on this machine). */
export const MAIL_SECURITY = ['tls', 'starttls', 'none'] as const;
export type MailSecurity = (typeof MAIL_SECURITY)[number];
/** The access that an operator lets Gmail accounts be asked for: only to send, or to write drafts and read. Drafts confirm an interrupted send. */
export const GMAIL_ACCESS = ['send', 'drafts'] as const;
export type GmailAccess = (typeof GMAIL_ACCESS)[number];
export type EmailProvider = (typeof EMAIL_PROVIDERS)[number];

/** What an account is called where people choose among several. */
export const PROVIDER_NAMES: Readonly<Record<EmailProvider, string>> = {
  gmail: 'Gmail',
  smtp: 'Mailbox',
  sendgrid: 'SendGrid',
  ses: 'Amazon SES',
};
/** The providers whose accounts are connected by a typed user name and password. */
export const LOGIN_PROVIDERS = ['smtp', 'ses'] as const satisfies readonly EmailProvider[];
export type LoginProvider = (typeof LOGIN_PROVIDERS)[number];

export const FOLLOWER_FILTERS = [1_000, 5_000, 10_000, 50_000, 100_000] as const;
export const ENGAGEMENT_FILTERS = [1, 3, 5, 10] as const;
export const MATCH_FILTERS = [50, 70, 80, 90] as const;

export const PARTNERS_PER_SEARCH = 10;
/** A search finds at most this many, in steps of `PARTNERS_PER_SEARCH`. */
export const MOST_PER_SEARCH = 50;
/** How often a search is repeated. */
export const SEARCH_EVERY = ['never', 'week', 'month'] as const;
export type SearchEvery = (typeof SEARCH_EVERY)[number];
export const MONTHLY_CREDITS = 200;
export const DAILY_LIMIT = { min: 1, max: 10, default: 5 } as const;
export const BULK_THRESHOLD = 75;

/** The AI judges so many waiting partners without asking. For more, a user sees the cost first. */
export const JUDGED_UNASKED = 100;
/** They are one question to the AI. */
export const JUDGED_AT_ONCE = 30;
export const CRITERIA_DEFAULTS = {
  minFollowers: 5000,
  minEngagement: 2,
  platforms: ['linkedin'] as Platform[],
} as const;
/** Of the criteria: as many, and as long. */
export const MOST_EXCLUSIONS = 10;
export const LONGEST_EXCLUSION = 80;
export const DEFAULT_CONFIDENCE = 0.5;
/** Campaigns that can be compared at once. */
export const COMPARED_CAMPAIGNS = 20;
/** One call adds at most this many partners to a campaign. */
export const PARTNERS_A_CALL = 1_000;
/** The limits of an imported list. It is sent in parts; `bytes` limits the file, and the characters that the server takes. */
export const IMPORT_LIMIT = { rows: 5_000, bytes: 5_000_000, rowsAPart: 500, parts: 100 } as const;

export const MOST_TAGS = 12;
/** The emails a day that a mailbox may be set to send. */
export const MAILBOX_CAP = { min: 1, max: 200, default: 40 } as const;
/** The days between emails of different campaigns to one person. */
export const DAYS_BETWEEN_CAMPAIGNS = { min: 0, max: 30, default: 2 } as const;

/** Parts of a person's timeline. Replies are emails, too. */
export const TIMELINE_SHOWS = ['all', 'emails', 'replies', 'decisions', 'notes'] as const;
export type TimelineShow = (typeof TIMELINE_SHOWS)[number];
