/** A person as written by hand: the bio's [bracketed phrase] is the detail that one would mention to this person. */
export interface Sketch {
  readonly title: string;
  readonly company: string;
  readonly bio: string;
  readonly hook: string;
}

/** A field of work within an industry, with the words by which business users speak of it. */
export interface Niche {
  readonly topic: string;
  readonly words: readonly string[];
  readonly audience: readonly string[];
  readonly interests: readonly string[];
  readonly skills: readonly string[];
  readonly handles: readonly string[];
  readonly sketches: readonly Sketch[];
}

interface NicheText {
  readonly topic: string;
  readonly words: string;
  readonly audience: string;
  readonly interests: string;
  readonly skills: string;
  readonly handles: string;
  readonly people: string;
}

const list = (text: string): string[] => text.split(',').map((part) => part.trim());

const sketch = (line: string): Sketch => {
  const [title, company, text] = line.split(' | ');
  const hook = text?.match(/\[(.+?)\]/)?.[1];
  if (!title || !company || !text || !hook) throw new Error(`not "title | company | bio with a [hook]": ${line}`);
  return { title, company, bio: text.replace(/[[\]]/g, ''), hook };
};

/** Reads a niche from its text form: lists are comma-separated, people one a line as `title | company | bio`. */
export const niche = (text: NicheText): Niche => ({
  topic: text.topic,
  words: list(text.words),
  audience: list(text.audience),
  interests: list(text.interests),
  skills: list(text.skills),
  handles: list(text.handles),
  sketches: text.people.trim().split('\n').map(sketch),
});
