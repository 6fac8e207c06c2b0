/** Ids, dates and codes of ours: no orders fit into them. */
const OURS = /^(?:[\da-f.-]{1,200}|[a-z][a-z_]{0,23}|[a-z]+-[\da-f.@-]{1,200}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;
/** Characters of one text. */
const LONGEST = 4_000;

/** Text that may be a stranger's: `{"untrusted": text}`. An agent must take it as data. */
type Untrusted = { untrusted: string };

/** The answer of a call, with each text that may be a stranger's marked and cut. A mark within the text is a string still, and marks nothing. */
export function markUntrusted(answer: unknown): unknown {
  if (typeof answer === 'string') {
    if (OURS.test(answer)) return answer;
    const cut = answer.length > LONGEST ? `${answer.slice(0, LONGEST)}…` : answer;
    return { untrusted: cut } satisfies Untrusted;
  }
  if (Array.isArray(answer)) return answer.map(markUntrusted);
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(Object.entries(answer).map(([name, value]) => [name, markUntrusted(value)]));
}
