const WORKER = '/push-worker.js';

/** Pages without TLS get none, but for localhost. */
export const canPush = (): boolean => 'serviceWorker' in navigator && 'PushManager' in window;

const subscriptionHere = async (): Promise<PushSubscription | null> => {
  const registration = await navigator.serviceWorker.getRegistration(WORKER);
  return (await registration?.pushManager.getSubscription()) ?? null;
};

/** The server's name for this browser (api/routes/notifications.ts); null: it is not subscribed. */
export async function channelHere(): Promise<string | null> {
  const endpoint = canPush() && (await subscriptionHere())?.endpoint;
  if (!endpoint) return null;
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint)));
  return `push-${[...hash.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

export class PushRefused extends Error {}

/** Asks the person, and subscribes this browser. Throws PushRefused if the browser says no. */
export async function subscribe(
  pushKey: string,
): Promise<{ endpoint: string; keys: { p256dh: string; auth: string } }> {
  if ((await Notification.requestPermission()) !== 'granted') throw new PushRefused();
  await navigator.serviceWorker.register(WORKER);
  const { pushManager } = await navigator.serviceWorker.ready;
  // one of other keys would be refused
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint = '', keys } = made.toJSON();
  return { endpoint, keys: { p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' } };
}

export const unsubscribe = async (): Promise<unknown> => (await subscriptionHere())?.unsubscribe();
