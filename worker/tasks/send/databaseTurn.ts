/** How many sends work on the database at a time: fewer than its connections. Many more may wait for their provider meanwhile. */
const PLACES = 12;

let free = PLACES;
const waiting: (() => void)[] = [];

/** Does `work` when there is a place; who comes first goes first. */
export async function inDatabaseTurn<T>(work: () => Promise<T>): Promise<T> {
  if (free > 0) free -= 1;
  else await new Promise<void>((go) => waiting.push(go));
  try {
    return await work();
  } finally {
    // the place is handed on, so that nobody who comes just now gets in between
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  }
}
