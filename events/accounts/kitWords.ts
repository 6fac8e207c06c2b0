/** What screens know of the media kit. They do not need the words of its refusals. */
import { fileSize } from '../shared/format.ts';

/** Larger files keep emails from arriving. In base64 it fits the limits of all providers. */
export const MOST_KIT_BYTES = 5 * 1024 * 1024;

/** `name`: null: erased, or not readable. */
export const kitWords = ({ name, size }: { name: string | null; size: number }): string =>
  `Media kit: ${name ?? '(unreadable)'}, ${fileSize(size)}`;
