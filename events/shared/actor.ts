/** The actor of what a user did: `user:ID`, or `user:ID/TOKEN` if a program did it with an access token or an incoming webhook of theirs. */
export const userActor = (userId: string, tokenId?: string): string =>
  `user:${userId}${tokenId === undefined ? '' : `/${tokenId}`}`;

const USER = /^user:([^/]+)(?:\/(.+))?$/;

/** The user of an actor, and the access token. null: it is not a user. */
export function userOf(actor: string): { userId: string; tokenId: string | null } | null {
  const [, userId, tokenId = null] = USER.exec(actor) ?? [];
  return userId === undefined ? null : { userId, tokenId };
}

/** The end of a sentence about an actor. `name`: with what it is. Unset: the account was erased, or it has made many newer ones. */
export const throughToken = (tokenId: string | null, name: string | undefined): string =>
  tokenId === null ? '' : name === undefined ? ', through an access token' : `, through the ${name}`;
