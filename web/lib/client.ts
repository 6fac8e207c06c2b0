import { type ClientResponse, hc } from 'hono/client';
import type { AppType } from '../../api/app.ts';
import type { AcceptedView, ErrorView } from '../../api/views.ts';
import { ApiError } from './apiError.ts';

let onSignedOut: (() => void) | null = null;

/** Names what happens when a call is answered with 401 although the person was signed in. */
export function whenSignedOut(act: () => void): void {
  onSignedOut = act;
}

async function checkedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(input, { ...init, credentials: 'include' });
  if (response.ok) return response;
  if (response.status === 401) onSignedOut?.();
  throw new ApiError(response.status, (await response.text()) || response.statusText);
}

/** The calls of the server, typed by its own routes. A non-OK answer throws ApiError. */
export const client = hc<AppType>('/', { fetch: checkedFetch });

type Body<R> = R extends ClientResponse<infer T, number, string> ? Exclude<T, ErrorView> : never;

/** The JSON of a successful answer. */
export async function answer<R extends ClientResponse<unknown>>(response: Promise<R>): Promise<Body<R>> {
  return (await (await response).json()) as Body<R>;
}

/** Whether a long call was answered with 202: the work goes on, and the screen follows it by server-sent events. */
export function isAccepted(value: object): value is AcceptedView {
  return 'accepted' in value && value.accepted === true;
}
