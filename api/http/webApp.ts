import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Deps, Env } from '../context.ts';
import { readCookie } from './cookies.ts';
import { SESSION_COOKIE } from './security.ts';

const NOT_BUILT = 'The web app is not built, or is being built at this moment. Run: npm run build';

/** Search engines may find the front page; the screens and calls need a sign-in. */
const ROBOTS = 'User-agent: *\nDisallow: /\nAllow: /$\nAllow: /assets/\n';

/** The built web app: hashed files are kept by browsers forever, every other path is the app itself. */
export function webApp(deps: Deps): Hono<Env> {
  const app = new Hono<Env>().get('/robots.txt', (c) => c.text(ROBOTS));
  const folder = deps.webFolder;
  if (folder === null) return app.get('*', (c) => c.text(NOT_BUILT, 503));
  const root = path.relative(process.cwd(), folder) || '.';
  return (
    app
      .use('/assets/*', async (c, next) => {
        await next();
        if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable');
      })
      // .vite and what else a build or a system leaves beside the app
      .use('*', (c, next) => (c.req.path.includes('/.') ? Promise.resolve(c.notFound()) : next()))
      .use(
        '*',
        serveStatic({ root, precompressed: true, rewriteRequestPath: (url) => (url === '/' ? '/no-index' : url) }),
      )
      .get('/assets/*', (c) => c.notFound())
      .get('*', async (c) => {
        // without a session the app skips a call that would be refused; after sign-in the browser must not reuse this page
        const signedOut = readCookie(c, deps, SESSION_COOKIE) === undefined;
        c.header('Cache-Control', signedOut ? 'no-store' : 'no-cache');
        // a build replaces the folder: for that moment there is no page
        const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
        if (page === null) return c.text(NOT_BUILT, 503, { 'Retry-After': '2' });
        const ours = page.replaceAll('<script>', `<script nonce="${c.get('secureHeadersNonce')}">`);
        return c.html(signedOut ? ours.replace('<html', '<html data-signed-out') : ours);
      })
  );
}
