import { type QueryKey, useQuery } from '@tanstack/react-query';
import type { z } from 'zod';
import { create } from 'zustand';
import type { AdminUserView, FailingJobView, InvitedUserView } from '../../../api/views.ts';
import type { NewUserForm } from '../../../events/accounts/accountInput.ts';
import { ofLimitSettings } from '../../../events/accounts/limits.ts';
import type { AdminSettingKey } from '../../../events/accounts/settingNames.ts';
import type { userChange } from '../../../events/accounts/usersInput.ts';
import { hasStatus } from '../../lib/apiError.ts';
import { client, unwrap } from '../../lib/client.ts';
import { failure } from '../../lib/errorCatalogue.ts';
import { refusedFields } from '../../lib/formProblems.ts';
import { pages, query } from '../../lib/query.ts';
import type { ToastText } from '../../lib/toasts.ts';
import { refetch, useAction } from '../../lib/useAction.ts';
import { adminSettingQuery, currentUserQuery } from '../session/api.ts';

const calls = client.api.admin;

/** Everyone who may sign in, or was invited to. */
export const [useUsers, usersQuery] = query(() => ({
  key: ['admin', 'users'],
  call: async () => (await unwrap(calls.users.$get())).users,
}));

const USERS: readonly QueryKey[] = [
  ['admin', 'users'],
  ['admin', 'limits'],
];

/** Whether the installation does what it should. */
export const [useHealth] = query(() => ({
  key: ['admin', 'health'],
  call: () => unwrap(calls.health.$get()),
  refetchInterval: 30_000,
}));

const DAYS = 30;

/** Users who are near a limit. */
export const [useNearLimits] = pages(() => ({
  key: ['admin', 'limits'],
  call: (after) => unwrap(calls.limits.$get({ query: { ...(after !== null && { after }) } })),
}));

/** The access tokens of a user that work. */
export const [useUserTokens] = query((id: string) => ({
  key: ['admin', 'tokens', id],
  call: async () => (await unwrap(calls.users[':id'].tokens.$get({ param: { id } }))).tokens,
}));

/** AI costs in the last 30 days. */
export const [useAiUsage] = query(() => ({
  key: ['admin', 'ai-usage'],
  call: () => unwrap(calls['openai-usage'].stats.$get({ query: { daysAgo: String(DAYS) } })),
  refetchInterval: 60_000,
}));

/** Queries that show AI budgets. */
const BUDGETS: readonly QueryKey[] = [
  ['admin', 'ai-usage'],
  ['admin', 'health'],
];

/** "Error" with the server's words; a 404 is about the address of the call more than about a person. */
function userFailed(fallback: string): (error: Error) => ToastText {
  const said = failure('Error', fallback);
  return (error) => (hasStatus(error, 404) ? { title: 'Error', text: fallback } : said(error));
}

/** Has a job that failed tried again now. */
export const useRetryJob = () =>
  useAction({
    call: ({ id }: FailingJobView) => unwrap(calls.jobs[':id'].retry.$post({ param: { id } })),
    failed: userFailed('This failed job no longer exists. It may be done.'),
    done: { title: 'Job Retried', text: 'A worker runs it shortly.' },
    stale: [['admin', 'health']],
  });

type HandOver = { link: { email: string; url: string } | null };

/** The invitation that was not mailed: its link is shown beside the list, for the admin to hand over. */
export const useHandOver = create<HandOver>(() => ({ link: null }));

export const handOverDone = (): void => useHandOver.setState({ link: null });

/** Shows the link of an invitation that could not be mailed. Answers what became of it, as a sentence; null: none was made. */
function invitationText({ email, invitation }: InvitedUserView): string | null {
  if (!invitation) return null;
  if (invitation.mailed) return 'The invitation is on its way.';
  if (!invitation.url) return null;
  useHandOver.setState({ link: { email: email ?? 'the user', url: invitation.url } });
  return 'Share the invitation link yourself.';
}

/** Links that were mailed before work until one of them is used. One that was handed over ends. */
export const useInviteAgain = ({ id }: AdminUserView) =>
  useAction({
    call: () => unwrap(calls.users[':id'].invitation.$post({ param: { id } })),
    failed: userFailed('Failed to send the invitation'),
    done: (invited) => {
      invitationText(invited);
      // a link to hand over has a dialog of its own
      if (!invited.invitation?.mailed) return null;
      return { title: 'Invitation Sent', text: `It is on its way to ${invited.email ?? 'the user'}.` };
    },
    stale: USERS,
  });

export const useCreateUser = () =>
  useAction({
    call: (json: NewUserForm) => unwrap(calls.users.$post({ json })),
    failed: userFailed('Failed to create user'),
    done: (created, { email }) => {
      const became = invitationText(created) ?? 'No invitation is sent while they are paused.';
      return { title: 'User Created', text: `${email} is in the list. ${became}` };
    },
    stale: USERS,
  });

export const useDeleteUser = ({ id, email }: AdminUserView) =>
  useAction({
    call: () => unwrap(calls.users[':id'].$delete({ param: { id } })),
    failed: userFailed('Failed to delete user'),
    done: { title: 'User Deleted', text: `${email ?? 'The user'} is gone.` },
    // the live events tell an admin of their own workspace only
    stale: [...USERS, ...BUDGETS, ['erasures']],
  });

/** The fields of a user that an admin may change. `version`: of the user as it was shown; a newer one refuses the change. */
export type UserChange = z.input<typeof userChange>;

function whatChanged({ version, ...change }: UserChange): string {
  const only = Object.keys(change).length === 1;
  if (only && change.isAdmin !== undefined) return change.isAdmin ? 'is an admin now' : 'is no longer an admin';
  if (only && change.isAuditor !== undefined) return change.isAuditor ? 'is an auditor now' : 'is no longer an auditor';
  if (only && change.secondFactor === false) return 'now signs in without a code';
  if (only && change.isPaused !== undefined) return change.isPaused ? 'is paused and signed out' : 'can sign in again';
  return 'was updated';
}

const updateFailed = userFailed('Failed to update user');

/** `inForm`: a form shows in place that somebody else was faster, and what is wrong with a field. */
export const useUpdateUser = ({ id, email }: AdminUserView, inForm = false) =>
  useAction({
    call: (json: UserChange) => unwrap(calls.users[':id'].$put({ param: { id }, json })),
    failed: (error) => {
      const inPlace = hasStatus(error, 409) || Object.keys(refusedFields(error)).length > 0;
      return inForm && inPlace ? null : updateFailed(error);
    },
    done: (updated, change) => {
      const became = invitationText(updated);
      const text = `${email ?? 'This user'} ${whatChanged(change)}.`;
      return { title: 'User Updated', text: became ? `${text} ${became}` : text };
    },
    stale: ({ aiBudgetUsd }, queries) => [
      ...USERS,
      ...(aiBudgetUsd === undefined ? [] : BUDGETS),
      // the menu names the user who was edited
      ...(queries.getQueryData(currentUserQuery().queryKey)?.id === id ? [currentUserQuery().queryKey] : []),
    ],
  });

/** Names for an admin the user whose workspace it is, by email. An erased user has only the id of the workspace. */
export function useWhose(isAdmin: boolean): (tenant: string) => string {
  const { data: users } = useQuery({ ...usersQuery(), enabled: isAdmin });
  return (tenant) => {
    if (tenant === 'system') return 'this installation';
    return users?.find(({ workspaceId }) => workspaceId === tenant)?.email ?? `workspace ${tenant}`;
  };
}

const LIMIT_WORDS = { saved: 'Limit updated', failed: 'Failed to update the limit' };

export type SecurityAsked = { kind: string; user: string; network: string; days: string };

/** What happened at the doors, the newest first. */
export const [useSecurityLog] = pages((asked: SecurityAsked) => ({
  key: ['admin', 'security-log', asked],
  call: (before) => {
    const given = Object.entries({ ...asked, before: before ?? '' }).filter(([, value]) => value !== '');
    return unwrap(calls['security-log'].$get({ query: Object.fromEntries(given) }));
  },
  gcTime: 0,
  keepsPages: true as const,
}));

const SETTING_WORDS: Record<AdminSettingKey, { saved: string; failed: string }> = {
  signup_url: { saved: 'Signup URL Updated', failed: 'Failed to update signup URL' },
  openai_cost_warning_threshold: { saved: 'Threshold Updated', failed: 'Failed to update threshold' },
  ai_budget: { saved: 'AI Budget Updated', failed: 'Failed to update the AI budget' },
  ai_budget_per_user: { saved: 'AI Budget Updated', failed: 'Failed to update the AI budget' },
  ...ofLimitSettings(() => LIMIT_WORDS),
  second_factor_required: { saved: 'Two-factor rule updated', failed: 'Failed to update the two-factor rule' },
  tutorials_url: { saved: 'Tutorials URL Updated', failed: 'Failed to update tutorials URL' },
  help_desk_url: { saved: 'Help Desk URL Updated', failed: 'Failed to update help desk URL' },
  privacy_url: { saved: 'Privacy link updated', failed: 'Failed to update the privacy link' },
  terms_url: { saved: 'Terms link updated', failed: 'Failed to update the terms link' },
  contact_url: { saved: 'Contact link updated', failed: 'Failed to update the contact link' },
};

/** Sets one setting of the installation. */
export const useSaveSetting = (key: AdminSettingKey) =>
  useAction({
    call: (value: string) => unwrap(calls.settings[':key'].$put({ param: { key }, json: { value } })),
    failed: failure('Error', SETTING_WORDS[key].failed),
    done: ({ value }) => ({
      title: SETTING_WORDS[key].saved,
      text: value ? 'It applies to everyone.' : 'It is no longer set.',
    }),
    after: ({ value }, _, queries) => {
      queries.setQueryData(adminSettingQuery(key).queryKey, value);
      // another card shows it, too
      return refetch(queries, key === 'ai_budget' || key === 'ai_budget_per_user' ? BUDGETS : []);
    },
    stale: [adminSettingQuery(key).queryKey],
  });
