import type { PartnerState } from '../../events/partners/partner.ts';

/** We serve the picture of a partner ourselves, never its source. null: there is none. */
export const avatarOf = (id: string, partner: Pick<PartnerState, 'picture'> | null): string | null =>
  partner?.picture ? `/api/partners/${id}/picture?v=${partner.picture}` : null;
