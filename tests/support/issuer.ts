import { createPrivateKey, generateKeyPairSync, type JsonWebKey, sign } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Issuer } from '../../worker/providers/openIdConnect/client.ts';

/** Whoever signs in next at the issuer. */
export type Visitor = { sub: string; email?: string; email_verified?: boolean; [claim: string]: unknown };

type Claims = Record<string, unknown>;
/** Changes the ID token before it goes out. The result is signed with the issuer's key, or with a foreign one. */
export type Forgery = (claims: Claims) => { claims: Claims; foreignKey?: boolean };

export type TestIssuer = Issuer & {
  /** The next person to sign in. null: they cancel. */
  visitor: Visitor | null;
  forge: Forgery | null;
  /** Goes through the issuer's pages as a browser and answers the address that it leads back to. */
  signIn(authorizationUrl: string): Promise<string>;
  stop(): Promise<void>;
};

const ecKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ format: 'jwk' });

function signed(jwk: JsonWebKey, claims: Claims): string {
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const text = `${part({ alg: 'ES256', typ: 'JWT', kid: 'test' })}.${part(claims)}`;
  const key = createPrivateKey({ key: jwk, format: 'jwk' });
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}

/** An OpenID Connect issuer in this process, on a free port, which asks nobody for a password. */
export async function startIssuer(redirectUri: string): Promise<TestIssuer> {
  const key = ecKey();
  const clientId = 'partner-pilot';
  const clientSecret = 'a-secret-of-the-client-0123456789';
  let handle: (request: IncomingMessage, response: ServerResponse) => void = () => undefined;
  const server = createServer((request, response) => handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  // it warns of what no test minds: this version of Node, and that nothing outlives the process
  const { warn } = console;
  console.warn = () => undefined;
  const { default: Provider } = await import('oidc-provider');
  const provider = new Provider(url, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [redirectUri],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    jwks: { keys: [{ ...key, kid: 'test', use: 'sig', alg: 'ES256' }] } as never,
    cookies: { keys: ['cookies-of-a-test'] },
    claims: {
      email: ['email', 'email_verified'],
      profile: ['given_name', 'family_name', 'picture'],
    },
    // without these it writes a notice about each
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_, interaction) => `/interaction/${interaction.uid}` },
    async loadExistingGrant(ctx) {
      const { client, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({ clientId: client?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
    findAccount: (_, id) => ({ accountId: id, claims: () => ({ ...issuer.visitor, sub: id }) }),
  });
  console.warn = warn;
  const callback = provider.callback();

  handle = (request, response) => {
    if (request.url?.startsWith('/interaction/')) {
      const { visitor } = issuer;
      const result = visitor ? { login: { accountId: visitor.sub } } : { error: 'access_denied' };
      void provider.interactionFinished(request, response, result);
      return;
    }
    if (request.url === '/token' && issuer.forge) forgeToken(response, issuer.forge);
    void callback(request, response);
  };

  /** The token endpoint's answer passes the forgery. */
  function forgeToken(response: ServerResponse, forge: Forgery): void {
    const end = response.end.bind(response);
    response.end = ((body: string | Buffer) => {
      const said = JSON.parse(String(body)) as { id_token?: string };
      const payload = said.id_token?.split('.')[1];
      if (payload) {
        const made = forge(JSON.parse(Buffer.from(payload, 'base64url').toString()) as Claims);
        said.id_token = signed(made.foreignKey ? ecKey() : key, made.claims);
      }
      const text = JSON.stringify(said);
      response.setHeader('Content-Length', Buffer.byteLength(text));
      return end(text);
    }) as typeof response.end;
  }

  const issuer: TestIssuer = {
    url,
    clientId,
    clientSecret,
    visitor: null,
    forge: null,
    async signIn(authorizationUrl) {
      const jar = new Map<string, string>();
      let next = authorizationUrl;
      while (next.startsWith(url)) {
        const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
        const answer = await fetch(next, { redirect: 'manual', headers: { Cookie: cookie } });
        for (const line of answer.headers.getSetCookie()) {
          const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
          jar.set(name, value.join('='));
        }
        const to = answer.headers.get('location');
        if (!to) throw new Error(`The issuer answered ${answer.status}: ${(await answer.text()).slice(0, 500)}`);
        next = new URL(to, next).toString();
      }
      return next;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return issuer;
}
