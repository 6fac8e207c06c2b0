import { z } from 'zod';
import type { EventOf } from '../shared/event.ts';

/** A user's role in a workspace. There is one role so far; teams bring others. */
const role = z.enum(['owner']);

export const membershipDefinitions = {
  /** The user works in a workspace, which is the tenant of all that is done there. */
  MembershipGranted: { version: 1, data: z.object({ workspaceId: z.string(), role }) },
} as const;
type MembershipEvent = EventOf<typeof membershipDefinitions>;

export type Membership = MembershipEvent['data'];
type Member = { memberships: readonly Membership[] };

/** Each account has a workspace of its own. */
export const ownWorkspace = (workspaceId: string): MembershipEvent => ({
  type: 'MembershipGranted',
  data: { workspaceId, role: 'owner' },
});

/** The workspace that a user owns; null for someone without an account. */
export const workspaceOf = ({ memberships }: Member): string | null =>
  memberships.find((membership) => membership.role === 'owner')?.workspaceId ?? null;

export const isMember = ({ memberships }: Member, workspaceId: string): boolean =>
  memberships.some((membership) => membership.workspaceId === workspaceId);
