import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { html, raw } from 'hono/html';
import type { Deps } from './context.ts';

export type Field = {
  name: string;
  label: string;
  type: string;
  autocomplete: string;
  required: boolean;
  value: string;
  error: string | null;
};
export type PageContent = {
  title: string;
  lead: string;
  action: string;
  button: string;
  fields: Field[];
  error: string | null;
  other: { text: string; label: string; href: string } | null;
};

/** The stylesheets of the built web app, so that tokens and type are written down once. */
function stylesheets(webFolder: string | null): string[] {
  if (webFolder === null) return [];
  const file = path.join(webFolder, 'index.html');
  if (!existsSync(file)) return [];
  const page = readFileSync(file, 'utf8');
  return [
    ...page.matchAll(/<link[^>]+rel="stylesheet"[^>]+href="([^"]+)"|<link[^>]+href="([^"]+)"[^>]+rel="stylesheet"/g),
  ].map((match) => match[1] ?? match[2] ?? '');
}

const LAYOUT = `
.entry{min-height:100vh;display:flex;flex-direction:column;align-items:center;padding:48px 16px;gap:24px;background:var(--color-paper);color:var(--color-ink);font:14px/20px var(--font-sans)}
.entry .brand{display:flex;gap:10px;align-items:center;font-weight:650;font-size:15px;color:var(--color-ink);text-decoration:none}
.entry .brand svg{color:var(--color-accent)}
.entry .card{width:100%;max-width:380px;background:var(--color-surface);border:1px solid var(--color-line);border-radius:8px;padding:24px}
.entry h1{font-size:20px;line-height:28px;font-weight:650;margin:0 0 4px;letter-spacing:-.015em}
.entry p{margin:0 0 16px;color:var(--color-ink-3)}
.entry label{display:block;font-weight:500;margin:12px 0 4px}
.entry input{width:100%;box-sizing:border-box;font:inherit;padding:8px 10px;border:1px solid var(--color-control);border-radius:6px;background:var(--color-surface);color:var(--color-ink)}
.entry input:focus-visible,.entry button:focus-visible,.entry a:focus-visible{outline:2px solid var(--color-accent);outline-offset:2px}
.entry .wrong{color:var(--color-bad);font-size:12px;line-height:16px;margin:4px 0 0}
.entry .alert{background:var(--color-bad-soft);color:var(--color-bad);border-radius:6px;padding:8px 12px;margin:0 0 12px}
.entry button{width:100%;margin-top:20px;font:inherit;font-weight:500;padding:9px 12px;border-radius:6px;border:1px solid var(--color-accent);background:var(--color-accent);color:var(--color-on-accent);cursor:pointer}
.entry .other{margin:16px 0 0;text-align:center}
.entry .other a{color:var(--color-accent);text-decoration:underline;text-underline-offset:2px}
.strip{background:var(--color-signal-soft);color:var(--color-signal);font:12px/16px var(--font-sans);padding:6px 16px;text-align:center}
`;

const field = (item: Field) => html`
  <label for="${item.name}">${item.label}</label>
  <input id="${item.name}" name="${item.name}" type="${item.type}" autocomplete="${item.autocomplete}" value="${item.value}"
    ${item.required ? raw('required') : ''} ${item.error ? raw(`aria-invalid="true" aria-describedby="${item.name}-error"`) : ''} />
  ${item.error ? html`<p class="wrong" id="${item.name}-error">${item.error}</p>` : ''}`;

/** A sign-in page, rendered on the server: it works without a line of script. */
export function signInPage(deps: Deps, page: PageContent) {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${page.title} · Partner Pilot</title>
<script>try{var t=localStorage.getItem('theme');if(t==='dark'||(!t&&matchMedia('(prefers-color-scheme: dark)').matches))document.documentElement.classList.add('dark')}catch(e){}</script>
${stylesheets(deps.webFolder).map((href) => html`<link rel="stylesheet" href="${href}" />`)}
<style>${raw(LAYOUT)}</style>
</head>
<body>
${deps.sandbox ? html`<aside class="strip" aria-label="Sandbox">Sandbox: people and mail here are samples, nothing leaves this machine.</aside>` : ''}
<main class="entry">
<a class="brand" href="/"><svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M3 11 21 3l-8 18-2.5-7.5z" /></svg>Partner Pilot</a>
<div class="card">
<h1>${page.title}</h1>
<p>${page.lead}</p>
${page.error ? html`<div class="alert" role="alert">${page.error}</div>` : ''}
${page.fields.length > 0 ? html`<form method="post" action="${page.action}">${page.fields.map(field)}<button type="submit">${page.button}</button></form>` : ''}
${page.other ? html`<p class="other">${page.other.text} <a href="${page.other.href}">${page.other.label}</a></p>` : ''}
</div>
</main>
</body>
</html>`;
}
