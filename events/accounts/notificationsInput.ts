/** What notifications are about and where they go, and the request bodies of their settings. */
import { z } from 'zod';
import { WEBHOOK_KINDS, WEBHOOKS } from '../shared/noticeChannels.ts';
import { stop } from '../shared/text.ts';

/** What a person can hear about. */
export const NOTICE_KINDS = ['reply', 'complaint', 'account', 'texts', 'webhook'] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const CHANNELS = ['email', 'push', ...WEBHOOK_KINDS] as const;
export type Channel = (typeof CHANNELS)[number];

export const DIGESTS = ['at_once', 'hourly', 'daily'] as const;

const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 18:00');
const channels = z.array(z.enum(CHANNELS)).max(CHANNELS.length, stop('Choose each channel once'));

/** PUT /api/notifications. `quiet`: local times; notices wait until they end. */
export const notificationRules = z.object({
  kinds: z.object({ reply: channels, complaint: channels, account: channels, texts: channels, webhook: channels }),
  digest: z.enum(DIGESTS, 'Choose when emails are sent'),
  quiet: z
    .object({ from: time, to: time })
    .refine(({ from, to }) => from !== to, { path: ['to'], error: 'Quiet hours must end at another time' })
    .nullable(),
  showTexts: z.boolean('Names and texts must be on or off'),
});
export type NotificationRules = z.infer<typeof notificationRules>;

const LONGEST_ADDRESS = 2_000;

/** POST /api/notifications/webhook. */
export const webhookForm = z
  .object({
    channel: z.enum(WEBHOOK_KINDS, 'Choose Slack, Discord or Teams'),
    url: z.string('Paste the webhook URL').trim().min(1, stop('Paste the webhook URL')).max(LONGEST_ADDRESS, stop()),
  })
  .superRefine(({ channel, url }, context) => {
    const { name, address, example } = WEBHOOKS[channel];
    if (address.test(url) && URL.canParse(url)) return;
    const message = `This is no webhook URL of ${name}. It looks like ${example}`;
    context.addIssue({ code: 'custom', path: ['url'], message });
  });
export type WebhookForm = z.infer<typeof webhookForm>;

/** POST /api/notifications/browser: a PushSubscription as the browser gives it. */
export const pushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/, error: 'endpoint must be an https address' }).max(LONGEST_ADDRESS, stop()),
  keys: z.object({
    p256dh: z.string().regex(/^[\w-]{87}=?$/, 'p256dh must be 65 bytes in base64url'),
    auth: z.string().regex(/^[\w-]{22}(==)?$/, 'auth must be 16 bytes in base64url'),
  }),
});
export type PushSubscriptionForm = z.infer<typeof pushSubscription>;

/** One channel of a person: a browser has its own name. */
export const channelId = z
  .string()
  .regex(/^(email|slack|discord|teams|push-[0-9a-f]{16})$/, 'There is no such channel');

/** POST /api/notifications/test and /remove. */
export const channelForm = z.object({ channel: channelId });
