import { z } from 'zod';
import type { Aggregate, EventOf, Recorded } from './event.ts';
import { MONTHLY_CREDITS } from './options.ts';
import { Refused } from './refused.ts';

const account = z.object({
  email: z.string(),
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
});

/** An account. `emailHmac` makes an address unique without showing it. */
export const userDefinitions = {
  UserSignedUp: {
    version: 1,
    data: z.object({ isAdmin: z.boolean(), emailHmac: z.string() }),
    personal: account,
    introduces: true,
  },
} as const;
export type UserEvent = EventOf<typeof userDefinitions>;

export type UserState = {
  status: 'none' | 'active' | 'paused' | 'deleted';
  account: z.infer<typeof account> | null;
  emailHmac: string | null;
  isAdmin: boolean;
  monthlyCredits: number;
  createdAt: string;
};

export const user: Aggregate<UserState, UserEvent> = {
  kind: 'user',
  definitions: userDefinitions,
  foldVersion: 1,
  initial: {
    status: 'none',
    account: null,
    emailHmac: null,
    isAdmin: false,
    monthlyCredits: MONTHLY_CREDITS,
    createdAt: '',
  },
  evolve: (state, event: Recorded<UserEvent>) => ({
    ...state,
    status: 'active',
    account: event.personal,
    emailHmac: event.data.emailHmac,
    isAdmin: event.data.isAdmin,
    createdAt: event.at,
  }),
};

export function signUp(
  state: UserState,
  who: z.infer<typeof account> & { emailHmac: string; isAdmin: boolean },
): UserEvent[] {
  if (state.status !== 'none') throw new Refused('conflict', 'This account exists already.');
  const { emailHmac, isAdmin, ...personal } = who;
  return [{ type: 'UserSignedUp', data: { isAdmin, emailHmac }, personal }];
}
