/** What an access token may be made for, with the words of the form. A token never may more than its owner. */
export const SCOPES = {
  read: 'See everything that you see',
  propose: 'Search for partners, add them, and draft texts',
  decide: 'Approve, reject, block, and change addresses',
  send: 'Send emails and answers, and change campaigns, sending hours, and your profile',
  admin: 'Manage users and the installation',
} as const;
export type Scope = keyof typeof SCOPES;
export const SCOPE_NAMES = Object.keys(SCOPES) as [Scope, ...Scope[]];

/** A role's choice of scopes. */
export const scopesFor = ({ isAdmin, isAuditor }: { isAdmin: boolean; isAuditor: boolean }): Scope[] =>
  isAuditor ? ['read'] : SCOPE_NAMES.filter((scope) => scope !== 'admin' || isAdmin);

/** The days after which a token may end. */
export const TOKEN_DAYS = [30, 90, 365] as const;
/** Open tokens of one user. */
export const MOST_TOKENS = 20;
export const LONGEST_TOKEN_NAME = 60;
