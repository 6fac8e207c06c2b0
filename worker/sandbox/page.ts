import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';

type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

// The product's tokens, written out again because this process serves no file of the web app.
const style = `
:root{color-scheme:light dark;
--paper:#faf8f4;--surface:#fff;--sunken:#f3f0ea;--line:#e4dfd5;--ink:#1d2421;--ink-2:#4d5752;--ink-3:#5e6762;
--accent:#0f5e63;--accent-soft:#e0eeed;--signal:#a34a08;--signal-soft:#fdf0dc;--r:6px;
--font:'Inter Variable',Inter,'Liberation Sans',system-ui,sans-serif}
@media(prefers-color-scheme:dark){:root{
--paper:#12181a;--surface:#192124;--sunken:#141b1d;--line:#2a3437;--ink:#e8ece9;--ink-2:#b3bdb9;--ink-3:#8e9995;
--accent:#6cc5c0;--accent-soft:#17373a;--signal:#f0b35a;--signal-soft:#3a2c15}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);font:14px/20px var(--font);-webkit-font-smoothing:antialiased}
a{color:var(--accent)}a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.strip{background:var(--signal-soft);color:var(--signal);font-size:12px;line-height:16px;padding:6px 16px;border-bottom:1px solid var(--line)}
main{max-width:860px;margin:0 auto;padding:20px 16px 40px}
header{display:flex;gap:16px;align-items:baseline;flex-wrap:wrap;margin-bottom:16px}
h1{font-size:20px;line-height:28px;font-weight:650;letter-spacing:-.015em;margin:0}
h2{font-size:14px;line-height:20px;font-weight:600;margin:0;overflow-wrap:anywhere}
.sub,.note{color:var(--ink-3)}.note{font-size:12px;line-height:16px}.num{font-variant-numeric:tabular-nums}
nav{margin-left:auto;display:flex;gap:16px}
.list{border:1px solid var(--line);border-radius:8px;background:var(--surface);overflow:hidden;margin:0;padding:0;list-style:none}
.list>li{padding:16px;border-top:1px solid var(--line)}.list>li:first-child{border-top:0}
.top{display:flex;gap:4px 16px;justify-content:space-between;flex-wrap:wrap}
dl{display:grid;grid-template-columns:max-content 1fr;gap:2px 12px;margin:4px 0 12px}
dt{color:var(--ink-3)}dd{margin:0;color:var(--ink-2);overflow-wrap:anywhere}
pre{margin:0;font:inherit;white-space:pre-wrap;overflow-wrap:anywhere;color:var(--ink)}
details{margin-top:12px}summary{cursor:pointer;color:var(--ink-2);font-size:12px;line-height:24px;width:max-content}
details pre,details dl{font-size:12px;line-height:18px;background:var(--sunken);border-radius:var(--r);padding:12px;color:var(--ink-2)}
.acts{display:flex;flex-wrap:wrap;gap:8px;margin-top:12px}.acts button{height:28px;padding:0 10px;font:500 13px/18px var(--font);color:var(--ink);background:var(--surface);border:1px solid var(--ink-3);border-radius:var(--r);cursor:pointer}.acts button:hover{background:var(--sunken)}
.acts textarea{flex:1 1 100%;padding:6px 8px;font:inherit;color:var(--ink);background:var(--surface);border:1px solid var(--ink-3);border-radius:var(--r);resize:vertical}
.acts label{flex:1 1 100%}.acts input{max-width:100%;font:inherit}
@media(max-width:480px){.acts button{height:40px}}
.empty{padding:40px 16px;text-align:center;border:1px solid var(--line);border-radius:8px;background:var(--surface)}
.empty p{margin:4px 0 0;color:var(--ink-3)}
.people>li{display:grid;gap:2px 16px;grid-template-columns:1fr max-content}.people p{grid-column:1/-1;margin:4px 0 0;color:var(--ink-2)}
.people>li>.side{text-align:right}.people .url{grid-column:1/-1;overflow-wrap:anywhere}
@media(max-width:480px){details dl{grid-template-columns:1fr;gap:0}details dd{margin-bottom:4px}.people>li{grid-template-columns:1fr}.people>li>.side{text-align:left}nav{margin-left:0}}
`;

/** The pages may load nothing but their own style. */
export const pageHeaders = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
  'Cache-Control': 'no-store',
};

/** A page of the sandbox in the product's look; everything in `content` is escaped by the html tag. */
export const page = (title: string, sub: string, content: Html) => html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · Partner Pilot sandbox</title><style>${raw(style)}</style></head>
<body><aside class="strip" aria-label="Sandbox">Sandbox: people and emails are samples. Nothing leaves this machine.</aside>
<main><header><div><h1>${title}</h1><div class="sub">${sub}</div></div>
<nav><a href="/outbox">Outbox</a><a href="/people">Sample people</a><a href="/google/accounts">Google accounts</a><a href="/microsoft/accounts">Microsoft accounts</a></nav></header>
${content}</main></body></html>`;

/** True if the caller asked for JSON rather than a page. */
export const wantsJson = (accept: string | undefined): boolean =>
  accept?.includes('application/json') === true && !accept.includes('text/html');
