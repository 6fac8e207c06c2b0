/** Elements of a page that readers do not see, or that its owner did not write. Only such styles count as the page itself names. */

export type Attributes = Readonly<Record<string, string>>;
type IsUnseen = (name: string, attributes: Attributes) => boolean;

const NOT_SHOWN = new Set([
  ...['script', 'style', 'template', 'noscript', 'iframe', 'object', 'embed', 'textarea', 'datalist'],
]);
const CLIPPED = /^(?:sr-only|visually-?hidden|screen-reader-text)$/i;
/** Text below a page or in a box on it, by other people. */
const COMMENTS =
  /(?:^|[-_])(?:comments?|comment-?list|disqus|giscus|utterances|webmentions?|pingbacks?|trackbacks?)(?:$|[-_])/i;
const COMMENT_STATE = /(?:open|closed|on|off|enabled|disabled|count|link|number)s?$/i;
const COMMENT_TYPE = /schema\.org\/(?:User)?Comments?$/i;
const WIDGET = /(?:^|[-_])(?:widget|embed)(?:$|[-_])/i;
const FOOTER = /(?:^|[-_])footer(?:$|[-_])/i;

const LONGEST_STYLE = 4_000;
const MOST_STYLES = 64 * 1024;
/** Elements this many pixels beside the page are out of sight. */
const OFF_SCREEN = -500;
const SIMPLE_SELECTOR = /^([a-z][a-z0-9]*)?((?:[.#][\w-]+)+)$/i;
/** Blocks of rules that hold for every screen. */
const ALWAYS = /^@(?:layer|supports|media\s+(?:all|screen)\s*$)/i;

/** Whether declarations of CSS keep an element from its readers. */
function hides(style: string): boolean {
  const declared = style
    .slice(0, LONGEST_STYLE)
    .toLowerCase()
    .split(';')
    .map((one) => [one.slice(0, one.indexOf(':')).trim(), one.slice(one.indexOf(':') + 1).trim()] as const);
  const of = new Map(declared);
  const value = (name: string) => of.get(name) ?? '';
  const number = (name: string) => Number.parseFloat(value(name));
  const isTiny = (name: string, most: number) =>
    number(name) === 0 || (/^[\d.]+p[xt]/.test(value(name)) && number(name) <= most);
  return (
    /^none\b/.test(value('display')) ||
    /^(?:hidden|collapse)\b/.test(value('visibility')) ||
    number('opacity') === 0 ||
    isTiny('font-size', 2) ||
    /^transparent\b/.test(value('color')) ||
    (/^(?:hidden|clip)\b/.test(value('overflow')) &&
      ['height', 'max-height', 'width', 'max-width'].some((name) => isTiny(name, 1))) ||
    ['left', 'right', 'top', 'text-indent', 'margin-left', 'margin-top'].some((name) => number(name) <= OFF_SCREEN) ||
    /^rect\(\s*[01](?:px)?\b/.test(value('clip')) ||
    /^(?:inset\(\s*(?:50|100)%|circle\(\s*0)/.test(value('clip-path')) ||
    /^scale\(\s*0\s*[,)]/.test(value('transform'))
  );
}

const namesOf = ({ id = '', class: classes = '' }: Attributes): string[] =>
  `${id} ${classes}`
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .split(/\s+/)
    .filter((name) => name !== '');

const isComment = (element: string, attributes: Attributes): boolean =>
  !/^(?:html|body|main)$/.test(element) &&
  (COMMENT_TYPE.test(attributes.itemtype?.trim() ?? '') ||
    attributes.itemprop === 'comment' ||
    namesOf(attributes).some((name) => COMMENTS.test(name) && !COMMENT_STATE.test(name)));

/** Whether an element begins a box of somebody else on the page. */
export const isWidget = (attributes: Attributes): boolean => namesOf(attributes).some((name) => WIDGET.test(name));

export const isFooter = (element: string, attributes: Attributes): boolean =>
  element === 'footer' || namesOf(attributes).some((name) => FOOTER.test(name));

type Rule = { element: string; names: readonly string[] };

/** The simple selectors of rules that hide. */
function hidingRules(css: string): Rule[] {
  const rules: Rule[] = [];
  const open: string[] = [];
  for (const piece of css
    .slice(0, MOST_STYLES)
    .replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, ' ')
    .split(/(?<=[{}])/)) {
    const text = piece.slice(0, -1);
    if (piece.endsWith('{')) open.push(text.slice(text.lastIndexOf(';') + 1).trim());
    if (!piece.endsWith('}')) continue;
    const selectors = open.pop() ?? '';
    if (!hides(text) || !open.every((block) => ALWAYS.test(block))) continue;
    for (const selector of selectors.split(',')) {
      const [, element = '', names = ''] = SIMPLE_SELECTOR.exec(selector.trim()) ?? [];
      if (names) rules.push({ element: element.toLowerCase(), names: names.match(/[.#][\w-]+/g) ?? [] });
    }
  }
  return rules;
}

/** `css`: the texts of all style elements of the page. */
export function unseenBy(css: string): IsUnseen {
  const rules = new Map<string, Rule[]>();
  for (const rule of hidingRules(css)) {
    const [first = ''] = rule.names;
    rules.set(first, [...(rules.get(first) ?? []), rule]);
  }
  return (element, attributes) => {
    if (NOT_SHOWN.has(element) || 'hidden' in attributes || attributes['aria-hidden'] === 'true') return true;
    if (hides(attributes.style ?? '') || isComment(element, attributes)) return true;
    const classes = (attributes.class ?? '').split(/\s+/);
    if (classes.some((name) => CLIPPED.test(name))) return true;
    const names = [...classes.map((name) => `.${name}`), ...(attributes.id ? [`#${attributes.id}`] : [])];
    return names.some((first) =>
      rules
        .get(first)
        ?.some(
          (rule) => (rule.element === '' || rule.element === element) && rule.names.every((one) => names.includes(one)),
        ),
    );
  };
}
