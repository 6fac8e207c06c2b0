import type { z } from 'zod';
import type { PartnerEvent, PartnerState } from './partner.ts';
import type { picture } from './picture.ts';

/** A picture of a partner was fetched. They have one, which stays; who is gone by now has none. */
export function keepPicture(state: PartnerState, pictureId: string, fetched: z.infer<typeof picture>): PartnerEvent[] {
  if (state.status === 'none' || state.status === 'deleted' || state.erased || state.picture !== null) return [];
  return [{ type: 'PartnerPictureStored', data: { pictureId }, personal: fetched }];
}
