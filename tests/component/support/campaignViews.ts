import type {
  AvailablePartnerView,
  CalendarView,
  CampaignFiguresView,
  CampaignView,
  ScheduleView,
  SendView,
  StartPreviewView,
  UndecidedView,
} from '../../../api/views.ts';
import { INITIAL_SETTINGS, showSettings } from '../../../events/campaigns/settings.ts';
import { START_CHECKS } from '../../../events/campaigns/startChecks.ts';
import { CAMPAIGN_METRICS } from '../../../events/history/metrics.ts';
import { answer } from './api.ts';
import { aPartner, aSendingAccount, sendingSettings } from './views.ts';

const NO_COUNTS = Object.fromEntries(
  Object.keys(CAMPAIGN_METRICS)
    .filter((name) => !name.startsWith('run'))
    .map((name) => [name, 0]),
) as Pick<CampaignView, Exclude<keyof typeof CAMPAIGN_METRICS, `run${string}`>>;

/** A draft without partners. */
export const aCampaign = (more: Partial<CampaignView> = {}): CampaignView => ({
  ...showSettings(INITIAL_SETTINGS),
  id: 'c1',
  name: 'Spring vests',
  status: 'draft',
  staticSubject: 'A vest for your trails',
  messagePrompt: 'Offer a free vest for an honest review.',
  dailyLimit: 10,
  followUps: [],
  abTest: null,
  nextDueAt: null,
  ...NO_COUNTS,
  responseRate: 0,
  nextSendAt: null,
  nextSendWhy: null,
  hold: null,
  generation: null,
  texts: { toRead: 0, flagged: 0, checking: 0 },
  archived: false,
  createdAt: '2026-03-02T09:00:00.000Z',
  ...more,
});

type StepFigures = CampaignFiguresView['campaigns'][number]['steps'][number];
export const noFigures: Omit<StepFigures, 'step' | 'version'> = {
  ...{ sent: 0, delivered: null, replied: 0, interested: 0, bounced: 0, unsubscribed: 0 },
};
export const theFigures = (
  steps: StepFigures[],
  others: CampaignFiguresView['campaigns'] = [],
): CampaignFiguresView => ({
  timezone: 'UTC',
  campaigns: [{ id: 'c1', name: 'Spring vests', steps }, ...others],
});

/** The counts of a campaign with this many partners; `texts`: the number of messages with a text. */
export const withPartners = (count: number, texts = 0): Partial<CampaignView> => ({
  partnerCount: count,
  messageCount: count,
  wantedCount: count,
  pendingCount: count,
  generatedCount: texts,
  missingCount: count - texts,
});

/** A message with an approved text that is not sent. */
export const aSend = (name = 'Ada Lindqvist', more: Partial<SendView> = {}): SendView => {
  const email = `${name.split(' ')[0]?.toLowerCase()}@lindqvist.example`;
  return {
    id: `m-${name}`,
    campaignId: 'c1',
    recipientEmail: email,
    subject: `A vest for ${name}`,
    body: 'Look.',
    status: 'pending',
    detail: 'Approved',
    step: 1,
    followUp: null,
    notBefore: null,
    otherCampaignAt: null,
    variant: null,
    answer: null,
    sentAgain: false,
    edited: true,
    flaws: [],
    unfit: null,
    parts: [],
    basedOn: [],
    revision: null,
    checking: false,
    similarTo: null,
    approved: true,
    nextSendAt: null,
    steers: ['hold', 'cancel', 'take_out'],
    sentAt: null,
    mediaKit: null,
    unknown: null,
    markedSent: false,
    delivery: null,
    needsAddress: false,
    errorMessage: null,
    partner: {
      id: `p-${name}`,
      name,
      username: name.split(' ')[0]?.toLowerCase() ?? null,
      avatar: null,
      platform: 'instagram',
      industry: 'Fitness',
      bio: null,
      followersCount: 48_203,
      matchScore: 80,
      roughScore: false,
      contactInfo: { email },
    },
    ...more,
  };
};

const FACTS = {
  sent: { status: 'sent', steers: [], detail: 'Sent', sentAt: '2026-03-03T10:02:00.000Z' },
  replied: { status: 'replied', steers: [], detail: 'Replied', sentAt: '2026-03-03T10:02:00.000Z' },
  cancelled: { status: 'cancelled', steers: [], detail: 'Cancelled: removed from the campaign' },
  failed: {
    ...{ status: 'failed', steers: ['retry'], detail: 'Failed' },
    errorMessage: 'SendGrid answered 400; the message was refused',
  },
  unknown: {
    status: 'unknown',
    steers: [],
    detail: 'We could not confirm whether this left',
    unknown: { handedOverAt: '2026-03-03T10:02:00.000Z', answer: 'The provider answered 500' },
  },
  review: {
    ...{ detail: 'Ready for review', edited: false, approved: false },
    steers: ['approve', 'hold', 'cancel', 'take_out'],
  },
  unwritten: { subject: null, body: null, detail: 'Not generated yet', edited: false, approved: false },
} as const satisfies Record<string, Partial<SendView>>;

/** A message in one of its states. */
export const sendIn = (state: keyof typeof FACTS, name: string, more: Partial<SendView> = {}): SendView =>
  aSend(name, { ...FACTS[state], ...more });

export const anAvailablePartner = (name: string, more: Partial<AvailablePartnerView> = {}): AvailablePartnerView => ({
  ...aPartner({
    id: `p-${name}`,
    name,
    status: 'approved',
    emailStatus: 'email_found',
    contactInfo: { email: `${name.split(' ')[0]?.toLowerCase()}@lindqvist.example`, socialProfiles: [], confidence: 1 },
  }),
  contactedAt: null,
  planned: false,
  repliedAt: null,
  otherCampaigns: [],
  ...more,
});

type StartCheck = StartPreviewView['checks'][number];
export const aStartCheck = (code: StartCheck['code'], count: number, more: Partial<StartCheck> = {}): StartCheck => ({
  ...{ code, count, severity: START_CHECKS[code].severity, fix: START_CHECKS[code].fix },
  ...more,
});

export const aStartPreview = (more: Partial<StartPreviewView> = {}): StartPreviewView => ({
  messages: 3,
  followUps: [],
  from: ['sam@northwind.example'],
  dailyLimit: 2,
  first: { from: '2126-06-03T09:00:00.000Z', until: '2126-06-03T17:00:00.000Z' },
  plan: { timezone: 'UTC', sends: [], days: 0 },
  checks: [],
  ...more,
});

export const aSchedule = (more: Partial<ScheduleView> = {}): ScheduleView => ({
  timezone: 'UTC',
  anyHour: false,
  total: more.sends?.length ?? 0,
  sends: [],
  days: [],
  ...more,
});

/** A week without emails. */
export const aCalendar = (more: Partial<CalendarView> = {}): CalendarView => ({
  ...{ timezone: 'UTC', today: '2026-03-02', sends: [], complete: true },
  days: Array.from({ length: 7 }, (_, index) => `2026-03-0${index + 2}`),
  ...more,
});

/** Answers the other calls of the campaigns' screens: nothing by default. */
export function besideCampaigns(undecided: UndecidedView[] = []): void {
  answer('get', '/api/campaign-sends/undecided', undecided);
  answer('get', '/api/sending-settings', sendingSettings());
  answer('get', '/api/sending-accounts', [aSendingAccount()]);
  answer('get', '/api/partners', []);
  answer('get', '/api/calendar', aCalendar());
  answer('get', '/api/campaign-figures', theFigures([]));
}
