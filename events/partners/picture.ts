/** Pictures of partners: what is kept of them, and how they are known. */
import { z } from 'zod';

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;
export type PictureType = (typeof PICTURE_TYPES)[number];

/** More than a thumbnail needs. */
export const MOST_PICTURE_BYTES = 48 * 1024;

export const picture = z.object({
  type: z.enum(PICTURE_TYPES),
  /** base64 */
  bytes: z.string(),
});

const starts = (bytes: Uint8Array, at: number, ...signature: number[]): boolean =>
  signature.every((byte, index) => bytes[at + index] === byte);

/** A picture's type by its own bytes, whatever a server says. null: none that we show. */
export function pictureTypeOf(bytes: Uint8Array): PictureType | null {
  if (starts(bytes, 0, 0xff, 0xd8, 0xff)) return 'image/jpeg';
  if (starts(bytes, 0, 0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)) return 'image/png';
  // RIFF....WEBP
  if (starts(bytes, 0, 0x52, 0x49, 0x46, 0x46) && starts(bytes, 8, 0x57, 0x45, 0x42, 0x50)) return 'image/webp';
  return null;
}
