import { z } from 'zod';
import { newUserForm } from '../../../events/accounts/accountInput.ts';
import { AI_BUDGET_RANGE, MONTHLY_CREDITS_RANGE, ownLimits } from '../../../events/accounts/usersInput.ts';

const BUDGET = 'Enter an amount in US dollars from 0 to 9,999,999, such as 50, or leave it blank';
const CREDITS = 'Enter a whole number from 0 to 100,000';

/** The fields of the Edit dialog. */
export const editUserForm = newUserForm.omit({ email: true }).extend({
  isAuditor: z.boolean(),
  secondFactor: z.boolean(),
  username: newUserForm.shape.username.unwrap(),
  firstName: newUserForm.shape.firstName.unwrap(),
  lastName: newUserForm.shape.lastName.unwrap(),
  monthlyCredits: z
    .int({ error: CREDITS })
    .min(MONTHLY_CREDITS_RANGE.min, CREDITS)
    .max(MONTHLY_CREDITS_RANGE.max, CREDITS),
  ...ownLimits.shape,
  /** null: that of every user counts. */
  aiBudgetUsd: z.number({ error: BUDGET }).min(AI_BUDGET_RANGE.min, BUDGET).max(AI_BUDGET_RANGE.max, BUDGET).nullable(),
});
export type EditUserForm = z.infer<typeof editUserForm>;
