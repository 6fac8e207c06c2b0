/** A browser without pages: it keeps cookies and posts forms. */
export class Visit {
  readonly #url: string;
  readonly #headers: Record<string, string>;
  readonly cookies = new Map<string, string>();

  /** `headers` go along with everything. */
  constructor(url: string, headers: Record<string, string> = {}) {
    this.#url = url;
    this.#headers = headers;
  }

  async go(
    path: string,
    fields?: Record<string, string>,
  ): Promise<{ status: number; to: string | null; page: string; wait: string | null; headers: Headers }> {
    const response = await fetch(`${this.#url}${path}`, {
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
      redirect: 'manual',
      headers: { ...this.#headers, Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
    });
    for (const line of response.headers.getSetCookie()) {
      const [name = '', ...value] = (line.split(';')[0] ?? '').split('=');
      if (/max-age=0/i.test(line)) this.cookies.delete(name);
      else this.cookies.set(name, value.join('='));
    }
    return {
      status: response.status,
      to: response.headers.get('location'),
      // each answer names a nonce of its own: without it the same page is the same text
      page: (await response.text()).replace(/ nonce="[^"]+"/g, ''),
      wait: response.headers.get('retry-after'),
      headers: response.headers,
    };
  }

  /** Whether this browser is signed in. */
  async isIn(): Promise<boolean> {
    return (await this.go('/api/auth/user')).status === 200;
  }

  /** A call of the screens. */
  async call<T>(
    method: string,
    path: string,
    body?: unknown,
  ): Promise<{ status: number; body: T; wait: string | null }> {
    const response = await fetch(`${this.#url}${path}`, {
      method,
      headers: {
        ...this.#headers,
        Cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, body: (await response.json()) as T, wait: response.headers.get('retry-after') };
  }
}
