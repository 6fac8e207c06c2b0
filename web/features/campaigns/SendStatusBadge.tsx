import { Link } from 'wouter';
import type { SendStatus, SendView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { clockIn } from '../../lib/dates.ts';
import { useUserZone } from '../profile/api.ts';
import { noticeTone, REPORT, STATUS } from './messageState.ts';

/** The provider's report on a sent email; nothing without one. */
export function DeliveryBadge(props: { delivery: SendView['delivery'] }) {
  return props.delivery && <DeliveryLabel report={props.delivery.report} />;
}

export function DeliveryLabel(props: { report: Delivery['report'] }) {
  const { label, tone } = REPORT[props.report];
  return <Badge tone={tone}>{label}</Badge>;
}

export function SendStatusBadge(props: { status: SendStatus }) {
  const { label, tone } = STATUS[props.status];
  return <Badge tone={tone}>{label}</Badge>;
}

type Delivery = NonNullable<SendView['delivery']>;

export function DeliveryText(props: { delivery: Delivery }) {
  const zone = useUserZone();
  const { text, at } = props.delivery;
  return (
    <>
      {text} · <time dateTime={at}>{clockIn(zone, at, Date.now())}</time>
    </>
  );
}

/** The reason that a message failed, and the provider's report. UnknownNotice has the facts of an unconfirmed one. */
export function MessageTrouble({ message: { status, errorMessage, delivery } }: { message: SendView }) {
  return (
    <>
      {status !== 'unknown' && errorMessage && <Notice tone="bad">{errorMessage}</Notice>}
      {delivery && (
        <Notice tone={noticeTone(delivery)}>
          <DeliveryText delivery={delivery} />
          {delivery.report === 'complained' && (
            <p className="mt-1">
              Waiting emails to this person were cancelled. Their address is on your{' '}
              <Link href="/settings/do-not-contact" className="link">
                Do not contact list
              </Link>
              .
            </p>
          )}
        </Notice>
      )}
    </>
  );
}
