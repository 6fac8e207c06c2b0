import { useQueryClient } from '@tanstack/react-query';
import { useLocation, useSearchParams } from 'wouter';
import { ADDED, useAccount } from '../sending/account.ts';
import { sendingAccountsQuery } from '../sending/api.ts';

const SCREEN = '/settings/sending';
export const accountUrl = (account: string): string => `${SCREEN}?account=${account}`;

/** Fetches the list after an account was connected. One that was added is opened in it. */
export function useOpenAdded(): (address: string | null | undefined) => Promise<void> {
  const queries = useQueryClient();
  const account = useAccount();
  const [, navigate] = useLocation();
  return async (address) => {
    await queries.invalidateQueries({ queryKey: sendingAccountsQuery().queryKey });
    if (account !== ADDED || !address) return;
    const accounts = await queries.fetchQuery(sendingAccountsQuery());
    const added = accounts.find((one) => one.address?.toLowerCase() === address.toLowerCase());
    // the user may be on another screen by now
    if (added && window.location.pathname === SCREEN) navigate(accountUrl(added.id));
  };
}

/** The account that the address names; none: the first. */
export function useOpenAccount(): string | undefined {
  const [params] = useSearchParams();
  return params.get('account') ?? undefined;
}
