import { randomBytes } from 'node:crypto';
import type { Clock } from '../clock.ts';
import { openJsonFile } from '../jsonFile.ts';

/** The rights of a token. */
export interface Holder {
  readonly accountId: string;
  readonly scopes: readonly string[];
}

interface Grant extends Holder {
  readonly refreshTokens: readonly string[];
}

interface Code extends Holder {
  readonly redirectUri: string;
  readonly challenge: string;
}

/**
 * The form and lifetime of a provider's tokens. `rotates`: each use replaces the refresh token, and only the newest two are taken. Otherwise all
 * tokens of an account live and end together.
 */
export type TokenRules = {
  file: string;
  code: string;
  refresh: string;
  access: string;
  seconds: number;
  rotates: boolean;
};

const CODE_MS = 10 * 60_000;
const KEPT = 2;
const drawn = (prefix: string): string => `${prefix}${randomBytes(40).toString('base64url')}`;

export type Grants = Awaited<ReturnType<typeof openGrants>>;

/** Codes and access tokens end with the process. Grants outlive it, as in reality. */
export const openGrants = async (dataDir: string, rules: TokenRules, now: Clock) => {
  const { kept, save } = await openJsonFile<Grant>(dataDir, rules.file);
  let grants = kept;
  const codes = new Map<string, Code & { endsAt: number }>();
  const access = new Map<string, Holder & { endsAt: number }>();
  const valid = <T extends { endsAt: number }>(one: T | undefined) =>
    one && one.endsAt > now().getTime() ? one : undefined;
  const endAccess = (accountId: string): void => {
    for (const [token, holder] of access) if (holder.accountId === accountId) access.delete(token);
  };
  const end = async (accountId: string): Promise<void> => {
    grants = grants.filter((grant) => grant.accountId !== accountId);
    endAccess(accountId);
    await save(grants);
  };
  const ofRefresh = (token: string) => grants.find(({ refreshTokens }) => refreshTokens.includes(token));
  const holderOfAccess = (token: string): Holder | undefined => valid(access.get(token));

  return {
    seconds: rules.seconds,
    list: (): readonly Holder[] => grants,
    end,
    /** Ends the access tokens before their time. */
    endAccess,
    holderOfAccess,
    issueCode: (code: Code): string => {
      const text = drawn(rules.code);
      codes.set(text, { ...code, endsAt: now().getTime() + CODE_MS });
      return text;
    },
    /** A code is good for one exchange. */
    takeCode: (text: string): Code | undefined => {
      const code = codes.get(text);
      codes.delete(text);
      return valid(code);
    },
    issueAccess: ({ accountId, scopes }: Holder): string => {
      const token = drawn(rules.access);
      access.set(token, { accountId, scopes, endsAt: now().getTime() + rules.seconds * 1000 });
      return token;
    },
    /** A refresh token for what was just allowed. */
    grant: async ({ accountId, scopes }: Holder): Promise<string> => {
      const token = drawn(rules.refresh);
      const before = rules.rotates ? [] : grants.filter((grant) => grant.accountId === accountId);
      const refreshTokens = [...before.flatMap((grant) => grant.refreshTokens), token];
      grants = [...grants.filter((grant) => !before.includes(grant)), { accountId, scopes, refreshTokens }];
      await save(grants);
      return token;
    },
    /** The holder of a refresh token, and the token to use next. */
    refresh: async (token: string): Promise<{ holder: Holder; refreshToken: string } | undefined> => {
      const holder = ofRefresh(token);
      if (!holder || !rules.rotates) return holder && { holder, refreshToken: token };
      const refreshToken = drawn(rules.refresh);
      const refreshTokens = [...holder.refreshTokens, refreshToken].slice(-KEPT);
      grants = grants.map((grant) => (grant === holder ? { ...grant, refreshTokens } : grant));
      await save(grants);
      return { holder, refreshToken };
    },
    /** Ends all tokens of an account by any of them. false: no such token. */
    revoke: async (token: string): Promise<boolean> => {
      const holder = ofRefresh(token) ?? holderOfAccess(token);
      if (holder) await end(holder.accountId);
      return holder !== undefined;
    },
  };
};
