import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';

/** What an account allowed an app: all its tokens live and end together. */
interface Grant {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
  readonly refreshTokens: readonly string[];
}

/** What a token allows. */
export interface Holder {
  readonly accountId: string;
  readonly clientId: string;
  readonly scopes: readonly string[];
}

interface Code extends Holder {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly expiresAt: number;
}

/** Codes and access tokens, which end with the process, and grants, which outlive it as at Google. */
export interface Grants {
  issueCode(code: Omit<Code, 'expiresAt'>): string;
  /** A code is good for one exchange. */
  takeCode(code: string): Code | undefined;
  /** A refresh token for what was just allowed. */
  grant(holder: Holder): Promise<string>;
  holderOfRefresh(token: string): Holder | undefined;
  issueAccess(holder: Holder): string;
  holderOfAccess(token: string): Holder | undefined;
  /** Ends the whole grant of a token, whichever of its tokens it is; false: no such token. */
  revoke(token: string): Promise<boolean>;
  /** What an account allowed. */
  list(): readonly Holder[];
  /** What the owner does in the settings of their Google account. */
  removeAccess(accountId: string): Promise<void>;
}

export const ACCESS_SECONDS = 3599;
const CODE_MS = 10 * 60_000;

const drawn = (prefix: string): string => `${prefix}${randomBytes(30).toString('base64url')}`;

/** Opens `<dataDir>/sandbox/google.json`. */
export const openGrants = async (dataDir: string, now: Clock): Promise<Grants> => {
  const folder = path.join(dataDir, 'sandbox');
  const file = path.join(folder, 'google.json');
  await mkdir(folder, { recursive: true });
  let grants: Grant[] = await readFile(file, 'utf8').then(
    (text) => JSON.parse(text) as Grant[],
    () => [],
  );
  const codes = new Map<string, Code>();
  const access = new Map<string, Holder & { expiresAt: number }>();
  let writing: Promise<void> = Promise.resolve();

  const save = (): Promise<void> => {
    const text = JSON.stringify(grants);
    const next = writing.then(async () => {
      await writeFile(`${file}.new`, text, { mode: 0o600 });
      await rename(`${file}.new`, file);
    });
    writing = next.catch(() => undefined);
    return next;
  };
  const sameGrant = (one: Holder, other: Holder) =>
    one.accountId === other.accountId && one.clientId === other.clientId;
  const end = async (holder: Holder): Promise<void> => {
    grants = grants.filter((grant) => !sameGrant(grant, holder));
    for (const [token, of] of access) if (sameGrant(of, holder)) access.delete(token);
    await save();
  };
  const holderOfRefresh = (token: string): Holder | undefined =>
    grants.find(({ refreshTokens }) => refreshTokens.includes(token));
  const holderOfAccess = (token: string): Holder | undefined => {
    const held = access.get(token);
    return held && held.expiresAt > now().getTime() ? held : undefined;
  };

  return {
    issueCode: (code) => {
      const text = drawn('4/0');
      codes.set(text, { ...code, expiresAt: now().getTime() + CODE_MS });
      return text;
    },
    takeCode: (text) => {
      const code = codes.get(text);
      codes.delete(text);
      return code && code.expiresAt > now().getTime() ? code : undefined;
    },
    grant: async ({ accountId, clientId, scopes }) => {
      const token = drawn('1//0');
      const before = grants.find((grant) => sameGrant(grant, { accountId, clientId, scopes }));
      const refreshTokens = [...(before?.refreshTokens ?? []), token];
      grants = [...grants.filter((grant) => grant !== before), { accountId, clientId, scopes, refreshTokens }];
      await save();
      return token;
    },
    holderOfRefresh,
    issueAccess: ({ accountId, clientId, scopes }) => {
      const token = drawn('ya29.');
      access.set(token, { accountId, clientId, scopes, expiresAt: now().getTime() + ACCESS_SECONDS * 1000 });
      return token;
    },
    holderOfAccess,
    revoke: async (token) => {
      const holder = holderOfRefresh(token) ?? holderOfAccess(token);
      if (holder) await end(holder);
      return holder !== undefined;
    },
    list: () => grants,
    removeAccess: async (accountId) => {
      for (const grant of grants.filter((one) => one.accountId === accountId)) await end(grant);
    },
  };
};
