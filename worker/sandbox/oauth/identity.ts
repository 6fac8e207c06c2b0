import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Context } from 'hono';

/** The text fields of a form. */
export const formOf = async (c: Context): Promise<Record<string, string>> => {
  const body = (await c.req.parseBody().catch(() => ({}))) as Record<string, unknown>;
  return Object.fromEntries(
    Object.entries(body).filter((field): field is [string, string] => typeof field[1] === 'string'),
  );
};

/** Whether a verifier is the one of a challenge (PKCE, S256). */
export const isProof = (verifier = '', challenge = ''): boolean =>
  createHash('sha256').update(verifier).digest('base64url') === challenge;

/** The flaw of a sign-in request: it must ask for a code, with a proof, back to this path. null: none. */
export const wrongIn = (
  asked: Readonly<Record<string, string>>,
  callback: string,
): 'redirect' | 'request' | 'proof' | null => {
  const uri = asked.redirect_uri ?? '';
  if (!URL.canParse(uri) || new URL(uri).pathname !== callback) return 'redirect';
  if (asked.response_type !== 'code' || !asked.scope) return 'request';
  return asked.code_challenge && asked.code_challenge_method === 'S256' ? null : 'proof';
};

/** The way back to the app, with what it asked for and what it gets. */
export const backTo = (asked: Readonly<Record<string, string>>, given: Record<string, string>): string => {
  const back = new URL(asked.redirect_uri ?? '');
  if (asked.state) back.searchParams.set('state', asked.state);
  for (const [name, value] of Object.entries(given)) back.searchParams.set(name, value);
  return back.toString();
};

const drawKey = () => ({
  id: randomUUID().replaceAll('-', ''),
  key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey,
});
let drawn: ReturnType<typeof drawKey> | undefined;

/** The key that signs the ID tokens of this process, and its id. Drawing it takes long, so it waits for the first use. */
export const signingKey = () => {
  drawn ??= drawKey();
  return drawn;
};

/** A signed token (JWT, RS256). */
export const signed = (claims: object): string => {
  const { id, key } = signingKey();
  const part = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'RS256', kid: id, typ: 'JWT' })}.${part(claims)}`;
  return `${text}.${sign('RSA-SHA256', Buffer.from(text), key).toString('base64url')}`;
};
