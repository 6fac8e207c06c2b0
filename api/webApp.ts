import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import type { Deps, Env } from './context.ts';

const NOT_BUILT = 'The web app is not built, or is being built at this moment. Run: npm run build';

/** The built web app: hashed files are kept by browsers for ever, every other path is the app itself. */
export function webApp(deps: Deps): Hono<Env> {
  const app = new Hono<Env>();
  const folder = deps.webFolder;
  if (folder === null) return app.get('*', (c) => c.text(NOT_BUILT, 503));
  const root = path.relative(process.cwd(), folder) || '.';
  return app
    .use('/assets/*', async (c, next) => {
      await next();
      if (c.res.ok) c.header('Cache-Control', 'public, max-age=31536000, immutable');
    })
    .use('*', serveStatic({ root, rewriteRequestPath: (url) => (url === '/' ? '/no-index' : url) }))
    .get('/assets/*', (c) => c.notFound())
    .get('*', async (c) => {
      c.header('Cache-Control', 'no-cache');
      // a build replaces the folder: for that moment there is no page
      const page = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
      return page === null ? c.text(NOT_BUILT, 503, { 'Retry-After': '2' }) : c.html(page);
    });
}
