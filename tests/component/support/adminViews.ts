import type {
  AdminUserView,
  AiUsageView,
  ErasureView,
  InstallationHealthView,
  InvitedUserView,
} from '../../../api/views.ts';
import { ofLimits } from '../../../events/accounts/limits.ts';

/** A user as an admin sees them; the email names them: `ada` → ada@ridge.example. */
export const anAdminUser = (name: string, more: Partial<AdminUserView> = {}): AdminUserView => ({
  id: name,
  workspaceId: name,
  email: `${name}@ridge.example`,
  username: null,
  firstName: null,
  lastName: null,
  isAdmin: false,
  isAuditor: false,
  isPaused: false,
  createdAt: '2026-03-01T09:00:00.000Z',
  joined: true,
  emailConfirmed: true,
  secondFactor: false,
  monthlyCredits: 200,
  aiBudgetUsd: null,
  limits: ofLimits(() => null),
  version: 1,
  ...more,
});

export const invited = (
  user: AdminUserView,
  invitation: InvitedUserView['invitation'] = { mailed: true, url: null },
): InvitedUserView => ({ ...user, invitation });

export const anErasure = (more: Partial<ErasureView> = {}): ErasureView => ({
  id: 'e1',
  tenant: 'sam',
  kind: 'address',
  why: 'request',
  status: 'done',
  requestedBy: 'u1',
  partnerId: null,
  addressHmac: null,
  requestedAt: '2026-03-02T09:00:00.000Z',
  completedAt: '2026-03-02T09:00:01.000Z',
  times: 1,
  destroyed: { keys: 1, rows: 3, messagesCancelled: 0, jobs: 0, secrets: 0, sessions: 0, passwords: 0 },
  remains: { sealedTexts: 4, messagesKept: 0, suppressed: 1 },
  ...more,
});

/** AI costs of the thirty days up to 21 November 2026. */
export const aiUsage = (over: Partial<AiUsageView['totalUsage']> = {}): AiUsageView => ({
  daysAgo: 30,
  totalUsage: {
    totalCostUsd: 12.345,
    totalCalls: 1234,
    averageCostPerCall: 0.010004,
    totalTokens: 4_567_890,
    ...over,
  },
  sourceCredits: [{ source: 'People Data Labs', searches: 3, credits: 1_240 }],
  usageByOperation: [
    { operation: 'messageGeneration', totalCostUsd: 8.5, callCount: 1000, unpricedCalls: 0 },
    { operation: 'partnerGeneration', totalCostUsd: 3.845, callCount: 1, unpricedCalls: 0 },
  ],
  budget: {
    month: '2026-11',
    installation: { limitUsd: null, spentUsd: 9.5 },
    users: [],
  },
  unpricedCalls: 0,
  cutCalls: 0,
  daily: Array.from({ length: 30 }, (_, index) => ({
    date: new Date(Date.UTC(2026, 9, 23 + index)).toISOString().slice(0, 10),
    costUsd: index === 27 ? 1.2345 : index === 28 ? 0.001 : index % 7 === 0 ? 0 : 0.2 + 0.03 * index,
    calls: index === 27 ? 1234 : index === 28 ? 1 : index % 7 === 0 ? 0 : index,
    unpricedCalls: 0,
  })),
  pricingInfo: {
    models: ['gpt-6.1-terra', 'gpt-6-luna'],
    priceDate: '2026-11-22',
    estimatedCostPerOperation: {
      partnerGeneration: 0.0123,
      partnerDiscovery: 0.15,
      messageGeneration: 0.0021,
      profileGeneration: 0.0004,
      contactEnhancement: 0.00149,
      replyClassification: 0.0008,
      replyDraft: 0.0024,
      textJudgment: 0.0002,
      partnerJudgment: 0.02,
      embedding: 0.0001,
    },
  },
});

/** An installation with nothing wrong. */
export const health = (more: Partial<InstallationHealthView> = {}): InstallationHealthView => ({
  sandbox: false,
  version: '1.4.0',
  nodeEnd: null,
  bundledPostgres: null,
  frozen: null,
  aiModels: [{ name: 'gpt-6.1-terra', tasks: ['writing', 'search'], priced: true, endsOn: null, state: 'current' }],
  aiLacks: [],
  aiBudget: { limitUsd: null, spentUsd: 0, state: 'ok', usersNear: 0 },
  providers: [{ name: 'OpenAI', setting: 'OPENAI_API_KEY', configured: true, trouble: null }],
  pausedAccounts: 0,
  unreadAccounts: 0,
  mailer: { kind: 'smtp', mailed: 3, failed: 0, failing: false, lastFailure: null },
  queue: { waiting: 0, oldestRunAt: null, scheduled: 3, running: 1, failed: 0, jobs: [] },
  workers: [{ id: 'w', lastBeatAt: '2026-11-22T12:00:00.000Z', alive: true }],
  wrongClocks: [],
  diskFree: null,
  log: { events: 1_234_567, newestAt: '2026-11-22T12:00:00.000Z', unreadMs: 5, horizonHolder: null, relayLag: 0 },
  record: { wrong: 0, first: null, behindMs: 900 },
  seals: {
    lastAt: '2026-11-22T12:00:00.000Z',
    unsealed: 12,
    file: 'ok',
    trouble: null,
    witnesses: { asked: 2, current: 2, lastAt: '2026-11-22T12:00:00.000Z', trouble: null, mailedAt: null },
  },
  ...more,
});
