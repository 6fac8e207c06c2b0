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
export type Other = { text: string; label: string; href: string };
export type PageContent = {
  title: string;
  lead: string;
  action: string;
  /** Blank: a page without a form. */
  button: string;
  fields: Field[];
  /** What the form carries unseen. */
  hidden?: Record<string, string>;
  /** Another way in, as a button of its own. */
  instead?: { label: string; href: string } | null;
  error: string | null;
  /** Where else to go from here, a line each. */
  other: Other | readonly Other[] | null;
};

/** Style, font and icon of the built web app, as its own page links them, so that tokens and type are written down once. */
function webLinks(webFolder: string | null): string {
  if (webFolder === null) return '';
  const file = path.join(webFolder, 'index.html');
  if (!existsSync(file)) return '';
  const links = readFileSync(file, 'utf8').match(/<link\b[^>]*>/g) ?? [];
  return links.filter((link) => /\brel="(stylesheet|preload|icon)"/.test(link)).join('\n');
}

// Only the tokens of web/app/tokens.css are named here; the rest is space.
const LAYOUT = `
.entry-page{min-height:100dvh;display:flex;flex-direction:column;background:var(--color-paper);color:var(--color-ink)}
.strip{background:var(--color-signal-soft);color:var(--color-signal);font-size:var(--text-note);line-height:var(--text-note--line-height);padding:6px 16px;border-bottom:1px solid var(--color-line)}
.strip strong{font-weight:600}
.entry{flex:1;width:100%;max-width:412px;margin:0 auto;padding:56px 16px 40px}
.entry .brand{display:inline-flex;gap:10px;align-items:center;font-weight:650;font-size:var(--text-lead);line-height:var(--text-lead--line-height);letter-spacing:var(--tracking-title)}
.entry .brand svg{color:var(--color-accent)}
.entry .card{margin-top:20px;background:var(--color-surface);border:1px solid var(--color-line);border-radius:var(--radius-panel);box-shadow:var(--shadow-panel);padding:24px}
.entry h1{font-size:var(--text-title);line-height:var(--text-title--line-height);font-weight:650;letter-spacing:var(--tracking-title)}
.entry .lead{color:var(--color-ink-2);margin-top:2px;overflow-wrap:anywhere}
.entry form{margin-top:16px;display:flex;flex-direction:column;gap:14px}
.entry label{display:block;font-weight:500;font-size:var(--text-small);line-height:var(--text-small--line-height);margin-bottom:6px}
.entry input{width:100%;height:36px;padding:0 10px;border:1px solid var(--color-control);border-radius:var(--radius-control);background:var(--color-surface);color:var(--color-ink)}
.entry input[aria-invalid]{border-color:var(--color-bad)}
.entry .wrong{color:var(--color-bad);font-size:var(--text-note);line-height:var(--text-note--line-height);margin-top:6px}
.entry .alert{background:var(--color-bad-soft);color:var(--color-bad);font-size:var(--text-small);border-radius:var(--radius-control);padding:8px 12px;margin-top:16px}
.entry button{height:40px;margin-top:4px;font-weight:500;border-radius:var(--radius-control);border:1px solid var(--color-accent);background:var(--color-accent);color:var(--color-on-accent)}
.entry button:hover{background:var(--color-accent-hover);border-color:var(--color-accent-hover)}
.entry .or{display:flex;align-items:center;gap:12px;margin:16px 0 12px;color:var(--color-ink-2);font-size:var(--text-note)}
.entry .or::before,.entry .or::after{content:"";flex:1;border-top:1px solid var(--color-line)}
.entry .instead{display:flex;align-items:center;justify-content:center;min-height:40px;padding:6px 12px;text-align:center;overflow-wrap:anywhere;font-weight:500;border-radius:var(--radius-control);border:1px solid var(--color-control);background:var(--color-surface);color:var(--color-ink)}
.entry .instead:hover{background:var(--color-paper)}
.entry .other{margin-top:20px;text-align:center;color:var(--color-ink-2)}
.entry .other+.other{margin-top:8px}
.entry .other a{color:var(--color-accent);text-decoration:underline;text-underline-offset:2px}
@media(width<768px){.entry{padding-top:32px}.entry input{height:44px;font-size:var(--text-lead)}.entry button{height:44px}.entry .instead{min-height:44px}.entry .other a{display:inline-block;padding:8px 0}}
`;

// A second press while the first is on its way sends nothing; a page that the browser's Back brings back can be sent again.
const ONCE = `
let sent=false;
addEventListener('submit',(event)=>{if(sent)event.preventDefault();sent=true});
addEventListener('pageshow',()=>{sent=false});
`;

const field = (item: Field, focused: boolean) => html`
<div>
<label for="${item.name}">${item.label}</label>
<input id="${item.name}" name="${item.name}" type="${item.type}" autocomplete="${item.autocomplete}" value="${item.value}"${raw(focused ? ' autofocus' : '')}${raw(item.required ? ' required' : '')}${raw(item.error ? ` aria-invalid="true" aria-describedby="${item.name}-error"` : '')} />
${item.error ? html`<p class="wrong" id="${item.name}-error">${item.error}</p>` : ''}
</div>`;

/** The field to start with: the first that is wrong, else the first that is empty. */
const startingField = (fields: Field[]): Field | undefined =>
  fields.find(({ error }) => error !== null) ?? fields.find(({ value }) => value === '');

/**
 * A sign-in page, rendered on the server: it works without a line of script. The browser's own checks are off, since what is wrong is said
 * beside the field in the product's words.
 */
export function signInPage(deps: Deps, page: PageContent) {
  const start = startingField(page.fields);
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="color-scheme" content="light dark" />
<title>${page.title} · Partner Pilot</title>
<script>try{const saved=localStorage.getItem('theme');if(saved==='dark'||(saved!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches))document.documentElement.classList.add('dark')}catch{}</script>
${raw(webLinks(deps.webFolder))}
<style>${raw(LAYOUT)}</style>
</head>
<body class="entry-page">
${deps.sandbox ? html`<aside class="strip" aria-label="Sandbox"><strong>Sandbox</strong>: people and mail here are samples, nothing leaves this machine.</aside>` : ''}
<main class="entry">
<a class="brand" href="/"><svg width="20" height="20" viewBox="0 0 24 24" fill="none" stroke="currentColor" stroke-width="2" stroke-linejoin="round" aria-hidden="true"><path d="M3 11 21 3l-8 18-2.5-7.5z" /></svg>Partner Pilot</a>
<div class="card">
<h1>${page.title}</h1>
<p class="lead">${page.lead}</p>
${page.error ? html`<div class="alert" role="alert">${page.error}</div>` : ''}
${page.button ? html`<form method="post" action="${page.action}" novalidate>${Object.entries(page.hidden ?? {}).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}${page.fields.map((item) => field(item, item === start))}<button type="submit">${page.button}</button></form><script>${raw(ONCE)}</script>` : ''}
${page.instead ? html`<p class="or">${page.button ? 'or' : ''}</p><a class="instead" href="${page.instead.href}">${page.instead.label}</a>` : ''}
</div>
${[page.other ?? []].flat().map((other) => html`<p class="other">${other.text} <a href="${other.href}">${other.label}</a></p>`)}
</main>
</body>
</html>`;
}
