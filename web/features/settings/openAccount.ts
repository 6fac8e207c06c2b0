import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { ADDED, useAccount } from '../sending/account.ts';
import { sendingAccountsQuery } from '../sending/sendingAccounts.ts';

/** Where the cards of an account are. */
export const accountUrl = (account: string): string => `/settings?account=${account}#sending-accounts`;

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
