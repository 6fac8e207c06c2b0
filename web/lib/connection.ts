import { create } from 'zustand';

const LOOK_AGAIN_MS = 3_000;

/**
 * Thrown when no answer came: the network is gone, or the server is not running. Whether the call was carried out is not known, unless the
 * browser was `offline` before it began.
 */
export class ConnectionLost extends Error {
  readonly offline: boolean;

  constructor({ offline } = { offline: false }) {
    super('The connection to the server failed. Check it, then try again.');
    this.name = 'ConnectionLost';
    this.offline = offline;
  }
}

export const isOffline = (): boolean => globalThis.navigator?.onLine === false;

/** Whether the server can be reached, as far as the last call has shown. */
export const useConnection = create<{ lost: boolean }>(() => ({ lost: false }));

let looking: ReturnType<typeof setTimeout> | undefined;

function setLost(lost: boolean): void {
  clearTimeout(looking);
  // an answer that was on its way when the network went says nothing of now
  if (lost || isOffline()) looking = setTimeout(() => void lookForServer(), LOOK_AGAIN_MS);
  if (useConnection.getState().lost !== lost) useConnection.setState({ lost });
}

/** Awaits a call or its body, and notes whether the server was reached; throws ConnectionLost when it was not. `offline`: before the call. */
export async function trackConnection<T>(call: Promise<T>, offline = false): Promise<T> {
  try {
    const answered = await call;
    setLost(false);
    return answered;
  } catch (error) {
    // fetch says every failure of the network with this type, and nothing else
    if (!(error instanceof TypeError)) throw error;
    setLost(true);
    throw new ConnectionLost({ offline });
  }
}

/** Asks the server for a sign of life; answers whether it came. GET /api/health */
export async function lookForServer(): Promise<boolean> {
  const alive = await fetch('/api/health', { cache: 'no-store' }).then(
    (response) => response.ok,
    () => false,
  );
  setLost(!alive);
  return alive;
}

/** Hears from the browser when the network goes and comes. Returns its own end. */
export function watchConnection(): () => void {
  const gone = () => setLost(true);
  const back = () => void lookForServer();
  window.addEventListener('offline', gone);
  window.addEventListener('online', back);
  return () => {
    window.removeEventListener('offline', gone);
    window.removeEventListener('online', back);
    clearTimeout(looking);
  };
}
