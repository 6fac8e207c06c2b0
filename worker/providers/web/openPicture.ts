import {
  MOST_PICTURE_BYTES,
  PICTURE_TYPES,
  type PictureType,
  pictureTypeOf,
} from '../../../events/partners/picture.ts';
import { faultOf, readBytes, safeWeb, typeOf, Unread, type WebFault, type WebOptions } from './safeWeb.ts';

const TIMEOUT_MS = 10_000;

export type OpenedPicture = { ok: true; type: PictureType; bytes: Buffer } | { ok: false; why: WebFault };

/** Fetches a picture that a source names. Never throws. */
export type OpenPicture = (url: string) => Promise<OpenedPicture>;

declare module '../../context.ts' {
  interface Deps {
    openPicture: OpenPicture | null;
  }
}

/**
 * Opens the way to pictures (safeWeb.ts): small ones of safe types, known by their own bytes. robots.txt is not asked, because an API hands the
 * address out to be shown.
 */
export function openPictures(options: WebOptions = {}): OpenPicture {
  const { timeoutMs = TIMEOUT_MS, mostBytes = MOST_PICTURE_BYTES } = options;
  const follow = safeWeb(options);
  return async (address) => {
    try {
      if (!URL.canParse(address)) throw new Unread('address');
      const signal = AbortSignal.timeout(timeoutMs);
      const { response } = await follow(new URL(address), { accept: PICTURE_TYPES.join(', '), signal });
      await typeOf(response, PICTURE_TYPES);
      const bytes = await readBytes(response, mostBytes, 'refuse');
      const type = pictureTypeOf(bytes);
      if (type === null) throw new Unread('type');
      return { ok: true, type, bytes };
    } catch (error) {
      return { ok: false, why: faultOf(error) };
    }
  };
}
