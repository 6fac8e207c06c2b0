import type { PartnerView } from '../../../api/views.ts';
import type { Outreach } from '../../../events/shared/options.ts';
import type { BadgeTone } from '../../components/ui/Badge.tsx';
import { REASONS } from '../suppressions/reasons.ts';

/** A partner's progress as the fill of a ring, or their obstacle. */
export type Glyph = 'open' | 'quarter' | 'half' | 'threeQuarters' | 'dot' | 'check' | 'cross' | 'trouble' | 'searching';
export type Stage = { label: string; tone: BadgeTone; glyph: Glyph };

export type StagedPartner = Pick<
  PartnerView,
  'status' | 'emailStatus' | 'contactSearching' | 'doNotContact' | 'contactVerification'
> & { outreach?: Outreach | null };

const OUTREACH: Record<Outreach, Stage> = {
  in_campaign: { label: 'In campaign', tone: 'plum', glyph: 'threeQuarters' },
  sent: { label: 'Sent', tone: 'mute', glyph: 'dot' },
  replied: { label: 'Replied', tone: 'good', glyph: 'check' },
};

/** The one thing to say about a partner. Obstacles come first, then progress. */
export function partnerStage(partner: StagedPartner): Stage {
  const { status, emailStatus, doNotContact, outreach } = partner;
  if (status === 'rejected') return { label: 'Rejected', tone: 'mute', glyph: 'cross' };
  if (partner.contactSearching) return { label: 'Searching', tone: 'info', glyph: 'searching' };
  if (doNotContact) return { label: REASONS[doNotContact].label, tone: REASONS[doNotContact].tone, glyph: 'trouble' };
  if (outreach === 'replied') return OUTREACH.replied;
  if (partner.contactVerification?.status === 'undeliverable')
    return { label: 'Undeliverable', tone: 'bad', glyph: 'trouble' };
  if (outreach) return OUTREACH[outreach];
  if (status === 'pending') return { label: 'Pending review', tone: 'mute', glyph: 'open' };
  if (emailStatus === 'email_found') return { label: 'Email found', tone: 'info', glyph: 'half' };
  if (emailStatus === 'no_email_found') return { label: 'No email found', tone: 'warn', glyph: 'trouble' };
  return { label: 'Approved', tone: 'accent', glyph: 'quarter' };
}
