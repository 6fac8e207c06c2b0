import { useQuery } from '@tanstack/react-query';
import { usersQuery } from './users.ts';

/** Names for an admin the user whose workspace it is, by email; an erased user has only the id of the workspace. */
export function useWhose(isAdmin: boolean): (tenant: string) => string {
  const { data: users } = useQuery({ ...usersQuery(), enabled: isAdmin });
  return (tenant) => {
    if (tenant === 'system') return 'this installation';
    return users?.find(({ workspaceId }) => workspaceId === tenant)?.email ?? `workspace ${tenant}`;
  };
}
