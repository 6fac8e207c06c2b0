import { expect } from 'vitest';
import type { ImportView, UserView } from '../../api/views.ts';
import { callApp, signInNewUser } from './appRegistry.ts';

export type Answer<T> = { status: number; body: T; headers: Headers };

/** Someone at a browser: keeps the session cookie and speaks JSON. */
export class Person {
  url: string;
  cookie = '';

  constructor(url: string) {
    this.url = url;
  }

  /** Makes an account. In a house of this process, form and email are bypassed, since each would take an email. */
  async signUp(email: string, password = 'correct horse battery'): Promise<this> {
    const account = { email, firstName: 'Robin', lastName: 'Vale' };
    const cookie = await signInNewUser(this.url, account, password);
    if (cookie === null) return this.#enter('/api/signup', { ...account, password });
    this.cookie = cookie;
    return this;
  }

  async signIn(email: string, password = 'correct horse battery'): Promise<this> {
    return this.#enter('/api/login', { email, password });
  }

  async #enter(path: string, fields: Record<string, string>): Promise<this> {
    const response = await fetch(`${this.url}${path}`, {
      method: 'POST',
      body: new URLSearchParams(fields),
      redirect: 'manual',
    });
    expect(response.status, await response.text()).toBe(303);
    this.cookie = (response.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    return this;
  }

  async call<T = never>(
    method: string,
    path: string,
    body?: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<T>> {
    const response = await callApp(this.url, path, {
      method,
      headers: {
        Cookie: this.cookie,
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    let parsed: unknown = text;
    if (response.headers.get('content-type')?.includes('json')) parsed = JSON.parse(text);
    return { status: response.status, body: parsed as T, headers: response.headers };
  }

  /** The workspace that the session works in. */
  async tenant(): Promise<string> {
    return (await this.ok<UserView>('GET', '/api/auth/user')).workspaceId;
  }

  /** A call that must succeed; answers its body. */
  async ok<T>(method: string, path: string, body?: unknown): Promise<T> {
    const answer = await this.call<T>(method, path, body);
    expect(answer.status, `${method} ${path}: ${JSON.stringify(answer.body)}`).toBeLessThan(300);
    return answer.body;
  }

  /** Imports people, and waits until all of them are there. */
  async import(rows: readonly object[]): Promise<ImportView> {
    const { id } = await this.ok<ImportView>('POST', '/api/partners/import', { rows });
    return until(
      () => this.ok<ImportView>('GET', '/api/partners/import'),
      (view) => view.id === id && view.status === 'completed',
    );
  }
}

/** Asks again until the answer suits, for things that move by themselves. */
export async function until<T>(ask: () => Promise<T>, suits: (answer: T) => boolean, ms = 20_000): Promise<T> {
  const end = Date.now() + ms;
  for (let pause = 10; ; pause = Math.min(pause * 1.6, 160)) {
    const answer = await ask();
    if (suits(answer)) return answer;
    if (Date.now() > end) throw new Error(`Still not so after ${ms} ms: ${JSON.stringify(answer)?.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}
