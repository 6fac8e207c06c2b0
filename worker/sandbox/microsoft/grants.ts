import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Clock } from '../clock.ts';

/** What a sign-in gave. Its refresh tokens replace each other: only the newest and the one before are still taken. */
interface Grant {
  readonly accountId: string;
  readonly scopes: readonly string[];
  readonly refreshTokens: readonly string[];
}

interface Holder {
  readonly accountId: string;
  readonly scopes: readonly string[];
}

interface Code extends Holder {
  readonly redirectUri: string;
  readonly challenge: string;
  readonly expiresAt: number;
}

/** Codes and access tokens, which end with the process, and refresh tokens, which outlive it as at Microsoft. */
export interface MicrosoftGrants {
  issueCode(code: Omit<Code, 'expiresAt'>): string;
  /** A code is good for one exchange. */
  takeCode(code: string): Code | undefined;
  /** The first refresh token of a sign-in. */
  grant(holder: Holder): Promise<string>;
  /** Whose a refresh token is, and the one that replaces it. */
  rotate(token: string): Promise<{ holder: Holder; refreshToken: string } | undefined>;
  issueAccess(holder: Holder): string;
  holderOfAccess(token: string): Holder | undefined;
  /** Whose accounts have a sign-in. */
  list(): readonly Holder[];
  /** What ends all sign-ins: a changed password, or a consent that was taken back. */
  end(accountId: string): Promise<void>;
  /** Ends the access tokens before their time. */
  endAccess(accountId: string): void;
}

export const ACCESS_SECONDS = 4_000;
const CODE_MS = 10 * 60_000;
const KEPT = 2;

const drawn = (prefix: string): string => `${prefix}${randomBytes(40).toString('base64url')}`;

/** Opens `<dataDir>/sandbox/microsoft.json`. */
export const openMicrosoftGrants = async (dataDir: string, now: Clock): Promise<MicrosoftGrants> => {
  const folder = path.join(dataDir, 'sandbox');
  const file = path.join(folder, 'microsoft.json');
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
  const endAccess = (accountId: string): void => {
    for (const [token, holder] of access) if (holder.accountId === accountId) access.delete(token);
  };

  return {
    issueCode: (code) => {
      const text = drawn('M.C5_');
      codes.set(text, { ...code, expiresAt: now().getTime() + CODE_MS });
      return text;
    },
    takeCode: (text) => {
      const code = codes.get(text);
      codes.delete(text);
      return code && code.expiresAt > now().getTime() ? code : undefined;
    },
    grant: async ({ accountId, scopes }) => {
      const token = drawn('1.A');
      grants = [...grants, { accountId, scopes, refreshTokens: [token] }];
      await save();
      return token;
    },
    rotate: async (token) => {
      const before = grants.find(({ refreshTokens }) => refreshTokens.includes(token));
      if (!before) return undefined;
      const refreshToken = drawn('1.A');
      const refreshTokens = [...before.refreshTokens, refreshToken].slice(-KEPT);
      grants = grants.map((grant) => (grant === before ? { ...grant, refreshTokens } : grant));
      await save();
      return { holder: before, refreshToken };
    },
    issueAccess: ({ accountId, scopes }) => {
      const token = drawn('EwB');
      access.set(token, { accountId, scopes, expiresAt: now().getTime() + ACCESS_SECONDS * 1000 });
      return token;
    },
    holderOfAccess: (token) => {
      const held = access.get(token);
      return held && held.expiresAt > now().getTime() ? held : undefined;
    },
    list: () => grants,
    end: async (accountId) => {
      grants = grants.filter((grant) => grant.accountId !== accountId);
      endAccess(accountId);
      await save();
    },
    endAccess,
  };
};
