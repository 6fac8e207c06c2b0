/** Browsers keep six connections to a host; two stay free for the live stream and for what else the person does. */
const AT_ONCE = 4;

export class SomeFailed extends Error {
  constructor(
    readonly done: number,
    readonly wanted: number,
  ) {
    super('some calls were refused');
  }
}

/** One call for each of them; answers when all have answered. Throws SomeFailed when some were refused. */
export async function forEach<Each>(
  all: readonly Each[],
  call: (each: Each) => Promise<unknown>,
  onDone: (count: number) => void,
): Promise<void> {
  const waiting = [...all];
  let done = 0;
  const work = async (): Promise<void> => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
      try {
        await call(each);
        done += 1;
        onDone(done);
      } catch {
        // One refusal (decided elsewhere, deleted) must not stop the others; the count tells.
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (done < all.length) throw new SomeFailed(done, all.length);
}
