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

export const SUPPRESSED_BY: Record<SuppressionView['source'], string> = {
  link: 'by the link in a mail',
  provider: 'said the email provider',
  reply: 'asked for in a reply',
  user: 'added by you',
  import: 'from a list',
  erasure: 'when the person was erased',
};
