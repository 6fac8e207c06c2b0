/** The tabs of this browser tell each other here who has signed in. */
export const SESSION_CHANNEL = 'partner-pilot-session';

export type SignedInNotice = { userId: string };

export function tellSignedIn(userId: string): void {
  const channel = new BroadcastChannel(SESSION_CHANNEL);
  channel.postMessage({ userId } satisfies SignedInNotice);
  channel.close();
}
