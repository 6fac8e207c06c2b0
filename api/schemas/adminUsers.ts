import { z } from 'zod';
import { LIMIT_NAMES, NEAR_NAMES } from '../../events/accounts/limits.ts';
import { accountFactsSchema, invitationSchema } from './accounts.ts';

/**
 * GET /api/admin/users: everyone except deleted users. `workspaceId`: their own one. `joined`: false until the invitation was accepted.
 * `aiBudgetUsd`: US dollars a month; null: that of every user counts. `limits`: their own ones; null: that of every user. `version` goes into a change.
 */
export const adminUserSchema = accountFactsSchema.extend({
  id: z.string(),
  workspaceId: z.string().nullable(),
  joined: z.boolean(),
  emailConfirmed: z.boolean(),
  secondFactor: z.boolean(),
  monthlyCredits: z.number(),
  aiBudgetUsd: z.number().nullable(),
  limits: z.record(z.enum(LIMIT_NAMES), z.number().nullable()),
  version: z.number(),
});
export type AdminUserView = z.infer<typeof adminUserSchema>;

export const adminUsersSchema = z.strictObject({
  users: z.array(adminUserSchema),
});
export type AdminUsersView = z.infer<typeof adminUsersSchema>;

/**
 * POST /api/admin/users and POST /api/admin/users/{id}/invitation. Also PUT /api/admin/users/{id}, which invites an unpaused user who has not joined
 * yet. `invitation` is null when none was sent; a paused user gets none.
 */
export const invitedUserSchema = adminUserSchema.extend({
  invitation: invitationSchema.nullable(),
});
export type InvitedUserView = z.infer<typeof invitedUserSchema>;

/** GET /api/admin/limits: who uses 80 % or more of a limit. `next`: `after` of the next page; null: there is none. */
export const nearLimitsSchema = z.strictObject({
  near: z.array(
    z.strictObject({
      userId: z.string(),
      email: z.string().nullable(),
      limit: z.enum(NEAR_NAMES),
      used: z.number(),
      most: z.number(),
    }),
  ),
  next: z.string().nullable(),
});
export type NearLimitsView = z.infer<typeof nearLimitsSchema>;

export const userDeletedSchema = z.strictObject({ deleted: z.literal(true) });
