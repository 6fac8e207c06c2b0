/** The media kit: one file of a workspace, which a campaign can attach to its first emails. Its bytes lie in the vault, and never in an event. */
import { Refused } from '../shared/refused.ts';
import { MOST_KIT_BYTES } from './kitWords.ts';

const TYPES = {
  'application/pdf': { begins: [0x25, 0x50, 0x44, 0x46, 0x2d], endings: ['pdf'] },
  'image/png': { begins: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a], endings: ['png'] },
  'image/jpeg': { begins: [0xff, 0xd8, 0xff], endings: ['jpg', 'jpeg'] },
} as const;
export const KIT_TYPES = ['application/pdf', 'image/png', 'image/jpeg'] as const satisfies (keyof typeof TYPES)[];
export type KitType = (typeof KIT_TYPES)[number];

/** `hash`: SHA-256 of its bytes, in hex. `name`: null: erased, or not readable. */
export type MediaKit = { hash: string; type: KitType; size: number; name: string | null };

/** By its first bytes, whatever the browser says. */
function typeOf(bytes: Uint8Array): KitType {
  const found = KIT_TYPES.find((type) => TYPES[type].begins.every((byte, at) => bytes[at] === byte));
  if (!found) throw new Refused({ code: 'kit_type' });
  return found;
}

export const LONGEST_KIT_NAME = 100;

/** A name that mail programs show as it is. It ends as its type does, and hides no other ending. */
export function kitName(given: string, type: KitType): string {
  const { endings } = TYPES[type];
  const plain = given
    .normalize('NFC')
    .replace(/^.*[\\/]/, '')
    .replace(/[\p{C}\p{Zl}\p{Zp}<>:"|?*]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
  const [, rest = plain, ending = ''] = /^(.*)\.([^.]*)$/.exec(plain) ?? [];
  const isOwn = endings.some((one) => one === ending.toLowerCase());
  const base = Array.from((isOwn ? rest : plain).replace(/^[. ]+|[. ]+$/g, '')).slice(0, LONGEST_KIT_NAME - 5);
  return `${base.join('').trim() || 'media-kit'}.${isOwn ? ending.toLowerCase() : endings[0]}`;
}

/** The file as it may be kept. Refused if it is none that partners can open. */
export function checkKit(bytes: Uint8Array, name: string): Omit<MediaKit, 'hash'> & { name: string } {
  if (bytes.length === 0) throw new Refused({ code: 'kit_empty' });
  if (bytes.length > MOST_KIT_BYTES) throw new Refused({ code: 'kit_too_large' });
  const type = typeOf(bytes);
  return { type, size: bytes.length, name: kitName(name, type) };
}

/** Its name in an email. */
export const sentName = ({ name, type }: Pick<MediaKit, 'name' | 'type'>): string => name ?? kitName('', type);
