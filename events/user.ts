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
  UserPaused: { version: 1, data: z.object({}) },
  UserResumed: { version: 1, data: z.object({}) },
  UserDeleted: { version: 1, data: z.object({}) },
  PersonErased: { version: 1, data: z.object({}) },
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

function evolve(state: UserState, event: Recorded<UserEvent>): UserState {
  switch (event.type) {
    case 'UserSignedUp':
      return {
        ...state,
        status: 'active',
        account: event.personal,
        emailHmac: event.data.emailHmac,
        isAdmin: event.data.isAdmin,
        createdAt: event.at,
      };
    case 'UserPaused':
      return { ...state, status: 'paused' };
    case 'UserResumed':
      return { ...state, status: 'active' };
    case 'UserDeleted':
      return { ...state, status: 'deleted' };
    case 'PersonErased':
      // whoever had the address may sign up with it again, as somebody new
      return { ...state, account: null, emailHmac: null };
  }
}

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
  evolve,
};

export function signUp(
  state: UserState,
  who: z.infer<typeof account> & { emailHmac: string; isAdmin: boolean },
): UserEvent[] {
  if (state.status !== 'none') throw new Refused('conflict', 'This account exists already.');
  const { emailHmac, isAdmin, ...personal } = who;
  return [{ type: 'UserSignedUp', data: { isAdmin, emailHmac }, personal }];
}

/** Pauses, resumes or deletes an account; as it is already, no event. The store commits it under the lock of the sender (db/store.ts): not one more mail of theirs leaves. */
export function changeAccount(state: UserState, to: 'active' | 'paused' | 'deleted'): UserEvent[] {
  if (state.status === 'none' || (state.status === 'deleted' && to !== 'deleted'))
    throw new Refused('not_found', 'User not found');
  if (state.status === to) return [];
  const type = ({ active: 'UserResumed', paused: 'UserPaused', deleted: 'UserDeleted' } as const)[to];
  return [{ type, data: {} }];
}
