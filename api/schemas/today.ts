import { z } from 'zod';
import { NEED_REASONS, TODAY_GROUPS } from '../../events/today/needGroups.ts';
import { partnerSchema } from './partners.ts';

/** A thing that waits for a person. `id`: of the message, the conversation (`<campaign>.<partner>`), or the sending account. */
export const needSchema = z.strictObject({
  id: z.string(),
  /** Of the account alone: what it waits for is said by GET /api/sending-accounts. */
  reason: z.enum([...NEED_REASONS, 'account']),
  /** null: an account, or a partner who was deleted. */
  partner: partnerSchema.pick({ id: true, name: true, username: true, avatar: true, platform: true }).nullable(),
  /** `name` is null once the campaign is erased. */
  campaign: z.strictObject({ id: z.string(), name: z.string().nullable() }).nullable(),
  /** Since when it waits, or is on hold; null: an account. */
  at: z.string().nullable(),
  /** It was put off: `moment` is null until the person answers, or until an email on hold is released. null: it was not. */
  until: z.strictObject({ moment: z.string().nullable() }).nullable(),
  /** The beginning of the newest mail, the subject, or an address; null: erased. */
  text: z.string().nullable(),
  /** Texts of its campaign that are folded into it. GET /api/today/read?campaign= has them. */
  more: z.number(),
});
export type NeedView = z.infer<typeof needSchema>;

/** `next`: where the following page begins; null after the last. */
export const needPageSchema = z.strictObject({ needs: z.array(needSchema), next: z.string().nullable() });
export type NeedPageView = z.infer<typeof needPageSchema>;

/** GET /api/today/count: each is exact up to 1,000, and 1,001 for more. `total`: all that waits now. */
export const todayCountSchema = z.strictObject({
  total: z.number(),
  /** Something was ever sent. */
  started: z.boolean(),
  groups: z.record(z.enum(TODAY_GROUPS), z.number()),
});
export type TodayCountView = z.infer<typeof todayCountSchema>;
