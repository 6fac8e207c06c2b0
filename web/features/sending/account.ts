import { createContext, useContext } from 'react';

/** An account that is being added. */
export const ADDED = 'new';

/** The sending account whose cards are shown: its id, or ADDED; undefined: the first. */
export const AccountContext = createContext<string | undefined>(undefined);

export const useAccount = (): string | undefined => useContext(AccountContext);

/** The key of what is known of an account: the first one's begins those of all. */
export const keyOf = (key: readonly string[], account: string | undefined): string[] =>
  account === undefined ? [...key] : [...key, account];
