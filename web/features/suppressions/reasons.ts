import type { PartnerView, SuppressionView } from '../../../api/views.ts';
import type { BadgeTone } from '../../components/ui/Badge.tsx';

type Reason = NonNullable<PartnerView['doNotContact']>;

/** Why nothing is sent to an address, as badges say it. */
export const REASONS: Record<Reason, { label: string; tone: BadgeTone }> = {
  unsubscribed: { label: 'Unsubscribed', tone: 'info' },
  complained: { label: 'Reported as spam', tone: 'bad' },
  bounced: { label: 'Bounced', tone: 'warn' },
  user: { label: 'Do not contact', tone: 'mute' },
  erased: { label: 'Erased', tone: 'mute' },
};

/** The adder, in short for a narrow column. */
export const SUPPRESSED_BY: Record<SuppressionView['source'], string> = {
  link: 'by an email link',
  provider: 'by the provider',
  reply: 'in a reply',
  user: 'by you',
  import: 'from a list',
  program: 'by another program',
  erasure: 'by an erasure',
};
