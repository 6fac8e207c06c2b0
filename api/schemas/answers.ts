import { z } from 'zod';
import { securitySchema, sessionsSchema, userSchema } from './accounts.ts';
import { adminUsersSchema } from './adminUsers.ts';
import { aiEstimatesSchema, aiUsageSchema } from './aiUsage.ts';
import { adminSettingSchema, healthSchema } from './calls.ts';
import { abTestSchema, calendarSchema, campaignSchema, scheduleSchema, startPreviewSchema } from './campaigns.ts';
import { campaignDaysSchema, creditsSchema, overviewSchema, statsSchema } from './dashboard.ts';
import { erasureSchema } from './erasures.ts';
import { installationHealthSchema } from './health.ts';
import { asOfSchema, causesSchema, eventDaysSchema, explainSchema, numberSchema, timelineSchema } from './history.ts';
import { inboxSchema, threadSchema, unreadSchema } from './inbox.ts';
import {
  emailSettingsSchema,
  gmailStatusSchema,
  mailboxStatusSchema,
  senderDomainSchema,
  sendingAccountsSchema,
  sendingSettingsSchema,
} from './mail.ts';
import {
  availablePartnerSchema,
  importSchema,
  listedPartnerSchema,
  partnerDetailSchema,
  savedViewSchema,
  searchSchema,
  waitingMessagesSchema,
} from './partners.ts';
import { businessProfileSchema } from './profile.ts';
import { sendSchema, undecidedSchema } from './sends.ts';
import { suppressionListSchema } from './suppressions.ts';

/** What each GET call answers with 200: the source of an OpenAPI document. tests/integration/http-answers.test.ts holds the calls to it. */
export const ANSWERS = {
  '/api/health': healthSchema,
  '/api/auth/user': userSchema,
  '/api/auth/security': securitySchema,
  '/api/auth/sessions': sessionsSchema,
  '/api/dashboard/stats': statsSchema,
  '/api/dashboard/overview': overviewSchema,
  '/api/credits': creditsSchema,
  '/api/ai-estimates': aiEstimatesSchema,
  '/api/business-profile': businessProfileSchema.nullable(),
  '/api/searches/latest': searchSchema.nullable(),
  '/api/searches/:id': searchSchema,
  '/api/partners': z.array(listedPartnerSchema),
  '/api/partners/import': importSchema.nullable(),
  '/api/partners/:id': partnerDetailSchema,
  '/api/partners/:id/waiting-messages': waitingMessagesSchema,
  '/api/calendar': calendarSchema,
  '/api/campaigns': z.array(campaignSchema),
  '/api/campaigns/:id': campaignSchema,
  '/api/campaigns/:id/start-preview': startPreviewSchema,
  '/api/campaigns/:id/days': campaignDaysSchema,
  '/api/campaigns/:id/ab-test': abTestSchema,
  '/api/campaigns/:id/schedule': scheduleSchema,
  '/api/campaigns/:id/available-partners': z.array(availablePartnerSchema),
  '/api/campaigns/:id/sends': z.array(sendSchema),
  '/api/campaign-sends/undecided': z.array(undecidedSchema),
  '/api/email-settings': emailSettingsSchema,
  '/api/gmail/status': gmailStatusSchema,
  '/api/mailbox/status': mailboxStatusSchema,
  '/api/gmail/auth-url': z.strictObject({ authUrl: z.string() }),
  '/api/microsoft/auth-url': z.strictObject({ authUrl: z.string() }),
  '/api/sender-domain': senderDomainSchema,
  '/api/saved-views': z.array(savedViewSchema),
  '/api/inbox': inboxSchema,
  '/api/inbox/unread': unreadSchema,
  '/api/inbox/:id': threadSchema,
  '/api/suppressions': suppressionListSchema,
  '/api/sending-accounts': sendingAccountsSchema,
  '/api/sending-settings': sendingSettingsSchema,
  '/api/erasures': z.array(erasureSchema),
  '/api/history': timelineSchema,
  '/api/history/causes': causesSchema,
  '/api/history/explain/:messageId': explainSchema,
  '/api/history/as-of': asOfSchema,
  '/api/history/number/:name': numberSchema,
  '/api/history/days': eventDaysSchema,
  '/api/admin/settings/:key': adminSettingSchema,
  '/api/admin/openai-usage/stats': aiUsageSchema,
  '/api/admin/users': adminUsersSchema,
  '/api/admin/health': installationHealthSchema,
  '/api/admin/erasures': z.array(erasureSchema),
  '/api/admin/history': timelineSchema,
  '/api/admin/history/causes': causesSchema,
  '/api/admin/history/explain/:messageId': explainSchema,
  '/api/admin/history/as-of': asOfSchema,
  '/api/admin/history/number/:name': numberSchema,
  '/api/admin/history/days': eventDaysSchema,
} as const satisfies Record<string, z.ZodType>;
