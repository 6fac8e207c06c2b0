/** When each major version of Node gets its last fixes, as its release schedule of November 2026 says. */
const ENDS: Readonly<Record<number, string>> = {
  20: '2026-04-30',
  21: '2024-06-01',
  22: '2027-04-30',
  23: '2025-06-01',
  24: '2028-04-30',
  25: '2026-06-01',
  26: '2029-04-30',
};

export type NodeEnd = { major: number; endedOn: string };

/** The end of the running Node's security fixes, if it has passed. */
export function nodeEnd(now: Date, version = process.versions.node): NodeEnd | null {
  const major = Number.parseInt(version, 10);
  const endedOn = ENDS[major];
  return endedOn && now.toISOString().slice(0, 10) > endedOn ? { major, endedOn } : null;
}
