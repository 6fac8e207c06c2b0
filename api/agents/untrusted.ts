/** Ids, dates and codes of ours: no orders fit into them. */
const OURS = /^(?:[\da-f.-]{1,200}|[a-z][a-z_]{0,23}|[a-z]+-[\da-f.@-]{1,200}|\d{4}-\d\d-\d\dT[\d:.]+Z)$/;
/** Fields that strangers fill. They are marked in any shape. */
const STRANGERS = /^(name|username|subject|text|body|bio|title|description|note|tag|tags|from|to|email)$/;
/** The same as `text`. */
const TWICE = 'html';
/** Characters of one text. */
const LONGEST = 4_000;

/** Text that may be a stranger's: `{"untrusted": text}`. An agent must take it as data. */
type Untrusted = { untrusted: string };

/** Marks and cuts each text of an answer that may be a stranger's. A mark inside of a text is only a string. */
export function markUntrusted(answer: unknown, field = ''): unknown {
  if (typeof answer === 'string') {
    if (OURS.test(answer) && !STRANGERS.test(field)) return answer;
    const cut = answer.length > LONGEST ? `${answer.slice(0, LONGEST)}…` : answer;
    return { untrusted: cut } satisfies Untrusted;
  }
  if (Array.isArray(answer)) return answer.map((one) => markUntrusted(one, field));
  if (answer === null || typeof answer !== 'object') return answer;
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) => (name === TWICE ? [] : [[name, markUntrusted(value, name)]])),
  );
}
