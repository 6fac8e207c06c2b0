import { Hono } from 'hono';
import { html, raw } from 'hono/html';
import type { Deps, Env } from '../context.ts';

// the theme that the screens have
const START = `
const saved=localStorage.getItem('theme');
if(saved==='dark'||(saved!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches))document.documentElement.classList.add('dark-mode');
SwaggerUIBundle({url:'/api/openapi.json',dom_id:'#calls',deepLinking:true,docExpansion:'none',filter:true,validatorUrl:null,tagsSorter:'alpha',defaultModelsExpandDepth:-1});`;

/** The calls in a viewer (Swagger UI), which tries them out as the signed-in person or with a token. Its files come with the web app. */
export const apiDocsRoutes = (deps: Deps) =>
  new Hono<Env>().get('/api/docs', (c) => {
    const of = encodeURIComponent(deps.version);
    const nonce = c.get('secureHeadersNonce') ?? '';
    return c.html(html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <title>API of Partner Pilot</title>
          <link rel="stylesheet" href="/assets/api-docs.css?${of}" />
          <script src="/assets/api-docs.js?${of}" defer></script>
        </head>
        <body>
          <main id="calls"></main>
          <script nonce="${nonce}" type="module">${raw(START)}</script>
        </body>
      </html>`);
  });
