/** Colors of CSS, as far as text may vanish in them. */
export type Rgb = { red: number; green: number; blue: number };
export const RGB_BLACK: Rgb = { red: 0, green: 0, blue: 0 };
export const RGB_WHITE: Rgb = { red: 255, green: 255, blue: 255 };

/** A reader cannot tell colors that differ less. */
const ALIKE = 24;

/** The names of black, of whites and of grays, and those that pages use most. */
const NAMED: Readonly<Record<string, string>> = {
  ...{ black: '000000', white: 'ffffff', snow: 'fffafa', ivory: 'fffff0', ghostwhite: 'f8f8ff', whitesmoke: 'f5f5f5' },
  ...{ floralwhite: 'fffaf0', mintcream: 'f5fffa', azure: 'f0ffff', aliceblue: 'f0f8ff', seashell: 'fff5ee' },
  ...{ honeydew: 'f0fff0', lavenderblush: 'fff0f5', oldlace: 'fdf5e6', linen: 'faf0e6', beige: 'f5f5dc' },
  ...{ cornsilk: 'fff8dc', lightyellow: 'ffffe0', lightcyan: 'e0ffff', gainsboro: 'dcdcdc', lightgray: 'd3d3d3' },
  ...{ lightgrey: 'd3d3d3', silver: 'c0c0c0', darkgray: 'a9a9a9', darkgrey: 'a9a9a9', gray: '808080', grey: '808080' },
  ...{
    dimgray: '696969',
    dimgrey: '696969',
    navy: '000080',
    darkblue: '00008b',
    midnightblue: '191970',
    blue: '0000ff',
  },
  ...{ red: 'ff0000', darkred: '8b0000', maroon: '800000', orange: 'ffa500', yellow: 'ffff00', gold: 'ffd700' },
  ...{ green: '008000', lime: '00ff00', darkgreen: '006400', teal: '008080', aqua: '00ffff', cyan: '00ffff' },
  ...{ purple: '800080', indigo: '4b0082', fuchsia: 'ff00ff', magenta: 'ff00ff', pink: 'ffc0cb', tomato: 'ff6347' },
  ...{
    crimson: 'dc143c',
    brown: 'a52a2a',
    lavender: 'e6e6fa',
    darkslategray: '2f4f4f',
    olive: '808000',
    tan: 'd2b48c',
  },
};

function ofHex(hex: string): (Rgb & { alpha: number }) | null {
  const full = hex.length < 6 ? [...hex].map((sign) => sign + sign).join('') : hex;
  const [red = 0, green = 0, blue = 0, alpha = 255] = Buffer.from(full, 'hex');
  return { red, green, blue, alpha: alpha / 255 };
}

function ofHsl(hue: number, saturation: number, lightness: number): Rgb {
  const channel = (at: number) => {
    const k = (at + hue / 30) % 12;
    const a = saturation * Math.min(lightness, 1 - lightness);
    return Math.round(255 * (lightness - a * Math.max(-1, Math.min(k - 3, 9 - k, 1))));
  };
  return { red: channel(0), green: channel(8), blue: channel(4) };
}

/** null: none that is read here, as those of other color spaces. */
export function colorOf(text: string): (Rgb & { alpha: number }) | null {
  const value = text.trim();
  if (value === 'transparent') return { ...RGB_BLACK, alpha: 0 };
  const hex = /^#((?:[0-9a-f]{3,4}){1,2})$/.exec(value)?.[1] ?? NAMED[value];
  if (hex) return ofHex(hex);
  const [, name, inside = ''] = /^(rgb|hsl)a?\(([^()]{1,80})\)$/.exec(value) ?? [];
  if (!name) return null;
  const numbers = inside.split(/[\s,/]+/).filter((one) => one !== '');
  const [a = 0, b = 0, c = 0] = numbers.map((one) => Number.parseFloat(one) || 0);
  const written = numbers[3];
  const alpha = written === undefined ? 1 : Number.parseFloat(written) / (written.endsWith('%') ? 100 : 1);
  if (name === 'hsl') return { ...ofHsl(((a % 360) + 360) % 360, b / 100, c / 100), alpha };
  const isShare = numbers[0]?.endsWith('%') === true;
  const [red = 0, green = 0, blue = 0] = [a, b, c].map((one) => (isShare ? one * 2.55 : one));
  return { red, green, blue, alpha };
}

export const isAlike = (one: Rgb, other: Rgb): boolean =>
  Math.max(Math.abs(one.red - other.red), Math.abs(one.green - other.green), Math.abs(one.blue - other.blue)) <= ALIKE;

/** A color that lets another one through. */
export function over({ red, green, blue, alpha }: Rgb & { alpha: number }, behind: Rgb): Rgb {
  const mixed = (front: number, back: number) => alpha * front + (1 - alpha) * back;
  return { red: mixed(red, behind.red), green: mixed(green, behind.green), blue: mixed(blue, behind.blue) };
}
