import { Check } from 'lucide-react';
import type { SendView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { clockIn } from '../../lib/dates.ts';
import { stepText } from '../campaigns/messageState.ts';
import { DeliveryBadge, SendStatusBadge } from '../campaigns/SendStatusBadge.tsx';
import { PartnerLink } from '../partners/PartnerLink.tsx';
import { useUserZone } from '../profile/api.ts';

/** To whom it goes, which one of its sequence and of an A/B test it is, and where it is. */
export function LetterHead(props: { message: SendView; version: string | null }) {
  const { message, version } = props;
  const zone = useUserZone();
  const step = stepText(message);
  const approved = message.status === 'pending' && message.approved;
  return (
    <div className="flex flex-wrap items-start gap-x-4 gap-y-1">
      <p className="wrap-anywhere min-w-0 flex-1 basis-56 text-ink-3 text-small">
        To <PartnerLink partner={message.partner} className="font-semibold text-ink hover:underline" /> ·{' '}
        {message.recipientEmail ?? 'no address'}
        {message.sentAt && (
          <>
            {' '}
            · sent <time dateTime={message.sentAt}>{clockIn(zone, message.sentAt, Date.now())}</time>
          </>
        )}
      </p>
      <p className="flex flex-wrap gap-1.5">
        {step && <Badge tone="outline">{step}</Badge>}
        {version && <Badge tone="outline">{version}</Badge>}
        {approved ? (
          <Badge tone="good">
            <Check aria-hidden />
            Approved
          </Badge>
        ) : (
          message.status !== 'pending' && <SendStatusBadge status={message.status} />
        )}
        <DeliveryBadge delivery={message.delivery} />
      </p>
    </div>
  );
}
