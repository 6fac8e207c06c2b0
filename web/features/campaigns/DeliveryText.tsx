import type { SendView } from '../../../api/views.ts';
import { momentIn } from '../../lib/dates.ts';
import { useUserZone } from '../profile/api.ts';

type Delivery = NonNullable<SendView['delivery']>;

/** What the provider told of a mail after it was sent, and when that was. */
export function DeliveryText(props: { delivery: Delivery }) {
  const zone = useUserZone();
  const { text, at } = props.delivery;
  return (
    <>
      {text} · <time dateTime={at}>{momentIn(zone, at, Date.now())}</time>
    </>
  );
}

/** How the notice about it looks. */
export const noticeTone = ({ cameBack, report }: Delivery): 'bad' | 'info' | 'warn' =>
  cameBack ? 'bad' : report === 'delivered' || report === 'deferred' ? 'info' : 'warn';
