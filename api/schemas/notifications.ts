import { z } from 'zod';
import { CHANNELS, DIGESTS } from '../../events/accounts/notificationsInput.ts';
import { WEBHOOK_KINDS } from '../../events/shared/noticeChannels.ts';

const channels = z.array(z.enum(CHANNELS));

/** GET /api/notifications: what the signed-in user hears about outside of the app. No address of a webhook is ever answered. */
export const notificationsSchema = z.strictObject({
  kinds: z.strictObject({
    reply: channels,
    complaint: channels,
    account: channels,
    texts: channels,
    webhook: channels,
  }),
  digest: z.enum(DIGESTS),
  /** Local times of `timezone`; null: none. */
  quiet: z.strictObject({ from: z.string(), to: z.string() }).nullable(),
  showTexts: z.boolean(),
  /** null: UTC. */
  timezone: z.string().nullable(),
  /** Where emails go. null: this installation sends none, or the address is not confirmed. */
  email: z.string().nullable(),
  webhooks: z.array(z.enum(WEBHOOK_KINDS)),
  /** Webhooks that failed for a day, and since when they are off. */
  switchedOff: z.array(z.strictObject({ channel: z.enum(WEBHOOK_KINDS), at: z.string() })),
  /** Channels of browsers: `push-` and the beginning of the SHA-256 of the endpoint in hex. */
  browsers: z.array(z.string()),
  /** With it a browser subscribes (VAPID). */
  pushKey: z.string(),
});
export type NotificationsView = z.infer<typeof notificationsSchema>;
