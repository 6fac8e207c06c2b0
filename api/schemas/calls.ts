import { z } from 'zod';
import { REASONS, type ReasonCode } from '../../events/shared/reasons.ts';
import { REFUSALS, type RefusalCode } from '../../events/shared/refusals.ts';
import { importProblemSchema } from './partners.ts';

const codes = [...Object.keys(REFUSALS), ...Object.keys(REASONS), 'profile_not_read'];
/** Why a call was refused, or a provider failed: programs compare these and no words. */
const codeSchema = z.enum(codes as [RefusalCode | ReasonCode | 'profile_not_read']);

/** `error` is for people. `details` has the code of a refusal, or the error of each field or row. */
export const errorSchema = z.strictObject({
  error: z.string(),
  details: z
    .union([
      z.looseObject({ code: codeSchema.optional() }),
      z.strictObject({ field: z.string(), message: z.string() }).array(),
      importProblemSchema.array(),
    ])
    .optional(),
  /** Of a limit. */
  used: z.number().optional(),
  limit: z.number().optional(),
  /** The end of a 401's session. */
  ended: z.enum(['revoked', 'password', 'paused', 'closed', 'second_factor']).optional(),
});
export type ErrorView = z.infer<typeof errorSchema>;

/** A 202 answer: the work goes on; the screen follows it by server-sent events. */
export const acceptedSchema = z.strictObject({
  accepted: z.literal(true),
  id: z.string(),
});
export type AcceptedView = z.infer<typeof acceptedSchema>;

const aboutSchema = z.strictObject({ version: z.string(), sandbox: z.boolean() });

/** GET /api/health: 200, or 503 while the database does not answer. */
export const healthSchema = z.discriminatedUnion('status', [
  aboutSchema.extend({
    status: z.literal('ok'),
    database: z.literal('ok'),
    /** The age of the oldest event that the worker has not read. */
    unreadSeconds: z.number(),
    tail: z.boolean(),
    /** `wrong`: it differs from the database's, so this process saves nothing. */
    clock: z.enum(['ok', 'wrong']),
    /** `ok`, or why no email leaves. */
    sending: z.string(),
  }),
  aboutSchema.extend({ status: z.literal('error'), database: z.literal('unreachable') }),
]);

/** Why a process cannot serve: a load balancer takes another one. */
const UNREADY = ['database_unreachable', 'not_migrated', 'web_not_built', 'clock_wrong', 'stopping'] as const;

/** GET /api/ready: 200, or 503 with the reasons. */
export const readySchema = z.strictObject({ ready: z.boolean(), reasons: z.array(z.enum(UNREADY)) });
export type ReadyView = z.infer<typeof readySchema>;

/** GET /api/admin/settings/{key}. */
export const adminSettingSchema = z.strictObject({ value: z.string() });

/** GET /api/gmail/auth-url and GET /api/microsoft/auth-url. */
export const authUrlSchema = z.strictObject({ authUrl: z.string() });
