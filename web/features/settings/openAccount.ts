import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import { ADDED, useAccount } from '../sending/account.ts';
import { sendingAccountsQuery } from '../sending/api.ts';

/** Where the cards of an account are. */
export const accountUrl = (account: string): string => `/settings/sending?account=${account}`;

/** After an account was connected: the list, and, when it was added, its own cards. */
export function useOpenAdded(): (address: string | null | undefined) => Promise<void> {
  const queries = useQueryClient();
  const account = useAccount();
  const [, navigate] = useLocation();
  return async (address) => {
    await queries.invalidateQueries({ queryKey: sendingAccountsQuery().queryKey });
    if (account !== ADDED || !address) return;
    const accounts = await queries.fetchQuery(sendingAccountsQuery());
    const added = accounts.find((one) => one.address?.toLowerCase() === address.toLowerCase());
    if (added) navigate(accountUrl(added.id));
  };
}

/** The account that the address names; none: the first. */
export function useOpenAccount(): string | undefined {
  const [params] = useSearchParams();
  return params.get('account') ?? undefined;
}
