import type { SendStatus, SendView } from '../../../api/views.ts';
import { Badge } from '../../components/ui/Badge.tsx';
import { Notice } from '../../components/ui/Notice.tsx';
import { momentIn } from '../../lib/dates.ts';
import { useUserZone } from '../profile/api.ts';
import { noticeTone, REPORT, STATUS } from './messageState.ts';

/** What the provider told of an email after it was sent; nothing, when it told nothing. */
export function DeliveryBadge(props: { delivery: SendView['delivery'] }) {
  if (!props.delivery) return null;
  const { label, tone } = REPORT[props.delivery.report];
  return <Badge tone={tone}>{label}</Badge>;
}

export function SendStatusBadge(props: { status: SendStatus }) {
  const { label, tone } = STATUS[props.status];
  return <Badge tone={tone}>{label}</Badge>;
}

type Delivery = NonNullable<SendView['delivery']>;

/** What the provider told, and when that was. */
export function DeliveryText(props: { delivery: Delivery }) {
  const zone = useUserZone();
  const { text, at } = props.delivery;
  return (
    <>
      {text} · <time dateTime={at}>{momentIn(zone, at, Date.now())}</time>
    </>
  );
}

/** Why a message failed, and what the provider told of it. UnknownNotice says what is known of an unconfirmed one. */
export function MessageTrouble({ message: { status, errorMessage, delivery } }: { message: SendView }) {
  return (
    <>
      {status !== 'unknown' && errorMessage && <Notice tone="bad">{errorMessage}</Notice>}
      {delivery && (
        <Notice tone={noticeTone(delivery)}>
          <DeliveryText delivery={delivery} />
        </Notice>
      )}
    </>
  );
}
