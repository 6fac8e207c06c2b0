import { type AccessTokenRow, accessTokensOf, dropAccessToken } from '../../db/accounts/accessTokens.ts';
import { holdAccount } from '../../db/accounts/sessions.ts';
import { inTransaction } from '../../db/connection/inTransaction.ts';
import type { Cause } from '../../db/log/commit.ts';
import { ref, type Store } from '../../db/store.ts';
import { revokeAccessToken } from '../../events/accounts/user.ts';
import { Refused } from '../../events/shared/refused.ts';
import type { AccessTokensView } from '../views.ts';

const tokenView = (row: AccessTokenRow): AccessTokensView['tokens'][number] => ({
  ...row,
  createdAt: row.createdAt.toISOString(),
  lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
  expiresAt: row.expiresAt.toISOString(),
});

/** The tokens of a user that work, for the user and for admins. */
export const userTokens = async ({ sql }: Pick<Store, 'sql'>, userId: string): Promise<AccessTokensView> => ({
  tokens: (await accessTokensOf(sql, userId)).map(tokenView),
});

export async function revokeUserToken(store: Store, cause: Cause, userId: string, tokenId: string): Promise<void> {
  await inTransaction(store, async (tx) => {
    await holdAccount(tx, userId);
    if (!(await dropAccessToken(tx, userId, tokenId))) throw new Refused({ code: 'no_token' });
    await store.runIn(tx, {
      tenant: 'system',
      cause,
      streams: { user: ref('user', userId) },
      decide: ({ user }) => ({ user: revokeAccessToken(user, tokenId) }),
    });
  });
}
