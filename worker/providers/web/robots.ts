/** robots.txt (RFC 9309). Its cost is bounded, because strangers choose the rules, and by a redirect the address. */

type Rule = { allows: boolean; path: string };

/** The rules for a program: of the groups that name it, else of those for all. */
function rulesFor(text: string, program: string): Rule[] {
  const groups: { named: Rule[] | null; general: Rule[] } = { named: null, general: [] };
  const current = new Set<'named' | 'general'>();
  let isHead = false;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const [, field = '', written = ''] = /^\s*([a-z-]{1,20})\s*:([^#]*)/i.exec(line) ?? [];
    const key = field.toLowerCase();
    const value = written.trim();
    if (key === 'user-agent') {
      if (!isHead) current.clear();
      isHead = true;
      const name = value.split('/', 1)[0]?.trim().toLowerCase();
      if (name === program.toLowerCase()) {
        groups.named ??= [];
        current.add('named');
      } else if (name === '*') current.add('general');
    } else if (key === 'allow' || key === 'disallow') {
      isHead = false;
      const rule = { allows: key === 'allow', path: encoded(value) };
      if (value !== '') for (const group of current) groups[group]?.push(rule);
    }
  }
  return groups.named ?? groups.general;
}

/** One spelling for each character of a path. */
function encoded(path: string): string {
  return encodeURI(path)
    .replace(/%25/g, '%')
    .replace(/%[0-9a-f]{2}/gi, (code) => code.toUpperCase());
}

/** `*` matches anything, a `$` at the end the end. */
function fits(pattern: string, path: string): boolean {
  const isWhole = pattern.endsWith('$');
  const [first = '', ...pieces] = (isWhole ? pattern.slice(0, -1) : pattern).split('*');
  if (!path.startsWith(first)) return false;
  const last = isWhole ? pieces.pop() : undefined;
  let at = first.length;
  for (const piece of pieces) {
    const found = piece.length > path.length - at ? -1 : path.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  if (!isWhole) return true;
  return last === undefined ? at === path.length : path.length - last.length >= at && path.endsWith(last);
}

/** `address`: a path and its query. The longest rule decides, and of two that are as long the one that allows. */
export function mayFetch(robots: string, program: string, address: string): boolean {
  const path = encoded(address);
  let best: Rule | null = null;
  for (const rule of rulesFor(robots, program)) {
    const isBetter =
      !best || rule.path.length > best.path.length || (rule.path.length === best.path.length && rule.allows);
    if (isBetter && fits(rule.path, path)) best = rule;
  }
  return best?.allows ?? true;
}
