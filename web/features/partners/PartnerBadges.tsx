import { CircleCheck, CircleX, MailCheck, MailSearch, MailX } from 'lucide-react';
import type { PartnerView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';

/** Approved or rejected; a pending partner carries none. */
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

/** What is known of the e-mail address. */
export function EmailBadge(props: { partner: Pick<PartnerView, 'emailStatus' | 'contactSearching'> }) {
  if (props.partner.contactSearching) {
    return (
      <Badge tone="info">
        <MailSearch aria-hidden />
        Searching
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
  return <Badge tone="mute">Not searched</Badge>;
}
