type JsonObject = Readonly<Record<string, unknown>>;

/** What makes the row of a stream hold its new state. `patch`: `state` has the changed keys only. */
export type RowChange = { patch: boolean; state: string };

/**
 * The changed keys of a state if these are the minority, otherwise all of it. `evolve` keeps what it does not change, so identity decides. A key
 * that went makes it the whole state.
 */
export function rowChange(row: unknown, state: unknown): RowChange {
  const whole = () => ({ patch: false, state: JSON.stringify(state) });
  if (!isObject(row) || !isObject(state)) return whole();
  for (const key in row) if (state[key] === undefined && row[key] !== undefined) return whole();
  const changed: Record<string, unknown> = {};
  let keys = 0;
  let differ = 0;
  for (const key in state) {
    keys += 1;
    if (state[key] === row[key]) continue;
    differ += 1;
    changed[key] = state[key];
  }
  return differ * 2 < keys ? { patch: true, state: JSON.stringify(changed) } : whole();
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
