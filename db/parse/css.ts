/** The rules of a page's own style elements, as far as they may hide text. No layout, no pictures, no sheets of other files. */
import type { Attributes } from './pageParts.ts';

export type Declaration = { property: string; value: string; isImportant: boolean };
type Compound = {
  tag: string;
  /** `#id` and `.class`. */
  names: readonly string[];
  attributes: readonly { name: string; sign: string; value: string }[];
  not: readonly Compound[];
};
/** `isChild`: the element before it must be the parent, not just an ancestor. */
type Step = { compound: Compound; isChild: boolean };
type Rule = { steps: readonly Step[]; weight: number; order: number; declarations: readonly Declaration[] };

/** An element and what is around it, as selectors see them. */
export type Matched = { tag: string; names: ReadonlySet<string>; attributes: Attributes; parent: Matched | null };

/** The page costs too much. */
export class TooMuch extends Error {}

const MOST_CSS = 1024 * 1024;
const MOST_RULES = 20_000;
const MOST_TRIES = 2_000_000;
const LONGEST_VALUE = 600;
const LONGEST_SELECTOR = 2_000;
const MOST_NESTED = 500;

const HIDING =
  /^(?:--[\w-]+|display|visibility|content-visibility|opacity|zoom|scale|translate|transform|filter|clip|clip-path|position|font|font-size|color|(?:-webkit-)?background-clip|-webkit-text-fill-color|background|background-color|background-image|overflow|overflow-[xy]|(?:max-)?(?:height|width|block-size|inline-size)|left|right|top|bottom|inset|text-indent|letter-spacing|margin|margin-left|margin-top)$/;

export function declarationsOf(text: string): Declaration[] {
  return text.split(';').flatMap((one) => {
    const at = one.indexOf(':');
    const property = unescaped(one.slice(0, Math.max(at, 0)).trim()).toLowerCase();
    const shortened = one
      .slice(at + 1)
      .trim()
      .slice(0, LONGEST_VALUE);
    const written = unescaped(shortened).toLowerCase();
    if (!HIDING.test(property)) return [];
    const value = written.replace(/\s*!\s*important$/, '');
    return [{ property, value, isImportant: value !== written }];
  });
}

/** Screens as most readers have them. A condition that is not known holds. */
const SCREEN: Readonly<Record<string, number>> = { width: 1280, height: 800 };
const FALSE_CONDITIONS =
  /(?:prefers-color-scheme:\s*dark|prefers-reduced-motion:\s*reduce|prefers-contrast:\s*more|forced-colors:\s*active|hover:\s*none|pointer:\s*coarse|orientation:\s*portrait|scripting:\s*none)/;
const pixels = (number: string, unit: string | undefined) =>
  Number(number) * (unit === 'em' || unit === 'rem' ? 16 : 1);

/** Whether one query of a media list holds on that screen. */
function holdsOnScreen(query: string): boolean {
  if (/^\s*not\b/.test(query)) return !holdsOnScreen(query.replace(/^\s*not\b/, ''));
  if (/^\s*(?:only\s+)?(?:print|speech|tty|braille)\b/.test(query) || FALSE_CONDITIONS.test(query)) return false;
  const plain = [...query.matchAll(/(min|max)-(?:device-)?(width|height)\s*:\s*([\d.]{1,9})(px|r?em)?/g)];
  const ranges = [...query.matchAll(/(width|height)\s*([<>])=?\s*([\d.]{1,9})(px|r?em)?/g)];
  const turned = [...query.matchAll(/([\d.]{1,9})(px|r?em)?\s*([<>])=?\s*(width|height)/g)];
  return (
    plain.every(([, end, side = '', number = '', unit]) =>
      end === 'min' ? (SCREEN[side] ?? 0) >= pixels(number, unit) : (SCREEN[side] ?? 0) <= pixels(number, unit),
    ) &&
    ranges.every(([, side = '', sign, number = '', unit]) =>
      sign === '>' ? (SCREEN[side] ?? 0) >= pixels(number, unit) : (SCREEN[side] ?? 0) <= pixels(number, unit),
    ) &&
    turned.every(([, number = '', unit, sign, side = '']) =>
      sign === '<' ? (SCREEN[side] ?? 0) >= pixels(number, unit) : (SCREEN[side] ?? 0) <= pixels(number, unit),
    )
  );
}

export const holdsForReaders = (media: string): boolean =>
  media.trim() === '' || media.slice(0, LONGEST_SELECTOR).toLowerCase().split(',').some(holdsOnScreen);

function blockHolds(prelude: string): boolean {
  if (/^@media\b/i.test(prelude)) return holdsForReaders(prelude.slice('@media'.length));
  if (/^@supports\b/i.test(prelude)) return !/^@supports\s+not\b/i.test(prelude);
  return /^@(?:layer|container|scope|starting-style)\b/i.test(prelude) && !/^@starting-style/i.test(prelude);
}

function withoutComments(css: string): string {
  const kept: string[] = [];
  let at = 0;
  for (let start = css.indexOf('/*'); start >= 0; start = css.indexOf('/*', at)) {
    kept.push(css.slice(at, start));
    const end = css.indexOf('*/', start + 2);
    at = end < 0 ? css.length : end + 2;
  }
  return [...kept, css.slice(at)].join(' ');
}

const unescaped = (name: string): string =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gis, (_all, hex: string | undefined, sign: string | undefined) =>
    hex ? String.fromCodePoint(Math.min(Number.parseInt(hex, 16), 0x10ffff)) : (sign ?? ''),
  );

const NAME = '(?:\\\\[0-9a-f]{1,6}\\s?|\\\\.|[\\w-]|[^\\x00-\\x7f])+';
const PIECE = new RegExp(
  [
    `(?<name>[.#]${NAME})`,
    `(?<tag>\\*|${NAME})`,
    `\\[\\s*(?<attribute>[\\w:-]+)\\s*(?:(?<sign>[~|^$*]?=)\\s*(?:"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<bare>[^\\s\\]]+))\\s*[is]?\\s*)?\\]`,
    `:not\\((?<not>[^()]{1,200})\\)`,
    `:(?:is|where|matches)\\((?<is>[^(),]{1,200})\\)`,
    `(?<pseudo>::?[\\w-]+(?:\\([^()]{0,200}\\))?)`,
    `(?<combinator>\\s*[>+~]\\s*|\\s+)`,
  ].join('|'),
  'giuy',
);
/** They hold for every page that is just read. */
const ALWAYS = /^:(?:root|link|any-link|enabled|defined|read-only)$/i;
/** What an element is by its place among others. */
const STRUCTURE = /^:(?:(?:nth|first|last|only)-|empty|has|lang|dir|scope)/i;

type Selector = { steps: Step[]; weight: number; isSure: boolean };
const bare = () => ({
  tag: '',
  names: [] as string[],
  attributes: [] as Compound['attributes'][number][],
  not: [] as Compound[],
});

/** null: it never holds for a page that is just read, or is none. */
function selectorOf(text: string): Selector | null {
  const steps: Step[] = [];
  let current = bare();
  let weight = 0;
  let isSure = true;
  let isChild = false;
  let at = 0;
  const source = text.trim();
  if (source.length > LONGEST_SELECTOR) throw new TooMuch();
  while (at < source.length) {
    PIECE.lastIndex = at;
    const groups = PIECE.exec(source)?.groups;
    if (!groups || PIECE.lastIndex === at) return null;
    at = PIECE.lastIndex;
    if (groups.name) {
      current.names.push(`${groups.name[0]}${unescaped(groups.name.slice(1))}`);
      weight += groups.name.startsWith('#') ? 10_000 : 100;
    } else if (groups.tag) {
      current.tag = groups.tag === '*' ? '' : unescaped(groups.tag).toLowerCase();
      weight += groups.tag === '*' ? 0 : 1;
    } else if (groups.attribute) {
      const value = groups.double ?? groups.single ?? groups.bare ?? '';
      current.attributes.push({ name: groups.attribute.toLowerCase(), sign: groups.sign ?? '', value });
      weight += 100;
    } else if (groups.not) {
      const inner = groups.not.split(',').map(selectorOf);
      for (const one of inner) {
        // what is never true may be denied
        if (one === null) continue;
        if (one.steps.length > 1 || !one.isSure) isSure = false;
        else if (one.steps[0]) current.not.push(one.steps[0].compound);
        weight += one.weight;
      }
    } else if (groups.is) {
      const inner = selectorOf(groups.is);
      const compound = inner?.steps[0]?.compound;
      if (!inner || !compound) return null;
      if (inner.steps.length > 1) isSure = false;
      else {
        current.tag = compound.tag || current.tag;
        current.names.push(...compound.names);
        current.attributes.push(...compound.attributes);
        current.not.push(...compound.not);
      }
      weight += inner.weight;
    } else if (groups.pseudo) {
      if (/^:root$/i.test(groups.pseudo)) current.tag = 'html';
      else if (STRUCTURE.test(groups.pseudo)) isSure = false;
      else if (!ALWAYS.test(groups.pseudo)) return null;
      weight += 100;
    } else {
      const sign = groups.combinator?.trim() ?? '';
      if (sign === '+' || sign === '~') {
        // siblings are not looked at
        isSure = false;
        steps.length = 0;
        isChild = false;
      } else {
        steps.push({ compound: current, isChild });
        isChild = sign === '>';
      }
      current = bare();
    }
  }
  steps.push({ compound: current, isChild });
  return { steps, weight, isSure };
}

/** Splits at commas that no bracket encloses. */
function listed(text: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '(' || sign === '[') depth++;
    else if (sign === ')' || sign === ']') depth--;
    else if (sign === ',' && depth <= 0) {
      parts.push(text.slice(from, at));
      from = at + 1;
    }
  }
  return [...parts, text.slice(from)];
}

/** `:is(a, b) c` as `a c` and `b c`. */
function spread(selector: string): string[] {
  if (selector.length > LONGEST_SELECTOR) throw new TooMuch();
  const found = /:(?:is|where|matches)\(([^()]*,[^()]*)\)/i.exec(selector);
  if (!found) return [selector];
  const [all, inner = ''] = found;
  return inner
    .split(',')
    .slice(0, 20)
    .map((one) => selector.replace(all, `:is(${one.trim()})`));
}

type Block = { holds: boolean; selectors: readonly string[] | null; declared: string[] };

/** The rules of a style sheet in their order. Blocks that are left open end with it. */
function rulesOf(css: string): Rule[] {
  if (css.length > MOST_CSS) throw new TooMuch();
  const text = withoutComments(css);
  const rules: Rule[] = [];
  const open: Block[] = [];
  let piece = '';
  const declare = () => {
    open.at(-1)?.declared.push(piece.trim());
    piece = '';
  };
  const close = () => {
    declare();
    const block = open.pop();
    if (!block?.holds || !block.selectors) return;
    const declarations = declarationsOf(block.declared.join(';'));
    if (declarations.length === 0) return;
    for (const selector of block.selectors.flatMap(spread)) {
      const read = selectorOf(selector);
      if (!read) continue;
      if (rules.length >= MOST_RULES) throw new TooMuch();
      const kept = read.isSure ? declarations : declarations.filter(hidesAlone);
      rules.push({ steps: read.steps, weight: read.weight, order: rules.length, declarations: kept });
    }
  };
  for (const [token] of text.matchAll(
    /"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'?|url\([^()'"]{0,2000}\)|\\.|[{};]|[^"'\\{};u]+|u/gis,
  )) {
    if (token === '{') {
      const prelude = piece.trim();
      piece = '';
      const around = open.at(-1);
      const isAt = prelude.startsWith('@');
      const outer = around?.selectors ?? null;
      const written = isAt ? [] : listed(prelude);
      open.push({
        holds: (around?.holds ?? true) && (!isAt || blockHolds(prelude)),
        // a media block in a rule is of the same elements
        selectors: isAt ? outer : outer === null ? written : nested(outer, written),
        declared: [],
      });
    } else if (token === '}') close();
    else if (token === ';') declare();
    else piece += token;
  }
  while (open.length > 0) close();
  return rules;
}

function nested(outer: readonly string[], inner: readonly string[]): string[] {
  if (outer.length * inner.length > MOST_NESTED) throw new TooMuch();
  return outer.flatMap((parent) =>
    inner.map((one) => {
      if (parent.length + one.length > LONGEST_SELECTOR) throw new TooMuch();
      return one.includes('&') ? one.replace('&', () => parent) : `${parent} ${one}`;
    }),
  );
}

/** Whether a declaration can only take text out of sight. */
const hidesAlone = ({ property, value }: Declaration): boolean =>
  (property === 'display' && value === 'none') ||
  (property === 'visibility' && value !== 'visible') ||
  (/^(?:opacity|font-size|zoom)$/.test(property) && Number.parseFloat(value) === 0) ||
  (/^(?:left|top|text-indent|margin-left|transform|clip|clip-path)$/.test(property) &&
    /-\d{3}|scale\(0|rect\(/.test(value));

function fits(element: Matched, { tag, names, attributes, not }: Compound): boolean {
  return (
    (tag === '' || tag === element.tag) &&
    names.every((name) => element.names.has(name)) &&
    attributes.every(({ name, sign, value }) => {
      const written = element.attributes[name];
      if (written === undefined) return false;
      if (sign === '') return true;
      if (sign === '=') return written === value;
      if (value === '') return false;
      if (sign === '~=') return written.split(/\s+/).includes(value);
      if (sign === '|=') return written === value || written.startsWith(`${value}-`);
      if (sign === '^=') return written.startsWith(value);
      return sign === '$=' ? written.endsWith(value) : written.includes(value);
    }) &&
    !not.some((one) => fits(element, one))
  );
}

/** Answers which declarations hold for an element, the strongest last. Throws TooMuch where that takes too long. */
export function declaredBy(css: string): (element: Matched, own: readonly Declaration[]) => Declaration[] {
  const byKey = new Map<string, Rule[]>();
  for (const rule of rulesOf(css)) {
    const { names, tag } = rule.steps.at(-1)?.compound ?? bare();
    const key = names[0] ?? tag;
    const rules = byKey.get(key);
    if (rules) rules.push(rule);
    else byKey.set(key, [rule]);
  }
  let tries = 0;

  function holds(steps: readonly Step[], at: number, element: Matched | null): boolean {
    if (++tries > MOST_TRIES) throw new TooMuch();
    const step = steps[at];
    if (!step || !element || !fits(element, step.compound)) return false;
    if (at === 0) return true;
    if (step.isChild) return holds(steps, at - 1, element.parent);
    for (let one = element.parent; one; one = one.parent) if (holds(steps, at - 1, one)) return true;
    return false;
  }

  return (element, own) => {
    const keys = ['', element.tag, ...element.names];
    const found = keys
      .flatMap((key) => byKey.get(key) ?? [])
      .filter(({ steps }) => holds(steps, steps.length - 1, element));
    found.sort((a, b) => a.weight - b.weight || a.order - b.order);
    const declared = [...found.flatMap(({ declarations }) => declarations), ...own];
    return declared.some(({ isImportant }) => isImportant)
      ? [...declared.filter(({ isImportant }) => !isImportant), ...declared.filter(({ isImportant }) => isImportant)]
      : declared;
  };
}
