/** Browsers keep six connections to a host. Two stay free for the live stream and other actions. */
const AT_ONCE = 4;

/** `results`: of the calls that were answered; `refused`: for which they were not. */
export class SomeFailed<Each = unknown, Result = unknown> extends Error {
  constructor(
    readonly results: readonly Result[],
    readonly refused: readonly Each[],
  ) {
    super('some calls were refused');
  }
}

/** One call for each of them; answers when all have answered. Throws SomeFailed when some were refused. `onDone`: how many are done. */
export async function forEach<Each, Result>(
  all: readonly Each[],
  call: (each: Each) => Promise<Result>,
  onDone?: (count: number) => void,
): Promise<Result[]> {
  const waiting = [...all];
  const results: Result[] = [];
  const refused: Each[] = [];
  const work = async (): Promise<void> => {
    for (let each = waiting.shift(); each !== undefined; each = waiting.shift()) {
      try {
        results.push(await call(each));
        onDone?.(results.length);
      } catch {
        // One refusal (decided elsewhere, deleted) must not stop the others.
        refused.push(each);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  if (refused.length > 0) throw new SomeFailed(results, refused);
  return results;
}
