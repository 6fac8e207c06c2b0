import { fetch } from 'undici';
import { safeAgents, USER_AGENT, type WebOptions } from './safeWeb.ts';

/** Sends a body to an address that a user gave, and answers the status. Throws Unread, or what the connection met. */
export type PostOut = (
  to: string,
  what: { headers: Readonly<Record<string, string>>; body: string | Buffer },
) => Promise<number>;

declare module '../../context.ts' {
  interface Deps {
    postOut: PostOut;
  }
}

const TIMEOUT_MS = 10_000;

/** `sandboxUrl`: of a sandbox, which answers for all hosts. */
export function openPostOut(options: WebOptions & { sandboxUrl?: string | undefined }): PostOut {
  const agentFor = safeAgents(options);
  return async (to, { headers, body }) => {
    const { sandboxUrl } = options;
    const url = new URL(sandboxUrl ? `${sandboxUrl}/hooks/${new URL(to).hostname}` : to);
    const response = await fetch(url, {
      method: 'POST',
      dispatcher: agentFor(url),
      // a redirect could lead to a private host
      redirect: 'manual',
      headers: { ...headers, 'User-Agent': USER_AGENT },
      body,
      signal: AbortSignal.timeout(options.timeoutMs ?? TIMEOUT_MS),
    });
    await response.body?.cancel();
    return response.status;
  };
}
