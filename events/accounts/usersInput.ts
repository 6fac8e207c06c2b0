import { z } from 'zod';
import { personName, username } from '../shared/personName.ts';
import { stop } from '../shared/text.ts';
import { LIMITS, type LimitName, limitProblem, ofLimits } from './limits.ts';

const blankIsNull = (text: z.ZodString) =>
  text
    .nullable()
    .transform((typed) => typed || null)
    .optional();
const yesOrNo = (field: string) => z.boolean(`${field} must be true or false`).optional();

export const MONTHLY_CREDITS_RANGE = { min: 0, max: 100_000 } as const;
const CREDITS = 'The monthly credits must be a whole number from 0 to 100,000';

export const AI_BUDGET_RANGE = { min: 0, max: 9_999_999 } as const;
const BUDGET = 'The AI budget must be an amount in US dollars from 0 to 9,999,999';

const ownLimit = (name: LimitName) => {
  const problem = `${limitProblem(name)}, or leave it blank`;
  return z.number(problem).int(problem).min(LIMITS[name].least, problem).max(LIMITS[name].most, problem).nullable();
};

/** The limits of one user; null: that of everyone. */
export const ownLimits = z.object(ofLimits(ownLimit));

/** PUT /api/admin/users/{id}: missing fields stay unchanged. `version`: that of the list, so that no change is overwritten unseen. */
export const userChange = z.object({
  username: blankIsNull(username),
  firstName: blankIsNull(personName('first name')),
  lastName: blankIsNull(personName('last name')),
  isAdmin: yesOrNo('isAdmin'),
  isAuditor: yesOrNo('isAuditor'),
  isPaused: yesOrNo('isPaused'),
  monthlyCredits: z
    .number(CREDITS)
    .int(CREDITS)
    .min(MONTHLY_CREDITS_RANGE.min, CREDITS)
    .max(MONTHLY_CREDITS_RANGE.max, CREDITS)
    .optional(),
  /** US dollars of AI a month; null: that of every user counts. */
  aiBudgetUsd: z.number(BUDGET).min(AI_BUDGET_RANGE.min, BUDGET).max(AI_BUDGET_RANGE.max, BUDGET).nullable().optional(),
  limits: ownLimits.partial().optional(),
  /** Only the user can turn it on: it needs their app. */
  secondFactor: z.literal(false, 'Only the user can turn two-factor authentication on').optional(),
  version: z.number('version must be a number').int('version must be a whole number').optional(),
});
export type UserChangeForm = z.infer<typeof userChange>;

/** GET /api/admin/limits */
export const nearLimitsQuery = z.object({
  after: z.string().max(200, stop('after must be that of the page before')).default(''),
});
