import { type ClientResponse, hc } from 'hono/client';
import type { AppType } from '../../api/app.ts';
import type { AcceptedView, ErrorView } from '../../api/views.ts';
import { ApiError } from './apiError.ts';
import { isOffline, trackConnection } from './connection.ts';
import { signedInAgain } from './session.ts';

/**
 * A call whose session has ended opens the dialog that asks to sign in. Reads wait and ask once more, so that the screen behind the dialog stays.
 * Changes are refused, and the person repeats them.
 */
async function checkedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  for (;;) {
    const reads = (init?.method ?? 'GET') === 'GET';
    const offline = isOffline();
    const response = await trackConnection(fetch(input, { ...init, credentials: 'include' }), offline);
    if (response.ok) return response;
    const error = new ApiError(response.status, (await trackConnection(response.text())) || response.statusText);
    if (response.status === 401) {
      const signedIn = signedInAgain(error);
      if (reads) {
        await signedIn;
        continue;
      }
    }
    throw error;
  }
}

/** The calls of the server, typed by its own routes. A non-OK answer throws ApiError, none at all ConnectionLost. */
export const client = hc<AppType>('/', { fetch: checkedFetch });

type Body<R> = R extends ClientResponse<infer T, number, string> ? Exclude<T, ErrorView> : never;

export async function unwrap<R extends ClientResponse<unknown>>(response: Promise<R>): Promise<Body<R>> {
  return (await trackConnection((await response).json())) as Body<R>;
}

/** Whether a long call was answered with 202: the work goes on, and the screen follows it by server-sent events. */
export function isAccepted(value: object): value is AcceptedView {
  return 'accepted' in value && value.accepted === true;
}

/**
 * A call whose types cannot come from its route, because one function serves several (history/scope.ts). `T`
 * is the answer that the product spec or api/views.ts names. An empty answer is undefined. `signal`: to cancel it.
 */
export async function untypedCall<T>(method: string, path: string, json?: object, signal?: AbortSignal): Promise<T> {
  const response = await checkedFetch(path, {
    method,
    ...(signal && { signal }),
    ...(json && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json) }),
  });
  const text = await trackConnection(response.text());
  return (text ? JSON.parse(text) : undefined) as T;
}
