import { CircleCheck, CircleX, MailCheck, MailSearch, MailX } from 'lucide-react';
import type { PartnerView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { REASONS } from '../suppressions/reasons.ts';

/** The decision on a partner, or that there is none yet. */
export function StatusBadge(props: { status: PartnerView['status'] }) {
  if (props.status === 'approved') {
    return (
      <Badge tone="good">
        <CircleCheck aria-hidden />
        Approved
      </Badge>
    );
  }
  if (props.status === 'rejected') {
    return (
      <Badge tone="mute">
        <CircleX aria-hidden />
        Rejected
      </Badge>
    );
  }
  return <Badge tone="info">Pending</Badge>;
}

/** Why nothing may be sent to their address. */
export function DoNotContactBadge(props: { reason: NonNullable<PartnerView['doNotContact']> }) {
  const { label, tone } = REASONS[props.reason];
  return (
    <Badge tone={tone}>
      <MailX aria-hidden />
      {label}
    </Badge>
  );
}

/** The state of the email address, or why nothing may be sent there. */
export function EmailBadge(props: {
  partner: Pick<PartnerView, 'emailStatus' | 'contactSearching' | 'doNotContact' | 'contactVerification'>;
}) {
  const { doNotContact } = props.partner;
  if (props.partner.contactSearching) {
    return (
      <Badge tone="info">
        <MailSearch aria-hidden />
        Searching
      </Badge>
    );
  }
  if (doNotContact) return <DoNotContactBadge reason={doNotContact} />;
  if (props.partner.contactVerification?.status === 'undeliverable') {
    return (
      <Badge tone="bad">
        <MailX aria-hidden />
        Undeliverable
      </Badge>
    );
  }
  if (props.partner.emailStatus === 'email_found') {
    return (
      <Badge tone="good">
        <MailCheck aria-hidden />
        Email found
      </Badge>
    );
  }
  if (props.partner.emailStatus === 'no_email_found') {
    return (
      <Badge tone="bad">
        <MailX aria-hidden />
        No email found
      </Badge>
    );
  }
  return <Badge tone="mute">No email yet</Badge>;
}
