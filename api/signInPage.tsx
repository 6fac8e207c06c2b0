/** @jsxImportSource hono/jsx */
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { getContext } from 'hono/context-storage';
import { html, raw } from 'hono/html';
import type { Child } from 'hono/jsx';
import type { Language } from '../events/shared/languages.ts';
import type { Deps, Env } from './context.ts';

export type Field = {
  name: string;
  label: string;
  type: string;
  autocomplete: string;
  required: boolean;
  value: string;
  error: string | null;
};
/** `isMain`: a button, for what many who come here want. */
export type Other = { text: string; label: string; href: string; isMain?: boolean };
export type PageContent = {
  title: string;
  lead: string;
  action: string;
  /** Blank: a page without a form. */
  button: string;
  fields: Field[];
  /** The hidden fields of the form. */
  hidden?: Record<string, string>;
  /** Another way in, as a button of its own. */
  instead?: { label: string; href: string } | null;
  /** A passkey signs in and leads there; only with script. */
  passkeyTo?: string;
  error: string | null;
  /** Where else to go from here, a line each. */
  other: Other | readonly Other[] | null;
  /** Set: the page is the sender's, in the language of their email. It does not name this program. */
  emailIn?: Language;
};

/** Style, font and icon of the built web app, taken from its own page. So tokens and type are defined once. */
function webLinks(webFolder: string | null): string {
  if (webFolder === null) return '';
  const file = path.join(webFolder, 'index.html');
  if (!existsSync(file)) return '';
  const links = readFileSync(file, 'utf8').match(/<link\b[^>]*>/g) ?? [];
  return links.filter((link) => /\brel="(stylesheet|preload|icon)"/.test(link)).join('\n');
}

const STYLE = readFileSync(new URL('signInPage.css', import.meta.url), 'utf8');

// Before the first paint, so that the page never flashes in the other theme.
const THEME = `try{const saved=localStorage.getItem('theme');if(saved==='dark'||(saved!=='light'&&matchMedia('(prefers-color-scheme: dark)').matches))document.documentElement.classList.add('dark')}catch{}`;

// A second press while the first is on its way sends nothing. After the browser's Back, the page can be sent again. A password that is shown is
// hidden before it is sent, so that the browser knows it for one.
const FORM = `
let sent=false;
const buttons=[...document.querySelectorAll('.show')];
const show=(button,shown)=>{
document.getElementById(button.getAttribute('aria-controls')).type=shown?'text':'password';
button.textContent=shown?'Hide':'Show';
button.setAttribute('aria-label',shown?'Hide characters':'Show characters');
};
for(const button of buttons){
button.hidden=false;
button.onclick=()=>show(button,button.textContent==='Show');
}
addEventListener('submit',(event)=>{for(const button of buttons)show(button,false);if(sent)event.preventDefault();sent=true});
addEventListener('pageshow',()=>{sent=false});
`;

// Shown only where the browser can read our options.
const PASSKEY = `
const use=document.querySelector('.passkey');
const say=(text)=>{const line=document.querySelector('.passkey-wrong');line.textContent=text;line.hidden=false};
const ask=async(path,body)=>{
const answer=await fetch('/api/login/passkey/'+path,{method:'POST',headers:{'Content-Type':'application/json'},body:JSON.stringify(body)});
const said=await answer.json();
if(!answer.ok)throw said.error;
return said;
};
use.hidden=!window.PublicKeyCredential?.parseRequestOptionsFromJSON;
use.onclick=async()=>{
try{
const publicKey=PublicKeyCredential.parseRequestOptionsFromJSON(await ask('options',{}));
const key=await navigator.credentials.get({publicKey});
await ask('answer',{response:key.toJSON()});
location.assign(use.dataset.next);
}catch(error){say(typeof error==='string'?error:'No passkey was used. Try again, or sign in another way.')}
};
`;

/** A script of our own: the nonce matches this answer's headers. */
const Script = ({ code }: { code: string }) => (
  <script nonce={getContext<Env>().get('secureHeadersNonce')}>{raw(code)}</script>
);

function FormField({ field, isFirst }: { field: Field; isFirst: boolean }) {
  const { name, label, type, autocomplete, required, value, error } = field;
  const problem = error ? { 'aria-invalid': 'true' as const, 'aria-describedby': `${name}-error` } : {};
  return (
    <div>
      <label for={name}>{label}</label>
      <div class="field">
        <input
          id={name}
          name={name}
          type={type}
          autocomplete={autocomplete}
          value={value}
          autofocus={isFirst}
          required={required}
          {...problem}
        />
        {type === 'password' && (
          // the script shows it: without one it does nothing
          <button type="button" class="show" hidden aria-controls={name} aria-label="Show characters">
            Show
          </button>
        )}
      </div>
      {error && (
        <p class="wrong" id={`${name}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}

/** The field to start with: the first that is wrong, else the first that is empty. */
const startingField = (fields: Field[]): Field | undefined =>
  fields.find(({ error }) => error !== null) ?? fields.find(({ value }) => value === '');

function Form({ action, button, hidden = {}, fields }: PageContent) {
  const start = startingField(fields);
  return (
    <>
      {/* the browser's own checks are off: the product's words say the errors beside the fields */}
      <form method="post" action={action} novalidate>
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        {fields.map((field) => (
          <FormField key={field.name} field={field} isFirst={field === start} />
        ))}
        <button type="submit">{button}</button>
      </form>
      <Script code={FORM} />
    </>
  );
}

function Frame(props: { deps: Deps; title: string; emailIn: Language | undefined; children: Child }) {
  const { deps, title, emailIn, children } = props;
  return (
    <html lang={emailIn ?? 'en'} dir={emailIn === 'ar' ? 'rtl' : undefined}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>{emailIn ? title : `${title} · Partner Pilot`}</title>
        <Script code={THEME} />
        {raw(webLinks(deps.webFolder))}
        <style>{raw(STYLE)}</style>
      </head>
      <body class="entry-page">
        {deps.sandbox && (
          <aside class="strip" aria-label="Sandbox">
            <strong>Sandbox</strong>: people and emails are samples. Nothing leaves this machine.
          </aside>
        )}
        <main class="entry">{children}</main>
      </body>
    </html>
  );
}

const Brand = () => (
  <a class="brand" href="/">
    <svg
      width="20"
      height="20"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d="M3 11 21 3l-8 18-2.5-7.5z" />
    </svg>
    Partner Pilot
  </a>
);

/** A sign-in page, rendered on the server: it works without a line of script. */
export function signInPage(deps: Deps, page: PageContent) {
  const { title, lead, error, button, instead, passkeyTo, other, emailIn } = page;
  return html`<!doctype html>${(
    <Frame deps={deps} title={title} emailIn={emailIn}>
      {!emailIn && <Brand />}
      <div class="card">
        <h1>{title}</h1>
        <p class="lead">{lead}</p>
        {error && (
          <div class="alert" role="alert">
            {error}
          </div>
        )}
        {button && <Form {...page} />}
        {instead && (
          <>
            <p class="or">{button ? 'or' : ''}</p>
            <a class="instead" href={instead.href}>
              {instead.label}
            </a>
          </>
        )}
        {passkeyTo && (
          <>
            <p class="wrong passkey-wrong" role="alert" hidden />
            <button type="button" class="instead passkey" data-next={passkeyTo} hidden>
              Use a passkey
            </button>
            <Script code={PASSKEY} />
          </>
        )}
      </div>
      {[other ?? []].flat().map(({ text, label, href, isMain = false }) => (
        <p key={href} class="other">
          {text}{' '}
          <a href={href} class={isMain ? 'instead' : undefined}>
            {label}
          </a>
        </p>
      ))}
    </Frame>
  )}`;
}
