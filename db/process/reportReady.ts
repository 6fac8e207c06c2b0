const BEAT_MS = 1_000;

/** Tells the launcher that this program is ready. From then on a heartbeat shows that its event loop turns. */
export function reportReady(facts: object = {}): void {
  const send = (message: object) => {
    // the launcher may go at any moment
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  };
  send({ ready: true, ...facts });
  setInterval(() => send({ beat: true }), BEAT_MS).unref();
}
