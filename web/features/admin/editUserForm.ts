import { z } from 'zod';
import { newUserForm } from '../../../events/inputs/account.ts';
import { MONTHLY_CREDITS_RANGE } from '../../../events/inputs/users.ts';

const CREDITS = 'Enter a whole number from 0 to 100,000';

/** What the Edit dialog asks of a user. */
export const editUserForm = newUserForm.omit({ email: true }).extend({
  secondFactor: z.boolean(),
  username: newUserForm.shape.username.unwrap(),
  firstName: newUserForm.shape.firstName.unwrap(),
  lastName: newUserForm.shape.lastName.unwrap(),
  monthlyCredits: z
    .int({ error: CREDITS })
    .min(MONTHLY_CREDITS_RANGE.min, CREDITS)
    .max(MONTHLY_CREDITS_RANGE.max, CREDITS),
});
export type EditUserForm = z.infer<typeof editUserForm>;
