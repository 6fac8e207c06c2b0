/** Whether readers see the text of an element: its own style and what it inherits. There is no layout, so one box over another is not seen. */
import { colorOf, isAlike, over, RGB_BLACK, RGB_WHITE, type Rgb } from './color.ts';
import type { Declaration } from './css.ts';

/** What an element hands on to those within it. */
export type Sight = {
  /** The element is not there, with all that is in it. */
  isGone: boolean;
  isVisible: boolean;
  fontPx: number;
  opacity: number;
  color: Rgb & { alpha: number };
  /** The colors that may be behind the text. null: a picture, or what a sheet of another file says. */
  ground: readonly Rgb[] | null;
  /** Colors that show through the letters (`background-clip: text`). */
  throughText: readonly Rgb[] | null;
  /** The text starts beside the page, or its letters lie upon each other. */
  isOutside: boolean;
  variables: Readonly<Record<string, string>>;
};

export const PAGE_SIGHT: Sight = {
  ...{ isGone: false, isVisible: true, fontPx: 16, opacity: 1, isOutside: false },
  ...{ color: { ...RGB_BLACK, alpha: 1 }, ground: [RGB_WHITE], throughText: null, variables: {} },
};

const LEAST_FONT_PX = 4;
const LEAST_OPACITY = 0.1;
/** This many pixels beside the page are out of sight. */
const OFF_SCREEN = 500;
const FAR_AWAY = 5_000;
const SIZES: Readonly<Record<string, number>> = {
  ...{ 'xx-small': 9, 'x-small': 10, small: 13, medium: 16, large: 18, 'x-large': 24, 'xx-large': 32 },
};
const VIEW_PX: Readonly<Record<string, number>> = {
  ...{
    vw: 12.8,
    vi: 12.8,
    vmax: 12.8,
    vh: 8,
    vb: 8,
    vmin: 8,
    px: 1,
    pt: 4 / 3,
    pc: 16,
    in: 96,
    cm: 37.8,
    mm: 3.78,
    q: 0.945,
  },
};
const LENGTH = /(-?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?)\s*(%|[a-z]{1,4})?(?![\w-])/g;

type Units = { em: number; percent: number };
/** All lengths in a value, in pixels. */
const lengthsIn = (value: string, { em, percent }: Units): number[] =>
  [...value.matchAll(LENGTH)].map(([, number = '', unit = 'px']) => {
    const factor =
      unit === '%' ? percent / 100 : /^(?:em|ch|ex|lh|cap|ic)$/.test(unit) ? em : unit === 'rem' ? 16 : VIEW_PX[unit];
    return Number(number) * (factor ?? 1);
  });

export const isSeen = (sight: Sight): boolean =>
  !sight.isGone &&
  sight.isVisible &&
  !sight.isOutside &&
  sight.fontPx >= LEAST_FONT_PX &&
  sight.opacity >= LEAST_OPACITY &&
  standsOut(sight);

function standsOut({ color, ground, throughText }: Sight): boolean {
  if (color.alpha < LEAST_OPACITY)
    return (
      throughText !== null &&
      (ground === null || throughText.some((one) => !ground.every((other) => isAlike(one, other))))
    );
  if (ground === null) return true;
  return !ground.every((behind) => isAlike(over(color, behind), behind));
}

function withVariables(value: string, variables: Readonly<Record<string, string>>): string {
  let text = value;
  for (let round = 0; round < 5 && text.includes('var('); round++)
    text = text
      .replace(
        /var\(\s*(--[\w-]+)\s*(?:,([^()]*))?\)/g,
        (_all, name: string, otherwise = '') => variables[name] ?? otherwise,
      )
      .slice(0, 1_000);
  return text;
}

const isHiddenOverflow = (value: string) => /\b(?:hidden|clip|scroll|auto)\b/.test(value);
const isNearZero = (numbers: readonly number[], most: number) =>
  numbers.length > 0 && numbers.every((number) => Math.abs(number) <= most);

/** What an element's readers see, inside of another. `declared`: the strongest last. */
export function sightOf(around: Sight, declared: readonly Declaration[]): Sight {
  if (around.isGone || declared.length === 0) return around;
  const own: Record<string, string> = {};
  for (const { property, value } of declared) if (property.startsWith('--')) own[property] = value;
  const variables = Object.keys(own).length > 0 ? { ...around.variables, ...own } : around.variables;
  const values = new Map<string, string>();
  for (const { property, value } of declared) {
    if (property.startsWith('--')) continue;
    const text = withVariables(value, variables);
    values.delete(property);
    values.set(property, text);
    if (property === 'background' || property === 'font' || property === 'overflow') shorthand(property, text, values);
  }
  const of = (name: string) => values.get(name) ?? '';
  const fontPx = fontOf(of('font-size'), around.fontPx);
  const units = { em: fontPx, percent: 1_280 };
  const throughText = clippedPaint(of, around);
  return {
    isGone: isGone(of, units),
    isVisible:
      of('visibility') === ''
        ? around.isVisible
        : /^(?:visible|initial|unset|revert)/.test(of('visibility')) ||
          (of('visibility') === 'inherit' && around.isVisible),
    fontPx,
    opacity: around.opacity * opacityOf(of('opacity')) * filteredOpacity(of('filter')),
    color: inkOf(of, around),
    ground: throughText === null || throughText === around.throughText ? groundOf(of, around) : around.ground,
    throughText,
    isOutside: outside(of, units, around),
    variables,
  };
}

function shorthand(property: string, value: string, values: Map<string, string>): void {
  if (property === 'background') {
    values.set('background-color', value);
    values.set('background-image', /url\(|gradient\(/.test(value) ? value : 'none');
    if (/(?:^|\s)text(?:\s|$)/.test(value)) values.set('background-clip', 'text');
  } else if (property === 'overflow') {
    values.delete('overflow-x');
    values.delete('overflow-y');
  } else {
    const [size] =
      /(?:^|\s)(?:-?[\d.]+(?:e-?\d+)?(?:%|[a-z]{1,4})?(?=[\s/])|(?:xx?-)?(?:small|large)|medium|smaller|larger)/.exec(
        value,
      ) ?? [];
    if (size) values.set('font-size', size.trim());
  }
}

function fontOf(value: string, around: number): number {
  if (value === '' || /^(?:inherit|unset|revert)/.test(value)) return around;
  if (SIZES[value] !== undefined) return SIZES[value];
  if (value === 'smaller') return around * 0.83;
  if (value === 'larger') return around * 1.2;
  const found = lengthsIn(value, { em: around, percent: around });
  return found.length > 0 ? Math.max(...found) : around;
}

function opacityOf(value: string): number {
  const [first] = /-?[\d.]+(?:e[+-]?\d+)?%?/.exec(value) ?? [];
  if (first === undefined) return 1;
  const number = Number.parseFloat(first) / (first.endsWith('%') ? 100 : 1);
  return Number.isFinite(number) ? Math.min(1, Math.max(0, number)) : 1;
}

const filteredOpacity = (value: string): number => opacityOf(/opacity\(([^()]*)\)/.exec(value)?.[1] ?? '');

function inkOf(of: (name: string) => string, around: Sight): Sight['color'] {
  const written = of('-webkit-text-fill-color') || of('color');
  if (written === '' || /^(?:inherit|currentcolor|unset|revert)/.test(written)) return around.color;
  return colorOf(written) ?? around.color;
}

/** The colors of a background. `isPicture`: something else is behind the text as well. */
function painted(of: (name: string) => string): { colors: (Rgb & { alpha: number })[]; isPicture: boolean } {
  const picture = of('background-image');
  const image = picture.replace(/url\(\s*["']?data:[^)]*\)/g, '');
  const plain = of('background-color').replace(/(?:url|[a-z-]*gradient)\((?:[^()]|\([^()]*\))*\)/g, ' ');
  const gradients = [...image.matchAll(/gradient\(((?:[^()]|\([^()]*\))*)\)/g)].flatMap(([, inside = '']) =>
    inside.split(/,(?![^(]*\))/).flatMap((stop) => colorOf(stop.trim().replace(/\s+-?[\d.]+(?:%|px)?.*$/, '')) ?? []),
  );
  const color = plain
    .split(/\s+(?![^(]*\))/)
    .map((word) => colorOf(word))
    .find((one) => one !== null);
  return { colors: [...(color ? [color] : []), ...gradients], isPicture: /url\(/.test(image) };
}

function groundOf(of: (name: string) => string, around: Sight): Sight['ground'] {
  if (of('background-color') === '' && of('background-image') === '') return around.ground;
  const { colors, isPicture } = painted(of);
  const seen = colors.filter(({ alpha }) => alpha >= LEAST_OPACITY);
  if (seen.length === 0) return isPicture ? null : around.ground;
  const behind = around.ground?.[0] ?? RGB_WHITE;
  return seen.map((one) => over(one, behind));
}

function clippedPaint(of: (name: string) => string, around: Sight): Sight['throughText'] {
  const clip = of('background-clip') || of('-webkit-background-clip');
  if (!/\btext\b/.test(clip)) return of('background-image') || of('background-color') ? null : around.throughText;
  const { colors, isPicture } = painted(of);
  return isPicture && colors.length === 0
    ? [RGB_BLACK, RGB_WHITE]
    : colors.filter(({ alpha }) => alpha >= LEAST_OPACITY);
}

function outside(of: (name: string) => string, units: Units, around: Sight): boolean {
  const indent = of('text-indent');
  const spacing = of('letter-spacing');
  const isIndented = lengthsIn(indent, units).some((px) => px <= -OFF_SCREEN || px >= FAR_AWAY);
  const isSqueezed = lengthsIn(spacing, units).some((px) => px <= -units.em / 2);
  const isKept = around.isOutside && !(indent !== '' && !isIndented) && !(spacing !== '' && !isSqueezed);
  return isIndented || isSqueezed || isKept;
}

function isGone(of: (name: string) => string, units: Units): boolean {
  if (of('display') === 'none' || of('content-visibility') === 'hidden') return true;
  if (isNearZero(lengthsIn(of('zoom'), units), 0.1)) return true;
  const isClosed = ['overflow', 'overflow-x', 'overflow-y'].some((name) => isHiddenOverflow(of(name)));
  const sides = [
    'height',
    'max-height',
    'width',
    'max-width',
    'block-size',
    'max-block-size',
    'inline-size',
    'max-inline-size',
  ];
  if (isClosed && sides.some((name) => isNearZero(lengthsIn(of(name), units), 2))) return true;
  return isMovedAway(of, units) || isClipped(of);
}

function isMovedAway(of: (name: string) => string, units: Units): boolean {
  const isFar = (px: number) => px <= -OFF_SCREEN || px >= FAR_AWAY;
  const places = ['left', 'right', 'top', 'bottom', 'inset'].map(of).join(' ');
  if (/^(?:absolute|fixed|relative|sticky)$/.test(of('position')) && lengthsIn(places, units).some(isFar)) return true;
  // the share of a margin is one of columns
  const margins = lengthsIn([of('margin'), of('margin-left'), of('margin-top')].join(' '), { ...units, percent: 0 });
  if (margins.some(isFar)) return true;
  const transform = of('transform');
  const moves = [...transform.matchAll(/translate(?:x|y|3d)?\(([^()]*)\)/g)].map(([, by = '']) => by);
  if (lengthsIn([...moves, of('translate')].join(' '), units).some(isFar)) return true;
  const scales = [...transform.matchAll(/(?:scale(?:x|y|3d)?|matrix)\(([^()]*)\)/g)].map(([, by = '']) => by);
  return (
    [...scales, of('scale')].some((by) => by !== '' && Math.abs(Number.parseFloat(by)) < 0.05) ||
    /rotate[xy]\(\s*-?90deg/.test(transform)
  );
}

function isClipped(of: (name: string) => string): boolean {
  const rect = /^rect\(([^()]*)\)/.exec(of('clip'))?.[1];
  if (rect !== undefined && isNearZero(lengthsIn(rect, { em: 16, percent: 100 }), 2)) return true;
  const path = of('clip-path');
  if (/^(?:circle|ellipse)\(\s*0/.test(path) || /^inset\(\s*(?:[5-9]\d|100)(?:\.\d+)?%/.test(path)) return true;
  const corners = /^polygon\(([^()]*)\)/.exec(path)?.[1];
  return corners !== undefined && new Set(lengthsIn(corners, { em: 16, percent: 100 })).size <= 1;
}
