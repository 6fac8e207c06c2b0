import type {
  AsOfView,
  CausesView,
  EventView,
  ExplainView,
  NumberView,
  StatsView,
  TimelineView,
} from '../../../api/views.ts';
import { DASHBOARD_METRICS } from '../../../events/history/metrics.ts';
import { answer, type Call } from './api.ts';
import { someCredits } from './views.ts';

/** An event of the message m1: its version stands in its id, and its day in its time. */
export const anEvent = (version: number, more: Partial<EventView> = {}): EventView => ({
  id: `message-m1@${version}`,
  tenant: 't1',
  stream: 'message-m1',
  kind: 'message',
  version,
  type: 'EmailSent',
  at: `2026-03-${String(version).padStart(2, '0')}T09:00:00.000Z`,
  actor: 'worker:send-message',
  by: 'Partner Pilot',
  correlation: 'r1',
  causation: 'message-m1@1',
  what: 'The email was sent',
  decoded: { data: { provider: 'sendgrid' }, personal: null, sealed: 'none' },
  problem: null,
  raw: { payload: '{"d":{"provider":"sendgrid"}}', schemaVersion: 2, hash: 'ab12', cursor: '1-2-3' },
  ...more,
});

export const aTimeline = (events: EventView[], more: Partial<TimelineView> = {}): TimelineView => ({
  events,
  next: null,
  searchedBackTo: null,
  ...more,
});

export const aNumber = (name: string, events: EventView[], more: Partial<NumberView> = {}): NumberView => ({
  name,
  campaign: null,
  count: events.length,
  events,
  next: null,
  ...more,
});

const UNSENT = { sent: null, approved: null, repliedAt: null, report: null };

export const aStory = (steps: ExplainView['steps']): ExplainView => ({
  message: { id: 'm1', status: 'sent', partner: 'Ada Lindqvist', campaign: 'Spring vests', erased: false, ...UNSENT },
  steps,
  proof: null,
});

const NO_COUNTS = Object.fromEntries(
  Object.keys(DASHBOARD_METRICS)
    .filter((name) => name !== 'creditsUsed')
    .map((name) => [name, 0]),
) as Omit<StatsView, 'responseRate' | 'trends'>;

export const someStats = (more: Partial<StatsView> = {}): StatsView => ({
  ...NO_COUNTS,
  responseRate: 0,
  trends: { totalPartners: null, approvedPartners: null, totalEmailsSent: null, responseRate: null },
  ...more,
});

type DashboardThen = Extract<AsOfView, { what: 'dashboard' }>;

/** The dashboard at that time, and its changes since. */
export const dashboardAt = (
  at: string,
  stats: Partial<StatsView>,
  changes: DashboardThen['changes'] = [],
): AsOfView => ({
  what: 'dashboard',
  at,
  soFar: { approved: 0, sent: 0 },
  stats: someStats(stats),
  credits: someCredits(),
  changes,
});

type Answers = { '': TimelineView; '/causes': CausesView; '/number/:name': NumberView };

/** Has a call of one's own history answered. Its routes have no type for the data of an event, which may be any object; the views do. */
export const answerHistory = <P extends keyof Answers>(
  path: P,
  body: Answers[P] | ((call: Call) => Answers[P] | Response | Promise<Answers[P] | Response>),
): void => answer('get', `/api/history${path}`, body as never);
