import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { Deps } from '../context.ts';

type Settings = Pick<Deps, 'publicUrl'>;

const isSecure = ({ publicUrl }: Settings): boolean => publicUrl.startsWith('https:');
/** The cookie's name: with TLS the browser itself holds it to this host. */
export const cookieName = (deps: Settings, name: string): string => (isSecure(deps) ? `__Host-${name}` : name);

/** A cookie that no script reads and no other site makes the browser send along with a form. */
export function giveCookie(c: Context, deps: Settings, name: string, value: string, until: Date): void {
  setCookie(c, cookieName(deps, name), value, {
    path: '/',
    httpOnly: true,
    sameSite: 'Lax',
    secure: isSecure(deps),
    expires: until,
  });
}

export const readCookie = (c: Context, deps: Settings, name: string): string | undefined =>
  getCookie(c, cookieName(deps, name));

export function dropCookie(c: Context, deps: Settings, name: string): void {
  deleteCookie(c, cookieName(deps, name), { path: '/', secure: isSecure(deps) });
}
