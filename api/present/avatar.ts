import type { PartnerState } from '../../events/partners/partner.ts';

/** Where the picture of a partner is served: by us, never by the source that it came from. null: there is none. */
export const avatarOf = (id: string, partner: Pick<PartnerState, 'picture'> | null): string | null =>
  partner?.picture ? `/api/partners/${id}/picture?v=${partner.picture}` : null;
